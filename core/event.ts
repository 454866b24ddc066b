import * as z from "zod";
import type { Trust } from "./trust.ts";

/** Where a conversation lives: a channel's name, and that channel's own address for it (a chat id, a thread). */
export const conversationSchema = z.object({ channel: z.string().min(1), address: z.string().min(1) });
export type Conversation = z.infer<typeof conversationSchema>;

export const isSameConversation = (a: Conversation, b: Conversation): boolean =>
	a.channel === b.channel && a.address === b.address;

/** A file that came with an event, already saved below `workspace/inbox/`. */
export const attachmentSchema = z.object({
	/** Relative to the workspace, with forward slashes. */
	path: z.string().min(1),
	/** As the sender named it. Never used as a path. */
	name: z.string(),
	mediaType: z.string(),
	sizeBytes: z.number().int().nonnegative(),
});
export type Attachment = z.infer<typeof attachmentSchema>;

/** A button or other control that a person pressed. Handled by code, never shown to a model as a request. */
export const actionSchema = z.discriminatedUnion("kind", [
	/** `all`: everything, also what earlier turns began. */
	z.object({ kind: z.literal("stop"), all: z.boolean().optional() }),
	/** `always`: and from now on without asking, within the terms that the question named. */
	z.object({ kind: z.literal("approve"), code: z.string(), always: z.boolean().optional() }),
	z.object({ kind: z.literal("deny"), code: z.string(), reason: z.string().optional() }),
	z.object({ kind: z.literal("pair"), code: z.string() }),
	/** The owner is answered today, also above the limit of the day or month. */
	z.object({ kind: z.literal("spend-allow") }),
]);
export type Action = z.infer<typeof actionSchema>;

/** How an event is about an earlier message: answers it, replaces its words, or is a mark put on it. */
export const relationSchema = z.enum(["reply", "edit", "reaction"]);
export type Relation = z.infer<typeof relationSchema>;

/**
 * How soon an event has to be looked at. Set by code (a registration that was made so), never by who sent it.
 * - `critical`: a long tool call gives way to it, as to the owner's own words
 * - `interrupt`: what is being thought or done is cut off for it
 */
export const urgencySchema = z.enum(["normal", "critical", "interrupt"]);
export type Urgency = z.infer<typeof urgencySchema>;

/** The longest text that one event may carry, in UTF-16 units. A longer one is refused with a word on what to do. */
export const MAX_EVENT_TEXT_LENGTH = 10_000_000;

/**
 * What an adapter hands to the gateway: one thing that happened, in one form for all channels.
 * The adapter says who the transport says it was (`sender.id`); the gateway decides what that person is trusted with.
 */
export const inboundSchema = z.object({
	channel: z.string().min(1),
	/** Unique within the channel for one real-world event, the same for each redelivery of it. */
	dedupKey: z.string().min(1),
	conversation: conversationSchema,
	sender: z.object({ id: z.string().min(1), name: z.string().optional() }),
	text: z.string().max(MAX_EVENT_TEXT_LENGTH),
	attachments: z.array(attachmentSchema).default([]),
	/** Set where somebody else wrote the text and the sender only passed it on (a forward, a quote). */
	outside: z.object({ source: z.string() }).optional(),
	action: actionSchema.optional(),
	/** This message's own id at the service, unique within its conversation: replies, edits and reactions name it later. */
	serviceId: z.string().min(1).optional(),
	/** The earlier message of the conversation that this one is about, by that message's id at the service. */
	about: z.object({ relation: relationSchema, serviceId: z.string().min(1) }).optional(),
	/** `normal` where it is left out. */
	urgency: urgencySchema.exactOptional(),
	/**
	 * Set by adapters whose events are not the owner's conversation: what they bring is read apart from it. `key` says which
	 * events belong together, as a mail thread's id. `purpose` is the program's own word for it, never a subject line: it is
	 * shown in the owner's conversation.
	 */
	trajectory: z
		.object({ kind: z.enum(["side", "guest"]), key: z.string().min(1).max(500), purpose: z.string().min(1).max(200) })
		.optional(),
	/** When it happened by the source's clock, milliseconds since the epoch. */
	occurredAt: z.number(),
	/** The source's read position, stored in the same transaction as the event (Telegram's offset, an IMAP UID). */
	cursor: z.object({ source: z.string(), value: z.string() }).optional(),
});
export type Inbound = z.input<typeof inboundSchema>;
export type ParsedInbound = z.infer<typeof inboundSchema>;

/** Events are numbered from 1 in order of arrival; people and models see `E-12`. */
export type EventId = number;

export const formatEventId = (id: EventId): string => `E-${id}`;

/** Reads `E-12` (any case, spaces around it). Returns undefined for anything else. */
export function parseEventId(text: string): EventId | undefined {
	const match = /^\s*E-([1-9]\d*)\s*$/i.exec(text);
	return match ? Number(match[1]) : undefined;
}

/** What `Gateway.receive` answers once the event is on disk. */
export interface Receipt {
	eventId: EventId;
	/** True where the same (channel, dedupKey) was already there: nothing was stored and nothing will happen. */
	duplicate: boolean;
	trust: Trust;
}
