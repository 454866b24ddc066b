import { outsideOfNames } from "./file-facts.ts";
import type { FileOrigins } from "./file-origins-port.ts";
import { errorCode } from "./file-problem.ts";
import { entriesOf } from "./folder-entries.ts";
import type { Inside } from "./inside.ts";
import { withFolder } from "./opened.ts";
import { joined, nameOf, parentOf, shown } from "./paths.ts";
import { nearestNames } from "./similar.ts";
import { ToolError } from "./tool.ts";

const MAX_NAMES = 2000;

/**
 * Runs `work` on `path`; if it turns out not to exist, the error names what may have been meant.
 * @param origins says which names may be shown
 */
export function withSuggestion<T>(inside: Inside, path: string, work: () => T, origins: FileOrigins): T {
	try {
		return work();
	} catch (error) {
		if (error instanceof ToolError && errorCode(error.cause) === "ENOENT") throw missingFile(inside, origins, path);
		throw error;
	}
}

/** The error for a file that is not there. */
export function missingFile(inside: Inside, origins: FileOrigins, path: string): ToolError {
	const near = namesNear(inside, origins, path);
	const hint = near.length > 0 ? `Near it: ${near.map(shown).join(", ")}` : "Use glob to see what is there";
	return new ToolError(`${shown(path)} does not exist. ${hint}.`);
}

/** Names that others may have chosen are left out: an error can't mark them as such. */
function namesNear(inside: Inside, origins: FileOrigins, path: string): string[] {
	const parent = parentOf(path);
	if (inside.kindOf(parent) !== "folder") return [];
	const near = withFolder(inside, parent, (folder) => {
		const names = entriesOf(inside, folder, MAX_NAMES).entries.map(({ name }) => name);
		const isOurs = (name: string) => !outsideOfNames(origins, inside, [joined(folder.path, name)]).outside;
		return nearestNames(nameOf(path), names).filter(isOurs);
	});
	return near.map((name) => joined(parent, name));
}
