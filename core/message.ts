import type { Conversation } from "./event.ts";

/** A choice that a channel shows as a button, or as a line saying what to type where it has none. */
export interface Choice {
	label: string;
	/** What pressing it means, as `approve:K7Q2`, `deny:K7Q2`. Comes back as `Inbound.action`. */
	action: string;
	/** What a person may type instead, as `/approve K7Q2`. */
	command: string;
}

/** Why something is being said. Channels may show kinds differently; none is silently dropped. */
export type MessageKind = "reply" | "notice" | "approval";

/** One message on its way out, as a channel gets it. */
export interface OutboundMessage {
	/** The outbox row's number: the idempotency key for channels that have such a thing. */
	id: number;
	conversation: Conversation;
	kind: MessageKind;
	/** Markdown (CommonMark). */
	text: string;
	/** Files to go with it, as paths relative to the workspace. */
	attachments: string[];
	choices: Choice[];
	createdAt: number;
}
