import type { IncomingMessage } from "node:http";
import type * as z from "zod";
import { Refusal } from "./responses.ts";

/** Enough for every body but a message. */
const SMALL_BODY_BYTES = 16_384;

interface Limit {
	sizeBytes: number;
	/** What to tell the sender of more. */
	message: string;
}

/**
 * The pieces of a request's body as they arrive.
 * @throws Refusal 413 as soon as it is known to be longer than the limit; the connection stays open for the answer
 */
export async function* readChunks(request: IncomingMessage, limit: Limit): AsyncGenerator<Buffer> {
	if (Number(request.headers["content-length"] ?? 0) > limit.sizeBytes) throw new Refusal(413, limit.message);
	let sizeBytes = 0;
	const chunks: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
	for await (const chunk of chunks) {
		sizeBytes += chunk.length;
		if (sizeBytes > limit.sizeBytes) throw new Refusal(413, limit.message);
		yield chunk;
	}
}

/**
 * Reads a JSON body and checks it.
 * @throws Refusal 415, 413 or 400 with a sentence that names what is wrong
 */
export async function readJson<Schema extends z.ZodType>(
	request: IncomingMessage,
	schema: Schema,
	limit: Limit = { sizeBytes: SMALL_BODY_BYTES, message: `The body is longer than ${SMALL_BODY_BYTES} bytes.` },
): Promise<z.infer<Schema>> {
	const mediaType = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
	if (mediaType !== "application/json") throw new Refusal(415, "Send the body as application/json.");
	const chunks: Buffer[] = [];
	for await (const chunk of readChunks(request, limit)) chunks.push(chunk);
	const checked = schema.safeParse(parseJson(Buffer.concat(chunks)));
	if (checked.success) return checked.data;
	const issue = checked.error.issues[0];
	throw new Refusal(400, `The body is not as expected: ${issue?.path.join(".") || "body"}: ${issue?.message}.`);
}

function parseJson(bytes: Buffer): unknown {
	try {
		return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
	} catch (error) {
		// Both parsers quote what they were given in their messages, and that may be private: say only where to look.
		if (error instanceof SyntaxError || error instanceof TypeError) {
			throw new Refusal(400, "The body is not valid JSON in UTF-8.");
		}
		throw error;
	}
}
