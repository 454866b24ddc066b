import type { MessageEntity } from "grammy/types";
import * as z from "zod";
import { linkProblem } from "./link-problem.ts";
import { integer } from "./parameters.ts";
import { badRequest } from "./refusal.ts";

/** Telegram finds these by itself, and takes no notice of a bot that gives them. */
const FOUND = new Set([
	...["mention", "hashtag", "cashtag", "bot_command", "url", "email", "phone_number", "bank_card_number"],
]);

const range = { offset: integer, length: integer };
const givenSchema = z.discriminatedUnion("type", [
	z.object({
		type: z.enum(["bold", "italic", "underline", "strikethrough", "spoiler"]),
		...range,
	}),
	z.object({ type: z.enum(["blockquote", "expandable_blockquote", "code"]), ...range }),
	z.object({ type: z.literal("pre"), language: z.string().exactOptional(), ...range }),
	z.object({ type: z.literal("text_link"), url: z.string(), ...range }),
	z.object({ type: z.literal("custom_emoji"), custom_emoji_id: z.string(), ...range }),
]);
const GIVEN = new Set([
	...["bold", "italic", "underline", "strikethrough", "spoiler", "blockquote", "expandable_blockquote"],
	...["code", "pre", "text_link", "custom_emoji"],
]);

/** The entities of a call, each still to be read. */
export const entitiesSchema = z.array(z.unknown());

/** Reads what a bot gives as `entities`. Throws `Refusal` in the words of the Bot API server. */
export function readEntities(given: readonly unknown[]): MessageEntity[] {
	return given.flatMap((value) => readEntity(value) ?? []);
}

function readEntity(value: unknown): MessageEntity | undefined {
	const object = z.record(z.string(), z.unknown()).safeParse(value);
	if (!object.success) throw unreadable("expected an Object");
	for (const name of ["offset", "length", "type"]) require(object.data, name);
	const { type } = object.data;
	if (type === "") throw unreadable("Type is not specified");
	if (FOUND.has(String(type))) return undefined;
	if (!GIVEN.has(String(type))) throw unreadable("Unsupported type specified");
	if (type === "text_link") require(object.data, "url");
	const entity = givenSchema.safeParse(object.data);
	if (!entity.success) throw unreadable(`Field "${entity.error.issues[0]?.path.join(".")}" is of a wrong type`);
	checkLink(entity.data);
	return entity.data;
}

function checkLink(entity: MessageEntity): void {
	const problem = entity.type === "text_link" ? linkProblem(entity.url) : undefined;
	if (entity.type === "text_link" && problem) throw badRequest(`entity URL '${entity.url}' is invalid: ${problem}`);
}

function require(object: Record<string, unknown>, name: string): void {
	if (object[name] === undefined) throw unreadable(`Can't find field "${name}"`);
}

const unreadable = (reason: string) => badRequest(`can't parse MessageEntity: ${reason}`);
