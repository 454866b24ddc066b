import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** The largest `config.yaml` or `.env` that is looked at. Real ones have a few kilobytes. */
export const MAX_FILE_BYTES = 1_048_576;

export type ReadText =
	/** `mode` holds the permission bits. A byte order mark is gone. */
	{ kind: "text"; text: string; mode: number } | { kind: "missing" } | { kind: "unreadable"; problem: string };

/** Reads a small text file, and no more of a large one than shows that it is too large. Never throws. */
export function readText(file: string): ReadText {
	let handle: number | undefined;
	try {
		handle = openSync(file, "r");
		const stats = fstatSync(handle);
		// A pipe or a device would keep the daemon waiting.
		if (!stats.isFile()) return { kind: "unreadable", problem: "is not a file" };
		const bytes = Buffer.alloc(Math.min(stats.size, MAX_FILE_BYTES) + 1);
		const size = readSync(handle, bytes);
		if (size > MAX_FILE_BYTES) return { kind: "unreadable", problem: `is larger than ${MAX_FILE_BYTES} bytes` };
		const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, size));
		return { kind: "text", text, mode: stats.mode & 0o777 };
	} catch (error) {
		return explain(error);
	} finally {
		if (handle !== undefined) closeSync(handle);
	}
}

function explain(error: unknown): ReadText {
	const code = error instanceof Error && "code" in error ? String(error.code) : "";
	if (code === "ENOENT") return { kind: "missing" };
	if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") return { kind: "unreadable", problem: "is not UTF-8 text" };
	if (code === "EACCES") return { kind: "unreadable", problem: "can't be read by the user that Steward runs as" };
	return { kind: "unreadable", problem: `can't be read (${code || "unknown error"})` };
}
