import { closeSync, readFileSync } from "node:fs";
import { sha256 } from "#core/digest.ts";
import type { FileFacts, FileOrigins, Settle } from "./file-origins-port.ts";
import { explained } from "./file-problem.ts";
import type { FileVersion } from "./file-version.ts";
import type { Inside, OpenFile, Place } from "./inside.ts";
import { joined, nameOf, parentOf } from "./paths.ts";
import { ToolError, type ToolOutput } from "./tool.ts";

type Outside = Pick<ToolOutput, "outside">;

/** The most that is read of a file only to know it again. */
const MAX_MOVED_BYTES = 32 * 1024 * 1024;

/** The same where only names are shown, of up to some hundred files at once. Beyond it, a size that is the same is no accident. */
const MAX_NAMED_BYTES = 64 * 1024;

export const factsOf = ({ path, digest, bytes, names }: FileVersion): FileFacts => ({
	path,
	digest,
	sizeBytes: bytes.length,
	names,
});

/** What is known of an open file after reading it, or for a large one without. Leaves it open, at its end. */
export function factsOfOpen({ fd, path, sizeBytes, names }: OpenFile, limitBytes = MAX_MOVED_BYTES): FileFacts {
	if (sizeBytes > limitBytes) return { path, digest: undefined, sizeBytes, names };
	const bytes = explained(path, () => readFileSync(fd));
	return { path, digest: sha256(bytes), sizeBytes: bytes.length, names };
}

/** For an answer that shows something of these files: one that holds what others wrote is enough. */
export const outsideOfFiles = (origins: FileOrigins, files: readonly FileFacts[]): Outside =>
	outsideFrom(files, (file) => origins.sourceOf(file) ?? origins.sourceOfName(file.path));

/** For an answer that shows paths. A file that holds what others wrote may have its name from them, too. */
export const outsideOfNames = (origins: FileOrigins, inside: Inside, paths: readonly string[]): Outside =>
	outsideFrom(paths, (path) => origins.sourceOfName(path) ?? sourceOfBytes(origins, inside, path));

function outsideFrom<Item>(items: readonly Item[], sourceOf: (item: Item) => string | undefined): Outside {
	let only: string | undefined;
	for (const item of items) {
		const source = sourceOf(item);
		if (source === undefined) continue;
		if (only !== undefined) return { outside: { source: "files from others" } };
		only = source;
	}
	return only === undefined ? {} : { outside: { source: only } };
}

function sourceOfBytes(origins: FileOrigins, inside: Inside, path: string): string | undefined {
	const file = openIfFile(inside, path);
	if (!file) return undefined;
	try {
		const isKnown = file.names > 1 || origins.mayHold(file.sizeBytes);
		return isKnown ? origins.sourceOf(factsOfOpen(file, MAX_NAMED_BYTES)) : undefined;
	} finally {
		closeSync(file.fd);
	}
}

/** Undefined for a folder, a link that leads outside, and whatever else can't be opened. */
function openIfFile(inside: Inside, path: string): OpenFile | undefined {
	try {
		return inside.openFile(path);
	} catch (error) {
		if (error instanceof ToolError) return undefined;
		throw error;
	}
}

/**
 * Marks the folders that have to be made for `path`, before they are. Where the way there can't be followed, there is nothing to
 * mark: making them will fail and say why.
 */
export function markFoldersFor(origins: FileOrigins, inside: Inside, path: string): void {
	const missing: string[] = [];
	let above = parentOf(path);
	while (above !== "" && inside.kindOf(above) === "nothing") {
		missing.unshift(nameOf(above));
		above = parentOf(above);
	}
	if (missing.length === 0 || inside.kindOf(above) !== "folder") return;
	const folder = inside.openFolder(above);
	closeSync(folder.fd);
	const folders: string[] = [];
	for (const name of missing) folders.push(joined(folders.at(-1) ?? folder.path, name));
	origins.willMake(folders);
}

/**
 * Marks what is about to be written, where it has to be. File systems that take two spellings for one name may keep either, so
 * it goes by the one given and by the one that was there.
 * @param written what will stand there
 * @param before what stands there
 * @param keepsPart whether some of that stays
 */
export function markWrite(
	origins: FileOrigins,
	place: Place,
	written: { bytes: Buffer; digest: string },
	before: FileVersion | undefined,
	keepsPart: boolean,
): Settle {
	const bytes = { digest: written.digest, sizeBytes: written.bytes.length };
	const kept = before && keepsPart ? factsOf(before) : undefined;
	const spellings = new Set([place.path, before?.path ?? place.path]);
	const settles = [...spellings].map((path) => origins.willWrite(path, bytes, kept));
	return () => {
		for (const settle of settles) settle();
	};
}
