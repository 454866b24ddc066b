import type { Database } from "#core/database.ts";
import { type Conversation, type Inbound, inboundSchema, type ParsedInbound, type Receipt } from "#core/event.ts";
import type { About } from "#daemon/records/event-record.ts";
import type { Events } from "#daemon/records/events.ts";
import type { Cursors } from "#daemon/records/facts.ts";
import type { People } from "./people.ts";
import { routeEvent } from "./route.ts";

/** With this many events waiting, channels whose source can wait are asked to: nothing is ever dropped. */
export const MAX_WAITING_EVENTS = 10_000;

interface Pending {
	inbound: ParsedInbound;
	resolve: (receipt: Receipt) => void;
	reject: (error: unknown) => void;
}

/**
 * The one way in. Everything that arrives in one turn of the event loop is stored with one commit, and each caller is
 * answered when that commit is on disk. It also decides who is speaking: adapters only say what the transport said.
 */
export class Gateway {
	readonly #database: Database;
	readonly #events: Events;
	readonly #cursors: Cursors;
	readonly #people: People;
	/** Our own message of which the service calls a part by this id. */
	readonly #sentAs: (conversation: Conversation, serviceId: string) => number | undefined;
	/** Called after each commit that stored something new, with the routes that have work. */
	readonly #onArrival: (routes: ReadonlySet<string>) => void;
	#pending: Pending[] = [];
	#waiting: number;
	#roomWanted: (() => void)[] = [];

	constructor(parts: {
		database: Database;
		events: Events;
		cursors: Cursors;
		people: People;
		sentAs: (conversation: Conversation, serviceId: string) => number | undefined;
		onArrival: (routes: ReadonlySet<string>) => void;
	}) {
		this.#database = parts.database;
		this.#events = parts.events;
		this.#cursors = parts.cursors;
		this.#people = parts.people;
		this.#sentAs = parts.sentAs;
		this.#onArrival = parts.onArrival;
		this.#waiting = parts.events.countWaiting();
	}

	/**
	 * Stores an event. Resolves when it is on disk; acknowledge the source only then.
	 * @throws where the event is malformed or the disk refuses it: nothing was stored, the source should offer it again
	 */
	receive(inbound: Inbound): Promise<Receipt> {
		const parsed = inboundSchema.safeParse(inbound);
		if (!parsed.success) return Promise.reject(new Error(`Malformed event: ${parsed.error.message}`));
		return new Promise((resolve, reject) => {
			if (this.#pending.length === 0) setImmediate(() => this.#commit());
			this.#pending.push({ inbound: parsed.data, resolve, reject });
		});
	}

	/** Resolves when fewer than `MAX_WAITING_EVENTS` events wait, or when `signal` aborts. */
	async untilRoom(signal: AbortSignal): Promise<void> {
		while (this.#isFull() && !signal.aborted) {
			await new Promise<void>((resolve) => {
				this.#roomWanted.push(resolve);
				signal.addEventListener("abort", () => resolve(), { once: true });
			});
		}
	}

	/** To be called when waiting events were taken up. */
	noteRoom(): void {
		if (this.#roomWanted.length === 0 || this.#isFull()) return;
		for (const resume of this.#roomWanted.splice(0)) resume();
	}

	/** The running count only grows; the rows are counted again when it reaches the limit, not for each event. */
	#isFull(): boolean {
		if (this.#waiting >= MAX_WAITING_EVENTS) this.#waiting = this.#events.countWaiting();
		return this.#waiting >= MAX_WAITING_EVENTS;
	}

	#commit(): void {
		const batch = this.#pending;
		this.#pending = [];
		const routes = new Set<string>();
		try {
			const receipts = this.#database.write(() => batch.map(({ inbound }) => this.#store(inbound, routes)));
			for (const [index, receipt] of receipts.entries()) batch[index]?.resolve(receipt);
		} catch (error) {
			for (const { reject } of batch) reject(new Error("The event could not be stored", { cause: error }));
			return;
		}
		if (routes.size > 0) this.#onArrival(routes);
	}

	#store(inbound: ParsedInbound, routes: Set<string>): Receipt {
		const trust = this.#people.trustOf(inbound.channel, inbound.sender.id);
		const decision = routeEvent({
			trust,
			text: inbound.text,
			outside: inbound.outside !== undefined,
			relation: inbound.about?.relation,
			action: inbound.action,
		});
		const { id, duplicate } = this.#events.add({
			...inbound,
			trust,
			route: decision.kind,
			kind: decision.kind === "command" ? "command" : "message",
			outsideSource: inbound.outside?.source,
			about: inbound.about && this.#resolve(inbound.conversation, inbound.about),
		});
		if (inbound.cursor) this.#cursors.write(inbound.cursor.source, inbound.cursor.value);
		if (!duplicate) {
			routes.add(decision.kind);
			this.#waiting += 1;
		}
		return { eventId: id, duplicate, trust };
	}
	/** Which of the messages that we know it is about. One from before our time leaves both open. */
	#resolve(conversation: Conversation, { relation, serviceId }: NonNullable<ParsedInbound["about"]>): About {
		const eventId = this.#events.findByServiceId(conversation, serviceId);
		return { relation, eventId, outboxId: eventId === undefined ? this.#sentAs(conversation, serviceId) : undefined };
	}
}
