import { ToolError } from "./tool.ts";

/** The longest name of one file or folder that Linux and macOS file systems take, in bytes of UTF-8. */
const MAX_NAME_BYTES = 255;

/**
 * Brings a path as the model gave it into its one form: relative to the workspace, forward slashes, no `.` or `..`;
 * `""` is the workspace itself. Looks at the text only; where it really leads is for `Inside` to find out.
 *
 * A leading `workspace/` and an absolute path inside the workspace are taken as meant; `label` lets results say so.
 * Everything else that is not plainly inside is refused with a `ToolError`, never put right.
 */
export function parsePath(given: string, workspace: string): string {
	if (given.trim() === "") throw new ToolError('The path is empty. Give one from the workspace, as "notes.md".');
	if (given.includes("\0"))
		throw new ToolError("The path holds a NUL character, which no file name can. Leave it out.");
	refuseHalfCharacters(given, "path");
	const segments: string[] = [];
	for (const segment of withoutPrefix(given, workspace).split("/")) {
		if (segment === "" || segment === ".") continue;
		if (segment !== "..") segments.push(checkedName(segment));
		else if (segments.pop() === undefined) throw outside(given);
	}
	return segments.join("/");
}

/** UTF-8 has no form for half a surrogate pair: writing one would silently store U+FFFD instead. Throws `ToolError`. */
export function refuseHalfCharacters(text: string, what: string): void {
	const index = text.search(/\p{Surrogate}/u);
	if (index >= 0) {
		throw new ToolError(
			`The ${what} holds half a character (a lone surrogate) at position ${index + 1}. Leave it out.`,
		);
	}
}

/** A path for the model to read and to give back. Characters that could break or turn the line are escaped. */
export function shown(path: string): string {
	if (path === "") return "workspace/";
	// Given back without the dot, `parsePath` would take the first folder for the workspace.
	return path === "workspace" || path.startsWith("workspace/") ? `./${escaped(path)}` : escaped(path);
}

const escaped = (path: string): string =>
	path.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

/** The file's real path, and how it was asked for where that was different (a prefix, a `..`, a link). */
export const label = (path: string, given: string): string =>
	given === path || given === shown(path) ? shown(path) : `${shown(path)} (given as ${escaped(given)})`;

/** Where a call goes, for `EffectReport.target`. */
export const targetOf = (path: string): string => `workspace/${escaped(path)}`;

/** The folders of what others wrote: what came in, and long outputs that hold such. */
const OUTSIDE_FOLDERS: readonly string[] = ["inbox/", "outputs/outside/"];

/**
 * Files in these folders hold what others wrote. Takes the real path, so that a link can't hide it. To some file systems another
 * spelling is the same folder, so it counts as well.
 */
export function outsideOf(path: string): { outside?: { source: string } } {
	const plain = path.normalize("NFKC").toLowerCase();
	return OUTSIDE_FOLDERS.some((folder) => plain.startsWith(folder)) ? { outside: { source: sourceNamed(path) } } : {};
}

/** How a result says where its words came from. */
export const sourceNamed = (path: string): string => `file ${shown(path)}`;

export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));
export const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
export const joined = (folder: string, name: string): string => (folder === "" ? name : `${folder}/${name}`);

function withoutPrefix(given: string, workspace: string): string {
	for (const prefix of [workspace, "workspace"]) {
		if (given === prefix) return "";
		if (given.startsWith(`${prefix}/`)) return given.slice(prefix.length + 1);
	}
	if (given.startsWith("/")) throw outside(given);
	return given;
}

function checkedName(name: string): string {
	if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
	throw new ToolError(
		`The name "${shown(name.slice(0, 40))}…" has more than ${MAX_NAME_BYTES} bytes. Choose a shorter one.`,
	);
}

const outside = (given: string): ToolError =>
	new ToolError(
		`"${shown(given.slice(0, 200))}" lies outside the workspace. Files can only be reached inside it: ` +
			'give the path from there, as "notes.md".',
	);
