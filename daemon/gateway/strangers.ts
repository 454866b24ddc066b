import type { Database } from "#core/database.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import type { Events } from "#daemon/records/events.ts";
import type { People } from "./people.ts";

/** Answers people whom the owner has not named: politely, once an hour, with a code that the owner can confirm. */
export class Strangers {
	readonly #database: Database;
	readonly #events: Events;
	readonly #outbox: Outbox;
	readonly #people: People;

	constructor(parts: { database: Database; events: Events; outbox: Outbox; people: People }) {
		this.#database = parts.database;
		this.#events = parts.events;
		this.#outbox = parts.outbox;
		this.#people = parts.people;
	}

	/** Handles all that wait. Their text stays in the event log; no model sees it. */
	handleWaiting(): void {
		for (const event of this.#events.waiting("refused", 100)) {
			this.#database.write(() => {
				const { code, isNew } = this.#people.startPairing(
					{ channel: event.channel, ...event.sender },
					event.conversation,
				);
				if (isNew)
					this.#outbox.add({ conversation: event.conversation, kind: "notice", text: refusal(code), toOwner: false });
				this.#events.settle(event.id, "refused", "not one of the owner's accounts");
			});
		}
	}
}

const refusal = (code: string): string =>
	"Hello. I am a private assistant and can't help you, sorry.\n\n" +
	`If I am yours: confirm this account within an hour with \`/pair ${code}\` on my page, or \`steward pair ${code}\` on my machine.`;
