import type { Conversation } from "#core/event.ts";
import type { Choice, MessageKind } from "#core/message.ts";

/** A message to be queued. */
export interface NewMessage {
	conversation: Conversation;
	kind: MessageKind;
	text: string;
	attachments?: string[];
	choices?: Choice[];
	toOwner: boolean;
	turnId?: number | undefined;
	approvalId?: number | undefined;
	/** Set on a notice that tells of another message's failure: the failure of a notice is not told again. */
	aboutId?: number;
	/** The program put in what others wrote. Questions for approval count as such: their arguments may come from there. */
	outside?: boolean;
	/** A model wrote it while outside content was in view. */
	derived?: boolean;
}

/** Who is told of rows. */
export interface OutboxListeners {
	/** Called after the commit that made a row. */
	onAdded: (conversation: Conversation) => void;
	/** Called after that, and after each commit that moved its delivery on. */
	onChanged: (id: number) => void;
}
