import type { Database } from "#core/database.ts";
import type { Conversation } from "#core/event.ts";
import type { Log } from "#core/log.ts";
import { truncate } from "#core/truncate.ts";
import type { Outbox } from "./outbox.ts";
import type { OutboxRecord } from "./outbox-record.ts";

/** How much of the lost message the notice quotes. */
const QUOTED_LENGTH = 300;

/** Gives up on messages, and tells the owner once, on another channel than the one that failed. */
export class DeadLetters {
	readonly #database: Database;
	readonly #outbox: Outbox;
	readonly #log: Log;
	readonly #elsewhere: (channel: string) => Conversation | undefined;

	/** @param elsewhere a conversation with the owner that does not go through the given channel */
	constructor(database: Database, outbox: Outbox, log: Log, elsewhere: (channel: string) => Conversation | undefined) {
		this.#database = database;
		this.#outbox = outbox;
		this.#log = log;
		this.#elsewhere = elsewhere;
	}

	bury(message: OutboxRecord, problem: string): void {
		const { channel } = message.conversation;
		const conversation = message.aboutId === undefined ? this.#elsewhere(channel) : undefined;
		this.#database.write(() => {
			this.#outbox.markDead(message.id, problem);
			if (!conversation) return;
			this.#outbox.add({
				conversation,
				kind: "notice",
				toOwner: true,
				aboutId: message.id,
				text: describe(message, problem),
			});
		});
		this.#log.error("A message was given up", { outbox: message.id, channel, problem, toldOn: conversation?.channel });
	}
}

/** What others wrote is not repeated: cut off in the middle, it could look like more than the quotation that it was. */
function describe(message: OutboxRecord, problem: string): string {
	const lost = `A message could not be delivered on ${message.conversation.channel}: ${problem}.`;
	if (message.outside) return `${lost} It shows what others wrote; the history on the page has it.`;
	const quoted = message.text.length > QUOTED_LENGTH ? `${truncate(message.text, QUOTED_LENGTH)}…` : message.text;
	return `${lost} It said:\n\n> ${quoted.replaceAll("\n", "\n> ")}`;
}
