import * as z from "zod";
import type { FormattedText } from "./formatted-text.ts";

/** What one call sends. */
export type Part =
	| ({ kind: "text"; withChoices: boolean } & FormattedText)
	/** `path` is relative to the workspace. */
	| { kind: "file"; path: string };

const range = { offset: z.int(), length: z.int() };
const entitySchema = z.discriminatedUnion("type", [
	z.object({ type: z.enum(["bold", "italic", "strikethrough", "code", "blockquote"]), ...range }),
	z.object({ type: z.literal("pre"), language: z.string().exactOptional(), ...range }),
	z.object({ type: z.literal("text_link"), url: z.string(), ...range }),
]);
const partSchema = z.discriminatedUnion("kind", [
	z.object({
		kind: z.literal("text"),
		text: z.string(),
		entities: z.array(entitySchema),
		withChoices: z.boolean(),
	}),
	z.object({ kind: z.literal("file"), path: z.string() }),
]);

/** A part as the outbox keeps it. */
export const encodePart = (part: Part): string => JSON.stringify(part);

/** @throws ZodError or SyntaxError where `encodePart` did not write it */
export const decodePart = (encoded: string): Part => partSchema.parse(JSON.parse(encoded));
