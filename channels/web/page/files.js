import { element } from "./dom.js";
import { sizeOf } from "./format.js";

const SHOWN_IMAGES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

/** Pictures of the files that can be shown, then links to the others. */
export function createFiles(attachments) {
	const images = attachments.filter(({ mediaType }) => isShownImage(mediaType));
	const others = attachments.filter(({ mediaType }) => !isShownImage(mediaType));
	return [createList("files images", images), createList("files", others)];
}

const createList = (className, attachments) =>
	attachments.length === 0
		? undefined
		: element("ul", { class: className }, ...attachments.map((each) => element("li", {}, createFile(each))));

function createFile({ path, name, mediaType, sizeBytes }) {
	const href = fileUrl(path);
	if (isShownImage(mediaType)) {
		const image = element("img", { src: href, alt: name, loading: "lazy" });
		return element("a", { class: "image", href, target: "_blank", rel: "noopener", title: name }, image);
	}
	return element(
		"a",
		{ href, download: name },
		element("span", { dir: "auto" }, name),
		element("small", {}, sizeOf(sizeBytes)),
	);
}

/** Where a file of the workspace can be had. */
export const fileUrl = (path) => `/api/files/${path.split("/").map(encodeURIComponent).join("/")}`;

/** True for the types that the server shows; it decides by their content. */
export const isShownImage = (mediaType) => SHOWN_IMAGES.has(mediaType);
