import type { Database } from "#core/database.ts";
import {
	type Conversation,
	type EventId,
	type Inbound,
	inboundSchema,
	type ParsedInbound,
	type Receipt,
} from "#core/event.ts";
import type { LoopReading } from "#daemon/loop/loop-control.ts";
import { type About, MAIN_TRAJECTORY } from "#daemon/records/event-record.ts";
import type { Events } from "#daemon/records/events.ts";
import type { Cursors } from "#daemon/records/facts.ts";
import type { Trajectories } from "#daemon/records/trajectories.ts";
import type { People } from "./people.ts";
import { type RouteDecision, type Routing, routeEvent } from "./route.ts";

/** With this many events waiting, channels whose source can wait are asked to: nothing is ever dropped. */
export const MAX_WAITING_EVENTS = 10_000;

interface Pending {
	inbound: ParsedInbound;
	resolve: (receipt: Receipt) => void;
	reject: (error: unknown) => void;
}

/** A new event for the loop. */
export interface Arrived {
	id: EventId;
	strategy: Routing;
	/** What it means for the work under way is for the light model to say. */
	mayClassify: boolean;
	text: string;
}

interface GatewayParts {
	database: Database;
	events: Events;
	cursors: Cursors;
	trajectories: Pick<Trajectories, "ensure">;
	people: People;
	/** Our own message of which the service calls a part by this id. */
	sentAs: (conversation: Conversation, serviceId: string) => number | undefined;
	/** What the main loop is doing. Asked once a commit. */
	reading: () => LoopReading;
	/** Called after each commit that stored something new, with the routes that have work and what is new for the loop. */
	onArrival: (routes: ReadonlySet<string>, arrived: readonly Arrived[]) => void;
}

/** What one commit stored. */
interface Stored {
	routes: Set<string>;
	arrived: Arrived[];
}

/**
 * The one way in. Everything that arrives in one turn of the event loop is stored with one commit, and each caller is
 * answered when that commit is on disk. It also decides who is speaking: adapters only say what the transport said.
 */
export class Gateway {
	readonly #parts: GatewayParts;
	#pending: Pending[] = [];
	#waiting: number;
	#roomWanted: (() => void)[] = [];

	constructor(parts: GatewayParts) {
		this.#parts = parts;
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
		if (this.#waiting >= MAX_WAITING_EVENTS) this.#waiting = this.#parts.events.countWaiting();
		return this.#waiting >= MAX_WAITING_EVENTS;
	}

	#commit(): void {
		const { database, reading, onArrival } = this.#parts;
		const batch = this.#pending;
		this.#pending = [];
		const stored: Stored = { routes: new Set(), arrived: [] };
		try {
			const loop = reading();
			const receipts = database.write(() => batch.map(({ inbound }) => this.#store(inbound, loop, stored)));
			for (const [index, receipt] of receipts.entries()) batch[index]?.resolve(receipt);
		} catch (error) {
			for (const { reject } of batch) reject(new Error("The event could not be stored", { cause: error }));
			return;
		}
		if (stored.routes.size > 0) onArrival(stored.routes, stored.arrived);
	}

	#store(inbound: ParsedInbound, loop: LoopReading, stored: Stored): Receipt {
		const { events, cursors, people } = this.#parts;
		const trust = people.trustOf(inbound.channel, inbound.sender.id);
		const decision = routeEvent(
			{
				trust,
				text: inbound.text,
				outside: inbound.outside !== undefined,
				relation: inbound.about?.relation,
				action: inbound.action,
				hasAttachments: inbound.attachments.length > 0,
				hasOwnTrajectory: inbound.trajectory !== undefined,
				urgency: inbound.urgency ?? "normal",
			},
			loop,
		);
		const { id, duplicate } = events.add({
			...inbound,
			trust,
			route: decision.kind,
			kind: decision.kind === "command" ? "command" : "message",
			// Whoever is not the owner writes data, never instructions, also where they write it themselves.
			outsideSource: inbound.outside?.source ?? (trust === "owner" || trust === "system" ? undefined : inbound.channel),
			about: inbound.about && this.#resolve(inbound.conversation, inbound.about),
			trajectoryId: this.#trajectoryOf(inbound, decision),
			strategy: decision.kind === "refused" ? undefined : decision.strategy,
		});
		if (inbound.cursor) cursors.write(inbound.cursor.source, inbound.cursor.value);
		if (!duplicate) {
			stored.routes.add(decision.kind);
			this.#waiting += 1;
			if (decision.kind === "loop") {
				const { strategy, mayClassify } = decision;
				stored.arrived.push({ id, strategy, mayClassify, text: inbound.text });
			}
		}
		return { eventId: id, duplicate, trust };
	}

	/** Orders and what is refused are no trajectory's: the one that an adapter names is for what is read. */
	#trajectoryOf({ trajectory }: ParsedInbound, decision: RouteDecision): number {
		return trajectory && decision.kind === "loop" ? this.#parts.trajectories.ensure(trajectory) : MAIN_TRAJECTORY;
	}

	/** Which of the messages that we know it is about. One from before our time leaves both open. */
	#resolve(conversation: Conversation, { relation, serviceId }: NonNullable<ParsedInbound["about"]>): About {
		const { events, sentAs } = this.#parts;
		const eventId = events.findByServiceId(conversation, serviceId);
		return { relation, eventId, outboxId: eventId === undefined ? sentAs(conversation, serviceId) : undefined };
	}
}
