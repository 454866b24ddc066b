import * as z from "zod";

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

const fileSchema = z.object({
	file_id: z.string(),
	file_unique_id: z.string(),
	file_size: z.number().optional(),
	file_name: z.string().optional(),
	mime_type: z.string().optional(),
});

const titledSchema = z.object({ title: z.string().optional(), first_name: z.string().optional() });

const originSchema = z.discriminatedUnion("type", [
	z.object({ type: z.literal("user"), sender_user: userSchema }),
	z.object({ type: z.literal("hidden_user"), sender_user_name: z.string() }),
	z.object({ type: z.literal("chat"), sender_chat: titledSchema }),
	z.object({ type: z.literal("channel"), chat: titledSchema }),
]);
export type Origin = z.infer<typeof originSchema>;

/** What a message shows beside words. At most one of them is set. */
const contentSchema = z.object({
	sticker: z.object({ emoji: z.string().optional() }).optional(),
	voice: z.object({ duration: z.number() }).optional(),
	video_note: z.object({ duration: z.number() }).optional(),
	video: z.object({ duration: z.number() }).optional(),
	audio: z.object({ duration: z.number(), title: z.string().optional(), performer: z.string().optional() }).optional(),
	animation: z.object({}).optional(),
	location: z.object({ latitude: z.number(), longitude: z.number(), live_period: z.number().optional() }).optional(),
	venue: z.object({ title: z.string(), address: z.string() }).optional(),
	contact: z.object({ phone_number: z.string(), first_name: z.string(), last_name: z.string().optional() }).optional(),
	dice: z.object({ emoji: z.string(), value: z.number() }).optional(),
	poll: z.object({ question: z.string() }).optional(),
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

const messageSchema = z.object({
	...contentSchema.shape,
	...serviceSchema.partial().shape,
	message_id: z.number().int(),
	date: z.number(),
	edit_date: z.number().optional(),
	chat: chatSchema,
	from: userSchema,
	message_thread_id: z.number().int().optional(),
	is_topic_message: z.boolean().optional(),
	text: z.string().optional(),
	caption: z.string().optional(),
	document: fileSchema.optional(),
	photo: z.array(fileSchema).optional(),
	forward_origin: originSchema.optional(),
	via_bot: userSchema.optional(),
	quote: z.object({ text: z.string(), is_manual: z.boolean().optional() }).optional(),
	external_reply: z.object({ origin: originSchema }).optional(),
	reply_to_message: z
		.object({
			from: userSchema.optional(),
			text: z.string().optional(),
			caption: z.string().optional(),
			forward_origin: originSchema.optional(),
			via_bot: userSchema.optional(),
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

export const updateSchema = z.object({
	update_id: z.number().int(),
	message: messageSchema.optional(),
	edited_message: messageSchema.optional(),
	callback_query: callbackSchema.optional(),
});

/** What an answer of getUpdates must be for the offset to move past it. All else may be broken in any way. */
export const batchSchema = z.array(z.looseObject({ update_id: z.number().int() }));
export type RawUpdate = z.infer<typeof batchSchema>[number];

const outlineMessageSchema = z.object({
	chat: chatSchema.partial().optional().catch(undefined),
	from: userSchema.partial().optional().catch(undefined),
});

/** As much of a broken update as can be saved: enough to tell whose it is, and to stay out of groups. */
export const outlineSchema = z.object({
	message: outlineMessageSchema.optional().catch(undefined),
	edited_message: outlineMessageSchema.optional().catch(undefined),
	callback_query: outlineMessageSchema
		.extend({ message: outlineMessageSchema.optional().catch(undefined) })
		.optional()
		.catch(undefined),
});
