import { closeSync, readFileSync } from "node:fs";
import { sha256 } from "#core/digest.ts";
import { holdsRedactedMark } from "#core/redact.ts";
import { explained } from "./file-problem.ts";
import type { Inside, OpenFile, Place } from "./inside.ts";
import { shown } from "./paths.ts";
import type { SeenFiles } from "./ports.ts";
import { ToolError } from "./tool.ts";

/** Whole files are held in memory and hashed in one go, so there is an end to what a file tool takes. */
export const MAX_FILE_BYTES = 32 * 1024 * 1024;

/** What a file holds at one moment. */
export interface FileVersion {
	readonly path: string;
	readonly bytes: Buffer;
	readonly digest: string;
	readonly mode: number;
	readonly names: number;
}

/** Reads the whole file and closes it. Throws `ToolError` where it is too large. */
export function readVersion(file: OpenFile): FileVersion {
	try {
		if (file.sizeBytes > MAX_FILE_BYTES) {
			throw new ToolError(
				`${shown(file.path)} has ${file.sizeBytes.toLocaleString("en-US")} bytes; file tools take up to ` +
					`${MAX_FILE_BYTES.toLocaleString("en-US")}. Use a command in the sandbox for it, if there is one.`,
			);
		}
		const bytes = bytesOf(file);
		return { path: file.path, bytes, digest: sha256(bytes), mode: file.mode, names: file.names };
	} finally {
		closeSync(file.fd);
	}
}

/** What stands at this place now; undefined where there is nothing. Links are refused. */
export function versionAt(inside: Inside, place: Place): FileVersion | undefined {
	const file = inside.openChild(place.folder, place.name);
	return file && readVersion(file);
}

/**
 * Throws unless the model has seen `version`: what it would replace may hold somebody else's work.
 * @param seen digests as of the last read or write in this trajectory
 */
export function requireSeen(version: FileVersion, seen: SeenFiles): void {
	const digest = seen.get(version.path);
	if (digest === version.digest) return;
	const problem = digest === undefined ? "exists, and you have not read it yet" : "has changed since you last read it";
	throw new ToolError(`${shown(version.path)} ${problem}. Nothing was changed. Call read_file on it first.`);
}

/** Throws for a file with more than one name: replacing it would part the names, and the other would keep the old. */
export function refuseManyNames({ path, names }: Pick<FileVersion, "path" | "names">): void {
	if (names === 1) return;
	throw new ToolError(
		`${shown(path)} has ${names} names (hard links), and this would change only one of them. Nothing was changed. ` +
			"Write to a new path instead, or have this name deleted first.",
	);
}

/** Throws for a file whose owner may not write to it: being replaced by another, it would change all the same. */
export function refuseReadOnly({ path, mode }: FileVersion): void {
	if ((mode & 0o200) !== 0) return;
	throw new ToolError(
		`${shown(path)} is set to read-only. Nothing was changed. Write to a new path, or tell the owner.`,
	);
}

/** Written back, a mark that stands in a secret's place would destroy the secret. @throws ToolError */
export function refuseMarks(content: string, { bytes }: FileVersion): void {
	if (!holdsRedactedMark(content) || holdsRedactedMark(bytes.toString("utf8"))) return;
	throw new ToolError(
		"The text holds a mark where a secret is hidden from you, and writing it would destroy the secret. Nothing was changed. " +
			"Change the other lines with edit_file, and leave that one out.",
	);
}

/**
 * `EffectReport.resourceVersion` of a file that would be changed: the digest of its bytes. For one too large to be hashed
 * while everything waits: its size and time.
 */
export const resourceVersionOf = (file: OpenFile): string =>
	file.sizeBytes > MAX_FILE_BYTES ? `${file.sizeBytes} bytes of ${file.modifiedMs}` : sha256(bytesOf(file));

/** The same for a place where there may be nothing yet: then `absent`. */
export function resourceVersionAt(inside: Inside, path: string): string {
	if (inside.kindOf(path) === "nothing") return "absent";
	const file = inside.openFile(path);
	try {
		return resourceVersionOf(file);
	} finally {
		closeSync(file.fd);
	}
}

const bytesOf = ({ fd, path }: OpenFile): Buffer => explained(path, () => readFileSync(fd));
