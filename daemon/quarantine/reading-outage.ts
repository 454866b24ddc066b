import type { Database } from "#core/database.ts";
import type { Conversation } from "#core/event.ts";
import type { ModelOutcome } from "#daemon/model/port.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import type { Facts } from "#daemon/records/facts.ts";
import type { SpendNotices } from "#daemon/spend/spend-notices.ts";

const FACT = "told that nobody reads what others sent";

export interface ReadingOutageParts {
	database: Database;
	facts: Facts;
	outbox: Outbox;
	spendNotices: Pick<SpendNotices, "tellReached">;
	ownerConversation: () => Conversation;
	/** Whether the owner knows already that no model answers at all. */
	isOutageTold: () => boolean;
}

/** Tells the owner that what others sent is not read for want of a model: once for each outage, also across restarts. */
export class ReadingOutage {
	readonly #parts: ReadingOutageParts;

	constructor(parts: ReadingOutageParts) {
		this.#parts = parts;
	}

	/** Part of the caller's transaction, if there is one. */
	tell(failure: Extract<ModelOutcome, { kind: "failed" }>): void {
		const { database, facts, outbox, spendNotices, ownerConversation, isOutageTold } = this.#parts;
		const conversation = ownerConversation();
		if (failure.cause === "over-budget") {
			spendNotices.tellReached({ asker: "other", conversations: [conversation] });
			return;
		}
		if (facts.read(FACT) !== undefined || isOutageTold()) return;
		const text =
			`I can't read what others sent you right now: ${failure.problem} ${failure.remedy} ` +
			"It is kept, and read as soon as a model answers.";
		database.write(() => {
			// A service may repeat in its error what it was sent.
			outbox.add({ conversation, kind: "notice", text, outside: true, toOwner: true });
			facts.write(FACT, "yes");
		});
	}

	/** Somebody reads again: the next outage is told again. */
	end(): void {
		const { facts } = this.#parts;
		if (facts.read(FACT) !== undefined) facts.remove(FACT);
	}
}
