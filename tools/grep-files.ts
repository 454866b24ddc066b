import { factsOf } from "./file-facts.ts";
import type { FileFacts } from "./file-origins-port.ts";
import { readVersion } from "./file-version.ts";
import { compileGlob, wantedNames } from "./glob-pattern.ts";
import type { Inside } from "./inside.ts";
import { withFolder } from "./opened.ts";
import { parsePath } from "./paths.ts";
import { binaryKind } from "./text.ts";
import { ToolError } from "./tool.ts";
import { type WalkResult, walk } from "./walk.ts";

/** The files that `where` means: one file, all in a folder, or those that match a glob. Undefined means everything. */
export async function selectFiles(
	inside: Inside,
	where: string | undefined,
	workspace: string,
	signal: AbortSignal,
): Promise<WalkResult> {
	const path = where === undefined ? "" : parsePath(where, workspace);
	const kind = inside.kindOf(path);
	if (kind === "file") return { files: [path], leftOut: [] };
	if (kind === "nothing") return walk(inside, await compileGlob(path, workspace), signal);
	const base = withFolder(inside, path, (folder) => folder.path);
	return walk(inside, { base, isWanted: wantedNames(path), matches: () => true }, signal);
}

/** The text of one file, or why it can't be searched. */
export function textOf(
	inside: Inside,
	path: string,
): { kind: "text"; file: FileFacts; text: string } | { kind: "binary" } | { kind: "unreadable" } {
	try {
		const version = readVersion(inside.openFile(path));
		if (binaryKind(version.bytes)) return { kind: "binary" };
		return { kind: "text", file: factsOf(version), text: version.bytes.toString("utf8") };
	} catch (error) {
		if (error instanceof ToolError) return { kind: "unreadable" };
		throw error;
	}
}
