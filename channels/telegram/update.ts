import * as z from "zod";
import { mediaSchema } from "./media.ts";

/*
 * The parts of an update that this channel reads (https://core.telegram.org/bots/api#update). Other members are dropped:
 * Telegram adds some with every version.
 */

const userSchema = z.object({
	id: z.number().int(),
	is_bot: z.boolean(),
	first_name: z.string(),
	last_name: z.string().optional(),
});
export type User = z.infer<typeof userSchema>;

const titledSchema = z.object({ title: z.string().optional(), first_name: z.string().optional() });

const originSchema = z.discriminatedUnion("type", [
	z.object({ type: z.literal("user"), sender_user: userSchema }),
	z.object({ type: z.literal("hidden_user"), sender_user_name: z.string() }),
	z.object({ type: z.literal("chat"), sender_chat: titledSchema }),
	z.object({ type: z.literal("channel"), chat: titledSchema }),
]);
export type Origin = z.infer<typeof originSchema>;

const wordsSchema = z.object({ text: z.string() });

/** What a message shows beside words. */
const contentSchema = z.object({
	...mediaSchema.shape,
	location: z.object({ latitude: z.number(), longitude: z.number(), live_period: z.number().optional() }).optional(),
	venue: z.object({ title: z.string(), address: z.string() }).optional(),
	contact: z.object({ phone_number: z.string(), first_name: z.string(), last_name: z.string().optional() }).optional(),
	dice: z.object({ emoji: z.string(), value: z.number() }).optional(),
	poll: z.object({ question: z.string(), options: z.array(wordsSchema).default([]) }).optional(),
	checklist: z.object({ title: z.string(), tasks: z.array(wordsSchema).default([]) }).optional(),
	game: z.object({ title: z.string() }).optional(),
	story: z.object({}).optional(),
	paid_media: z.object({}).optional(),
});
export type Content = z.infer<typeof contentSchema>;

/** The members that only service messages have: nobody said anything. */
const serviceSchema = z.object({
	pinned_message: z.unknown(),
	message_auto_delete_timer_changed: z.unknown(),
	write_access_allowed: z.unknown(),
	chat_background_set: z.unknown(),
	forum_topic_created: z.unknown(),
	forum_topic_edited: z.unknown(),
	forum_topic_closed: z.unknown(),
	forum_topic_reopened: z.unknown(),
});
export const SERVICE_KINDS = serviceSchema.keyof().options;

const chatSchema = z.object({ id: z.number().int(), type: z.string() });

/** Seconds since the epoch, up to the year 9999: what JavaScript's dates can show. */
const dateSchema = z.number().nonnegative().max(253_402_300_799);

const messageSchema = z.object({
	...contentSchema.shape,
	...serviceSchema.partial().shape,
	message_id: z.number().int(),
	date: dateSchema,
	edit_date: dateSchema.optional(),
	chat: chatSchema,
	from: userSchema,
	message_thread_id: z.number().int().optional(),
	is_topic_message: z.boolean().optional(),
	/** The same for all members of an album, each of which is a message with an update of its own. */
	media_group_id: z.string().optional(),
	text: z.string().optional(),
	caption: z.string().optional(),
	forward_origin: originSchema.optional(),
	via_bot: userSchema.optional(),
	quote: z.object({ text: z.string(), is_manual: z.boolean().optional() }).optional(),
	external_reply: z.object({ origin: originSchema }).optional(),
	reply_to_message: z
		.object({
			message_id: z.number().int(),
			from: userSchema.optional(),
			text: z.string().optional(),
			caption: z.string().optional(),
			forward_origin: originSchema.optional(),
			via_bot: userSchema.optional(),
			forum_topic_created: z.unknown().optional(),
		})
		.optional(),
});
export type Message = z.infer<typeof messageSchema>;

const callbackSchema = z.object({
	id: z.string(),
	from: userSchema,
	data: z.string().optional(),
	message: z
		.object({
			chat: chatSchema,
			message_thread_id: z.number().int().optional(),
			is_topic_message: z.boolean().optional(),
		})
		.optional(),
});
export type Callback = z.infer<typeof callbackSchema>;

const reactionSchema = z.object({
	chat: chatSchema,
	message_id: z.number().int(),
	/** Missing where the reaction is anonymous, which is only so in groups. */
	user: userSchema.optional(),
	date: dateSchema,
	/** All that the person has put on the message now. A kind that is new to this program has nothing but its name. */
	new_reaction: z.array(
		z.object({ type: z.string(), emoji: z.string().optional(), custom_emoji_id: z.string().optional() }),
	),
});
export type Reaction = z.infer<typeof reactionSchema>;

export const updateSchema = z.object({
	update_id: z.number().int(),
	message: messageSchema.optional(),
	edited_message: messageSchema.optional(),
	callback_query: callbackSchema.optional(),
	message_reaction: reactionSchema.optional(),
});

/** What getUpdates is asked for. Reactions come only where they are named. */
export const ALLOWED_UPDATES = ["message", "edited_message", "callback_query", "message_reaction"] as const;

const rawUpdateSchema = z.looseObject({ update_id: z.number().int() });
/** What an update must be for the offset to move past it. All else may be broken in any way. */
export type RawUpdate = z.infer<typeof rawUpdateSchema>;

/**
 * Reads an answer of getUpdates. Members without a number are left out: they can't be confirmed and would block the rest.
 * @returns undefined where it is no such answer
 */
export function readBatch(answer: unknown): RawUpdate[] | undefined {
	if (!Array.isArray(answer)) return undefined;
	const updates = answer.flatMap((member) => rawUpdateSchema.safeParse(member).data ?? []);
	return answer.length > 0 && updates.length === 0 ? undefined : updates;
}
