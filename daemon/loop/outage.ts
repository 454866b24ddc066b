import type { Database } from "#core/database.ts";
import type { Conversation } from "#core/event.ts";
import type { FailureCause, ModelOutcome } from "#daemon/model/port.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import type { Events } from "#daemon/records/events.ts";
import type { Facts } from "#daemon/records/facts.ts";
import { isToOwner } from "./tool-contexts.ts";

const FACT = "told of the model outage";

const MEANWHILE =
	"Your messages are kept; I answer them as soon as a model is back. Meanwhile I still understand plain words for reminders, " +
	'lists and notes, as "remind me in 20 minutes to call Bob" or "note: buy milk". `/help` shows what works.';

type Failed = Extract<ModelOutcome, { kind: "failed" }>;

/** Causes that don't go away by waiting: somebody has to change something. */
const NEEDS_THE_OWNER: ReadonlySet<FailureCause> = new Set(["not-configured", "unauthorized", "billing"]);
const OWNER_WAIT_MS = 5 * 60_000;
const FIRST_WAIT_MS = 5_000;
const MAX_WAIT_MS = 60_000;

/**
 * How long until the waiting turn asks again. Pure. A new event or a changed configuration comes first anyhow.
 * @param attempt failures in a row, from 1
 */
export function decideOutageWait(failure: Pick<Failed, "cause" | "retryAfterMs">, attempt: number): number {
	if (NEEDS_THE_OWNER.has(failure.cause)) return OWNER_WAIT_MS;
	return Math.max(failure.retryAfterMs ?? 0, Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(8, attempt - 1)));
}

/** Tells the owner that no model answers: once for each outage in each conversation that waits, also across restarts. */
export class Outage {
	readonly #database: Database;
	readonly #facts: Facts;
	readonly #events: Events;
	readonly #outbox: Outbox;
	/** Where to tell the owner of what came from somebody else. */
	readonly #ownerConversation: () => Conversation;

	constructor(parts: {
		database: Database;
		facts: Facts;
		events: Events;
		outbox: Outbox;
		ownerConversation: () => Conversation;
	}) {
		this.#ownerConversation = parts.ownerConversation;
		this.#database = parts.database;
		this.#facts = parts.facts;
		this.#events = parts.events;
		this.#outbox = parts.outbox;
	}

	tell(turnId: number, failure: Failed): void {
		const told = new Set(this.#facts.read(FACT)?.split("\n") ?? []);
		const waiting = this.#events.ofTurn(turnId).filter(({ state }) => state !== "settled");
		const untold = new Map<string, Conversation>();
		for (const event of waiting) {
			const conversation = isToOwner(event) ? event.conversation : this.#ownerConversation();
			const key = `${conversation.channel} ${conversation.address}`;
			if (!told.has(key)) untold.set(key, conversation);
		}
		if (untold.size === 0) return;
		const text = `I can't think right now: ${failure.problem} ${failure.remedy}\n\n${MEANWHILE}`;
		this.#database.write(() => {
			for (const conversation of untold.values())
				this.#outbox.add({ conversation, kind: "notice", text, toOwner: true, turnId });
			this.#facts.write(FACT, [...told, ...untold.keys()].join("\n"));
		});
	}

	/** A model answered: the next outage is told again. */
	end(): void {
		if (this.#facts.read(FACT) !== undefined) this.#facts.remove(FACT);
	}
}
