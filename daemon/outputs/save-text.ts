import { fchmodSync, fsyncSync } from "node:fs";
import { writeFileWhole } from "#core/write-file-whole.ts";
import { explained } from "#tools/file-problem.ts";
import { Inside, type Place } from "#tools/inside.ts";
import { withPlace } from "#tools/opened.ts";
import { parentOf } from "#tools/paths.ts";
import { ToolError } from "#tools/tool.ts";

/**
 * Puts a text that the program wants to keep into the workspace, readable by its owner alone, and on the disk when it
 * returns: a row that names the file may be committed after that. Whatever had the name is replaced as a whole, so that the
 * same text saved again, as after a crash, is the same file.
 * @param path relative to the workspace, as `outputs/C-45.txt`; folders that are missing are made
 * @throws ToolError where a folder of it is a link, or the disk refuses: it says why
 */
export function saveText(workspace: string, path: string, text: string): void {
	const inside = new Inside(workspace);
	const folders = parentOf(path).split("/");
	for (const depth of folders.keys()) closeToOthers(inside, folders.slice(0, depth + 1).join("/"));
	withPlace(inside.openPlace(path, true), (place) => {
		if (place.path !== path) throw linkInPlaceOf(parentOf(path));
		write(inside, place, text);
	});
}

/** Makes the folder if it is missing. What others may look into is not for what a command wrote. */
function closeToOthers(inside: Inside, folder: string): void {
	withPlace(inside.openPlace(`${folder}/any`, true), (place) => {
		// A link in its place would have us write somewhere else.
		if (place.folder.path !== folder) throw linkInPlaceOf(folder);
		if (place.made.length === 0) return;
		fchmodSync(place.folder.fd, 0o700);
		withPlace(inside.openPlace(folder, false), (above) => fsyncSync(above.folder.fd));
	});
}

/** Beside its place first, then renamed: nothing that has the name, a pipe or a link, is ever opened. */
function write(inside: Inside, place: Place, text: string): void {
	const draft = inside.at(place.folder, `.${place.name}.draft`);
	explained(place.path, () => {
		writeFileWhole(draft, inside.at(place.folder, place.name), text);
		fsyncSync(place.folder.fd);
	});
}

const linkInPlaceOf = (folder: string): ToolError =>
	new ToolError(`${folder} is a link, so nothing was written there. Make it a folder again.`);
