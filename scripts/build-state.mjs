import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Files that the web page consists of, copied into the build as they are. */
export const PAGE_FOLDER = "channels/web/page";

/**
 * What dist/build.json holds.
 *
 * @typedef {{ version: string, digest: string, inputs: Record<string, string> }} Build
 *   `version` is that of package.json; `digest` names what was built; `inputs` gives each input's mark at the time.
 */

/**
 * Whether the last build was made from the files as they are now. Compares times and sizes and reads no source.
 *
 * @param {string} root folder that holds package.json
 */
export function isFresh(root) {
	const build = readBuild(root);
	if (build === undefined) return false;
	const pageIsWhole = listPage(root).every((file) => file in build.inputs);
	return pageIsWhole && Object.entries(build.inputs).every(([file, mark]) => markOf(join(root, file)) === mark);
}

/**
 * @param {string} root
 * @returns {Build | undefined} undefined when there is no whole build
 */
function readBuild(root) {
	const [entry, state] = ["dist/steward.js", "dist/build.json"].map((file) => join(root, file));
	if (entry === undefined || state === undefined || !exists(entry) || !exists(state)) return undefined;
	try {
		const build = JSON.parse(readFileSync(state, "utf8"));
		return exists(join(root, "dist", build.digest, "main.js")) ? build : undefined;
	} catch (error) {
		// A power cut can leave the file empty; a new build repairs that.
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}

/**
 * The page's files relative to `root`. None when there is no page.
 *
 * @param {string} root
 */
export function listPage(root) {
	const folder = join(root, PAGE_FOLDER);
	if (!exists(folder)) return [];
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && !entry.name.includes(".test."))
		.map((entry) => `${PAGE_FOLDER}${join(entry.parentPath, entry.name).slice(folder.length)}`);
}

/**
 * Changes whenever a file is written. "missing" for a file that isn't there.
 *
 * @param {string} path
 */
export function markOf(path) {
	const found = statSync(path, { throwIfNoEntry: false });
	return found === undefined ? "missing" : `${found.mtimeMs}:${found.size}`;
}

/** @param {string} path */
function exists(path) {
	return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
