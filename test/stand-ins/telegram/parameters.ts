import * as z from "zod";
import { parseMultipart } from "./multipart.ts";
import { badRequest } from "./refusal.ts";

export interface UploadedFile {
	name: string;
	bytes: Buffer;
}

/** What came with a call: its parameters, and the files that they name as `attach://NAME` or by their own name. */
export interface CallInput {
	parameters: Record<string, unknown>;
	files: Map<string, UploadedFile>;
}

/** Parameters that are JSON inside a form field (core.telegram.org/bots/api#making-requests). */
const JSON_FIELDS = new Set([
	...["reply_markup", "reply_parameters", "link_preview_options", "entities", "caption_entities"],
	...["allowed_updates", "commands", "scope"],
]);

const objectSchema = z.record(z.string(), z.unknown());

/** Reads the query string and the body, which may be JSON, a form or multipart. Throws `Refusal` where it can't. */
export function readParameters(body: Buffer, contentType: string, query: URLSearchParams): CallInput {
	const fields = parseFields([...query]);
	if (body.length === 0) return { parameters: fields, files: new Map() };
	if (contentType.startsWith("multipart/form-data")) return readMultipart(body, contentType, fields);
	if (contentType.startsWith("application/x-www-form-urlencoded")) {
		const form = parseFields([...new URLSearchParams(body.toString("utf8"))]);
		return { parameters: { ...fields, ...form }, files: new Map() };
	}
	const json = objectSchema.safeParse(parseJson(body.toString("utf8"), "can't parse JSON object"));
	if (!json.success) throw badRequest("object expected as JSON body");
	return { parameters: { ...fields, ...json.data }, files: new Map() };
}

function readMultipart(body: Buffer, contentType: string, query: Record<string, unknown>): CallInput {
	const parts = parseMultipart(body, contentType);
	const fields = parts.filter((part) => part.fileName === undefined);
	const texts = fields.map((part): [string, string] => [part.name, part.bytes.toString("utf8")]);
	const files = parts.flatMap(({ name, fileName, bytes }): [string, UploadedFile][] =>
		fileName === undefined ? [] : [[name, { name: fileName, bytes }]],
	);
	return { parameters: { ...query, ...parseFields(texts) }, files: new Map(files) };
}

const parseFields = (fields: [string, string][]): Record<string, unknown> =>
	Object.fromEntries(
		fields.map(([name, value]) => [
			name,
			JSON_FIELDS.has(name) ? parseJson(value, `can't parse ${name} JSON object`) : value,
		]),
	);

function parseJson(text: string, problem: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw badRequest(problem);
	}
}

/** Checks a call's parameters. A form brings numbers and booleans as text, so the schemas coerce them. */
export function check<Schema extends z.ZodType>(schema: Schema, parameters: unknown): z.output<Schema> {
	const parsed = schema.safeParse(parameters);
	if (parsed.success) return parsed.data;
	const [issue] = parsed.error.issues;
	throw badRequest(`wrong parameter ${issue?.path.join(".")} in request: ${issue?.message}`);
}

/** An integer, also as text. */
export const integer = z.union([
	z.int(),
	z
		.string()
		.regex(/^-?\d+$/)
		.transform(Number),
]);

/** `true`, also as text. */
export const flag = z.union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")]);
