import type { Database } from "#core/database.ts";
import { type Conversation, isSameConversation } from "#core/event.ts";
import type { ModelOutcome } from "#daemon/model/port.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import type { Events } from "#daemon/records/events.ts";
import type { Facts } from "#daemon/records/facts.ts";
import type { Turns } from "#daemon/records/turns.ts";
import type { SpendNotices } from "#daemon/spend/spend-notices.ts";
import { isToOwner } from "./tool-contexts.ts";

const FACT = "told of the model outage";

const MEANWHILE =
	"Your messages are kept; I answer them as soon as a model is back. Meanwhile I still understand plain words for reminders, " +
	'lists and notes, as "remind me in 20 minutes to call Bob" or "note: buy milk". `/help` shows what works.';

/** What nobody waits for is not asked again of a service that refuses key or bill. */
const WHEN_DONE = "When that is done, write me anything: then I try again.";

import { NEEDS_THE_OWNER } from "./decide-outage-wait.ts";

type Failed = Extract<ModelOutcome, { kind: "failed" }>;

export interface OutageParts {
	database: Database;
	facts: Facts;
	events: Events;
	turns: Turns;
	outbox: Outbox;
	spendNotices: Pick<SpendNotices, "tellReached">;
	/** Where to tell the owner of what came from somebody else. */
	ownerConversation: () => Conversation;
}

/** Tells the owner that no model answers: once for each outage in each conversation that waits, also across restarts. */
export class Outage {
	readonly #parts: OutageParts;

	constructor(parts: OutageParts) {
		this.#parts = parts;
	}

	tell(turnId: number, failure: Failed): void {
		if (failure.cause === "over-budget") this.#tellOfLimit(turnId);
		else this.#tellOfOutage(turnId, failure);
	}

	/** Whether the owner knows that no model answers. */
	get isTold(): boolean {
		return this.#parts.facts.read(FACT) !== undefined;
	}

	/** A model answered: the next outage is told again. */
	end(): void {
		const { facts } = this.#parts;
		if (facts.read(FACT) !== undefined) facts.remove(FACT);
	}

	#tellOfOutage(turnId: number, failure: Failed): void {
		const { database, facts, outbox } = this.#parts;
		const told = new Set(facts.read(FACT)?.split("\n") ?? []);
		const keyOf = ({ channel, address }: Conversation) => `${channel} ${address}`;
		const untold = this.#waitingIn(turnId).filter((conversation) => !told.has(keyOf(conversation)));
		if (untold.length === 0) return;
		const after = NEEDS_THE_OWNER.has(failure.cause) ? ` ${WHEN_DONE}` : "";
		const text = `I can't think right now: ${failure.problem} ${failure.remedy}${after}\n\n${MEANWHILE}`;
		database.write(() => {
			for (const conversation of untold) outbox.add({ conversation, kind: "notice", text, toOwner: true, turnId });
			facts.write(FACT, [...told, ...untold.map(keyOf)].join("\n"));
		});
	}

	/** Models are well; it is the owner's own word that holds the turn back. */
	#tellOfLimit(turnId: number): void {
		const { turns, spendNotices } = this.#parts;
		const asker = turns.get(turnId).authority === "owner" ? "owner" : "other";
		spendNotices.tellReached({ turnId, asker, conversations: this.#waitingIn(turnId) });
	}

	/** Where the owner is waiting, or is to hear of what came from somebody else; each conversation once. */
	#waitingIn(turnId: number): Conversation[] {
		const { events, ownerConversation } = this.#parts;
		return events
			.ofTurn(turnId)
			.filter(({ state }) => state !== "settled")
			.map((event) => (isToOwner(event) ? event.conversation : ownerConversation()))
			.filter((place, index, all) => all.findIndex((other) => isSameConversation(other, place)) === index);
	}
}
