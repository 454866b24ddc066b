import { chmodSync, unlinkSync } from "node:fs";
import type { CopyPort, KeptFile } from "./copy-port.ts";
import { markFoldersFor } from "./file-facts.ts";
import type { FileOrigins } from "./file-origins-port.ts";
import { explained } from "./file-problem.ts";
import { type FileVersion, refuseManyNames, refuseReadOnly, versionAt } from "./file-version.ts";
import { Inside, type Place } from "./inside.ts";
import { withPlaceAsync } from "./opened.ts";
import { shown } from "./paths.ts";
import type { SeenFiles } from "./ports.ts";
import { replaceFile } from "./replace-file.ts";
import { countOf } from "./text.ts";
import { ToolError } from "./tool.ts";

export interface RestoreParts {
	/** An absolute path. */
	workspace: string;
	seen: Pick<SeenFiles, "delete">;
	files: FileOrigins;
	copies: CopyPort;
}

/**
 * Brings files back as they were, one after the other. What stands there now is kept first, under the name of this change.
 * @returns what was done to each, in words
 * @throws ToolError where one can't be brought back, with what was done before
 */
export async function restoreFiles(kept: readonly KeptFile[], parts: RestoreParts): Promise<string[]> {
	const done: string[] = [];
	for (const file of kept) {
		try {
			done.push(file.kind === "file" ? await bringBack(file, parts) : await takeAway(file.path, parts));
		} catch (error) {
			if (!(error instanceof ToolError) || done.length === 0) throw error;
			throw new ToolError(`${error.message} Before that: ${done.join(" ")}`, { cause: error });
		}
	}
	return done;
}

async function bringBack(
	kept: KeptFile & { kind: "file" },
	{ workspace, seen, files, copies }: RestoreParts,
): Promise<string> {
	const bytes = copies.bytesOf(kept);
	const inside = new Inside(workspace);
	markFoldersFor(files, inside, kept.path);
	return withPlaceAsync(inside.openPlace(kept.path, true), async (place) => {
		const before = versionAt(inside, place);
		if (before?.digest === kept.digest) return `${shown(place.path)} is as it was.`;
		if (before) keepWhatStands(before, copies);
		else copies.keepAbsence(place.path);
		const { digest, sizeBytes } = kept;
		// Its words are as old as the copy: where they were others', they still are.
		const settle = files.willWrite(
			place.path,
			{ digest, sizeBytes },
			{ path: place.path, digest, sizeBytes, names: 1 },
		);
		await replaceFile(inside, place, bytes, before);
		explained(place.path, () => chmodSync(inside.at(place.folder, place.name), kept.mode));
		settle();
		seen.delete(place.path);
		return `${shown(place.path)} is back (${countOf(sizeBytes, "byte")}).`;
	});
}

async function takeAway(path: string, { workspace, seen, files, copies }: RestoreParts): Promise<string> {
	const inside = new Inside(workspace);
	const place = placeIfThere(inside, path);
	if (!place) return `${shown(path)} is not there, as before.`;
	return withPlaceAsync(place, async () => {
		const before = versionAt(inside, place);
		if (!before) return `${shown(path)} is not there, as before.`;
		keepWhatStands(before, copies);
		explained(path, () => unlinkSync(inside.at(place.folder, place.name)));
		files.gone(before.path);
		seen.delete(place.path);
		return `${shown(path)} was taken away again.`;
	});
}

function keepWhatStands(version: FileVersion, copies: CopyPort): void {
	refuseManyNames(version);
	refuseReadOnly(version);
	copies.keep(version);
}

/** Undefined where not even its folder is there any more. */
function placeIfThere(inside: Inside, path: string): Place | undefined {
	return inside.kindOf(path) === "nothing" ? undefined : inside.openPlace(path, false);
}
