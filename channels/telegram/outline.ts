import * as z from "zod";
import type { RawUpdate } from "./update.ts";

const chatSchema = z.object({
	id: z.number().int().optional().catch(undefined),
	type: z.string().optional().catch(undefined),
});
const userSchema = z.object({
	id: z.number().int().optional().catch(undefined),
	is_bot: z.boolean().optional().catch(undefined),
});

/** A member that is broken counts as missing. */
const memberSchema = z
	.object({
		chat: chatSchema.optional().catch(undefined),
		from: userSchema.optional().catch(undefined),
		/** Who put a reaction. */
		user: userSchema.optional().catch(undefined),
		message: z
			.object({ chat: chatSchema.optional().catch(undefined) })
			.optional()
			.catch(undefined),
	})
	.optional()
	.catch(undefined);

const outlineSchema = z.object({
	message: memberSchema,
	edited_message: memberSchema,
	callback_query: memberSchema,
	message_reaction: memberSchema,
});

/** As much of a broken update as can be saved: enough to tell whose it is, and to stay out of groups. */
export function readOutline(raw: RawUpdate): {
	chat: z.infer<typeof chatSchema> | undefined;
	from: z.infer<typeof userSchema> | undefined;
} {
	const outline = outlineSchema.parse(raw);
	const member = outline.message ?? outline.edited_message ?? outline.callback_query ?? outline.message_reaction;
	return { chat: member?.chat ?? member?.message?.chat, from: member?.from ?? member?.user };
}
