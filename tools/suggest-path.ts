import { errorCode } from "./file-problem.ts";
import { entriesOf } from "./folder-entries.ts";
import type { Inside } from "./inside.ts";
import { withFolder } from "./opened.ts";
import { joined, nameOf, outsideOf, parentOf, shown } from "./paths.ts";
import { nearestNames } from "./similar.ts";
import { ToolError } from "./tool.ts";

const MAX_NAMES = 2000;

/** Runs `work` on `path`; if it turns out not to exist, the error names what may have been meant. */
export function withSuggestion<T>(inside: Inside, path: string, work: () => T): T {
	try {
		return work();
	} catch (error) {
		if (error instanceof ToolError && errorCode(error.cause) === "ENOENT") throw missingFile(inside, path);
		throw error;
	}
}

/** The error for a file that is not there. */
export function missingFile(inside: Inside, path: string): ToolError {
	const near = namesNear(inside, path);
	const hint = near.length > 0 ? `Near it: ${near.map(shown).join(", ")}` : "Use glob to see what is there";
	return new ToolError(`${shown(path)} does not exist. ${hint}.`);
}

/** Names in `inbox/` are other people's words, which an error can't mark as such. */
function namesNear(inside: Inside, path: string): string[] {
	const parent = parentOf(path);
	if (outsideOf(path).outside || inside.kindOf(parent) !== "folder") return [];
	const names = withFolder(inside, parent, (folder) =>
		outsideOf(`${folder.path}/`).outside ? [] : entriesOf(inside, folder, MAX_NAMES).entries.map(({ name }) => name),
	);
	return nearestNames(nameOf(path), names).map((name) => joined(parent, name));
}
