import { byId } from "./dom.js";

/** Takes files that are dropped anywhere on the page. */
export function watchDrops(onFiles) {
	const sign = byId("drop");
	const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
	addEventListener("dragover", (event) => {
		if (!hasFiles(event)) return;
		// Without this the browser would leave the page to show the file.
		event.preventDefault();
		sign.hidden = false;
	});
	addEventListener("dragleave", (event) => {
		if (!event.relatedTarget) sign.hidden = true;
	});
	addEventListener("drop", (event) => {
		sign.hidden = true;
		if (!hasFiles(event)) return;
		event.preventDefault();
		onFiles([...event.dataTransfer.files]);
	});
}
