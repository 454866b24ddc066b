import { createHash } from "node:crypto";
import { closeSync, createReadStream } from "node:fs";
import type { FileFacts } from "#tools/file-origins-port.ts";
import type { Inside } from "#tools/inside.ts";
import { ToolError } from "#tools/tool.ts";

/** What is known of a file after reading all of it, in pieces. Undefined where it is gone, or a link stands in its place. */
export async function readFacts(inside: Inside, path: string, signal?: AbortSignal): Promise<FileFacts | undefined> {
	const file = openReal(inside, path);
	if (!file) return undefined;
	const hash = createHash("sha256");
	let sizeBytes = 0;
	try {
		const stream = createReadStream("", { fd: file.fd, autoClose: false, signal });
		for await (const piece of stream as AsyncIterable<Buffer>) {
			hash.update(piece);
			sizeBytes += piece.length;
		}
	} finally {
		closeSync(file.fd);
	}
	return { path, digest: hash.digest("hex"), sizeBytes, names: file.names };
}

function openReal(inside: Inside, path: string) {
	try {
		const file = inside.openFile(path);
		if (file.path === path) return file;
		closeSync(file.fd);
	} catch (error) {
		if (!(error instanceof ToolError)) throw error;
	}
	return undefined;
}
