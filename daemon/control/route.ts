import type { IncomingMessage, ServerResponse } from "node:http";
import type * as z from "zod";

/** A request to the control socket. */
export interface Call {
	request: IncomingMessage;
	response: ServerResponse;
	query: URLSearchParams;
	/** Aborts when the daemon stops: whoever waits for something answers that now. */
	closing: AbortSignal;
}

/** What answers a path. Handlers throw `Refusal` for what is the client's doing; anything else becomes a 500. */
export interface Route {
	method: "GET" | "POST";
	path: string;
	handle(call: Call): Promise<void> | void;
}

/** A request that is not served, with a sentence for the owner that says what to do. */
export class Refusal extends Error {
	override name = "Refusal";
	readonly status: number;

	constructor(status: number, message: string) {
		super(message);
		this.status = status;
	}
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
	const body = Buffer.from(JSON.stringify(value));
	response.writeHead(status, { "content-type": "application/json", "content-length": body.length });
	response.end(body);
}

/** @throws Refusal 400 with a sentence that names what is wrong */
export function readQuery<Schema extends z.ZodType>({ query }: Call, schema: Schema): z.infer<Schema> {
	return check(schema, Object.fromEntries(query));
}

/** Enough for every body but a message. */
const SMALL_BODY_BYTES = 16_384;

/** @throws Refusal 413 or 400 with a sentence that names what is wrong */
export async function readBody<Schema extends z.ZodType>(
	{ request }: Call,
	schema: Schema,
	limitBytes = SMALL_BODY_BYTES,
): Promise<z.infer<Schema>> {
	const chunks: Buffer[] = [];
	let sizeBytes = 0;
	// Read to its end also when it is too long: closing early would show the client a broken pipe, not the sentence.
	for await (const chunk of request as AsyncIterable<Buffer>) {
		sizeBytes += chunk.length;
		if (sizeBytes <= limitBytes) chunks.push(chunk);
	}
	if (sizeBytes > limitBytes) {
		throw new Refusal(
			413,
			`This is longer than ${limitBytes} bytes. Save it as a file in the workspace and name that.`,
		);
	}
	return check(schema, parseJson(Buffer.concat(chunks).toString()));
}

function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
	const checked = schema.safeParse(value);
	if (checked.success) return checked.data;
	const issue = checked.error.issues[0];
	const where = issue?.path.join(".");
	throw new Refusal(400, `${where ? `"${where}" is not right` : "The request is not right"}: ${issue?.message}.`);
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// The parser's own message quotes the text, which is private and may be long.
		throw new Refusal(400, "The body is not JSON.");
	}
}
