import { ToolError } from "#tools/tool.ts";
import type { Answer } from "./get.ts";

export const MAX_BODY_BYTES = 5_000_000;

/**
 * All of a page, decompressed. What grows beyond the limit is not read on: the size that a server names may be wrong, and a few
 * KB may unpack to GB.
 * @throws ToolError where it is too large, and what the connection rejects with
 */
export async function readBody({ body, lengthBytes }: Pick<Answer, "body" | "lengthBytes">): Promise<Buffer> {
	if (lengthBytes !== undefined && lengthBytes > MAX_BODY_BYTES) throw tooLarge();
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of body as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size > MAX_BODY_BYTES) throw tooLarge();
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

const tooLarge = (): ToolError =>
	new ToolError("The page was not read: it has more than 5 MB. Look for a smaller page on the same thing.");
