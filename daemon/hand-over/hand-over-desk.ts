import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import { type EventId, formatEventId } from "#core/event.ts";
import { type HandlePart, parseHandle } from "#core/handle.ts";
import { type EventRecord, MAIN_TRAJECTORY } from "#daemon/records/event-record.ts";
import type { Events } from "#daemon/records/events.ts";
import type { HandOvers } from "#daemon/records/hand-overs.ts";
import type { Trajectories, TrajectoryRecord } from "#daemon/records/trajectories.ts";
import type { HandOver, HandOverPort } from "#tools/ports.ts";
import { ToolError } from "#tools/tool.ts";
import { decideWaking, renderHandOver } from "./render-hand-over.ts";

/** The call that hands over. */
export interface HandOverOrigin {
	callId: number;
	turnId: number;
	trajectoryId: number;
}

/** Takes what a side trajectory found out to the owner's: checked values and names, never words. */
export class HandOverDesk {
	readonly #events: Events;
	readonly #handOvers: HandOvers;
	readonly #trajectories: Trajectories;
	readonly #clock: Clock;
	readonly #database: Database;
	/** Called after a commit that left a hand-over for the owner's trajectory to look at now. */
	readonly #onHandedOver: () => void;

	constructor(parts: {
		database: Database;
		events: Events;
		handOvers: HandOvers;
		trajectories: Trajectories;
		clock: Clock;
		onHandedOver: () => void;
	}) {
		this.#database = parts.database;
		this.#onHandedOver = parts.onHandedOver;
		this.#events = parts.events;
		this.#handOvers = parts.handOvers;
		this.#trajectories = parts.trajectories;
		this.#clock = parts.clock;
	}

	portFor(origin: HandOverOrigin): HandOverPort {
		return {
			check: (handOver) => void this.#checked(handOver, origin),
			carryOut: (handOver) => this.#carryOut(handOver, origin),
		};
	}

	/**
	 * Tells the owner's trajectory what a reader said of an event, or that it could not be read. Part of the caller's transaction.
	 * The same event has one entry, however often it is read.
	 * @throws ToolError where the event is of no side trajectory, or a handle names nothing that this trajectory has
	 */
	handOverEvent(event: Pick<EventRecord, "id" | "trajectoryId">, handOver: HandOver): EventId {
		const checked = this.#checked(handOver, event);
		return this.#write(handOver, {
			...checked,
			dedupKey: `hand-over:${formatEventId(event.id)}`,
			causeEventId: event.id,
		});
	}

	#checked(
		handOver: HandOver,
		origin: Pick<HandOverOrigin, "trajectoryId">,
	): { side: TrajectoryRecord; handed: EventId[] } {
		const side = this.#trajectories.find(origin.trajectoryId);
		if (side?.kind !== "side") {
			throw new ToolError(
				"Only what is read apart from the owner's conversation is handed over to it. Use reply or no_reply here.",
			);
		}
		return { side, handed: handOver.handles.map((handle) => this.#handedEvent(handle, side)) };
	}

	/** @throws ToolError where the handle names nothing that this trajectory has */
	#handedEvent(written: string, side: TrajectoryRecord): EventId {
		const handle = parseHandle(written);
		const event = handle?.kind === "event" ? this.#events.find(handle.event) : undefined;
		if (handle?.kind !== "event" || event?.trajectoryId !== side.id)
			throw new ToolError(`${written} names no event of this conversation, so nothing was handed over.`);
		if (!hasPart(event, handle.part))
			throw new ToolError(
				`${formatEventId(event.id)} has no ${handle.part}, so nothing was handed over. Leave it out.`,
			);
		return event.id;
	}

	/** Part of the caller's transaction. The same call has one entry. */
	#carryOut(handOver: HandOver, origin: HandOverOrigin): string {
		const checked = this.#checked(handOver, origin);
		const causeEventId = this.#events.ofTurn(origin.turnId).at(-1)?.id;
		return formatEventId(this.#write(handOver, { ...checked, dedupKey: `hand-over:${origin.callId}`, causeEventId }));
	}

	/** The entry and the leave to show what it names. */
	#write(
		handOver: HandOver,
		of: { side: TrajectoryRecord; handed: EventId[]; dedupKey: string; causeEventId: EventId | undefined },
	): EventId {
		const { side, handed, dedupKey, causeEventId } = of;
		const { id, duplicate } = this.#events.add({
			channel: "system",
			dedupKey,
			conversation: this.#events.ownerConversation(),
			sender: { id: "steward" },
			trust: "system",
			route: "loop",
			kind: "hand-over",
			text: renderHandOver(handOver, side.purpose),
			causeEventId,
			trajectoryId: MAIN_TRAJECTORY,
			occurredAt: this.#clock.now(),
		});
		if (duplicate) return id;
		this.#handOvers.add(id, side.id, MAIN_TRAJECTORY, handed);
		if (decideWaking(handOver) === "tell-later") {
			this.#events.settle(id, "handled", "a note for the next turn");
			this.#events.leaveUnseen(id);
		} else this.#database.afterCommit(this.#onHandedOver);
		return id;
	}
}

/** Whether an event has something that a handle of this part would stand for. */
export function hasPart({ text, attachments }: Pick<EventRecord, "text" | "attachments">, part: HandlePart): boolean {
	if (part === "body") return text !== "";
	return part === "sender" || attachments.length > 0;
}
