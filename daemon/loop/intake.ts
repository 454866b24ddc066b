import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { EventId } from "#core/event.ts";
import type { Trust } from "#core/trust.ts";
import { type BatchPlace, describeAbout, renderEvent, summarise } from "#daemon/context/render-event.ts";
import type { Stamper } from "#daemon/context/stamp.ts";
import { eventTextPath, keepInView } from "#daemon/outputs/keep-in-view.ts";
import type { Entries } from "#daemon/records/entries.ts";
import type { EventRecord } from "#daemon/records/event-record.ts";
import type { Events } from "#daemon/records/events.ts";
import type { Tasks } from "#daemon/records/tasks.ts";
import type { Turns } from "#daemon/records/turns.ts";
import { chooseBatch, chooseTrust } from "./choose-batch.ts";

/** The most events that are shown of those that were settled without the model. */
const MAX_UNSEEN = 50;

/** The most events that one request takes up. The rest follow at the next safe point. */
const MAX_BATCH = 50;

/** One of our messages, as far as an answer to it shows it. */
interface OwnMessage {
	id: number;
	text: string;
	outside: boolean;
	derived: boolean;
}

/** T1: moves waiting events into a turn, as entries. An event is either waiting or in view, never both, never neither. */
export class Intake {
	readonly #database: Database;
	readonly #events: Events;
	readonly #entries: Entries;
	readonly #turns: Turns;
	readonly #tasks: Tasks;
	readonly #clock: Clock;
	readonly #stamper: () => Stamper;
	/** The absolute path of the folder that long texts go to. */
	readonly #workspace: string;
	/** One of our own messages, by its row in the outbox. */
	readonly #messageOf: (outboxId: number) => OwnMessage | undefined;

	constructor(parts: {
		database: Database;
		events: Events;
		entries: Entries;
		turns: Turns;
		tasks: Tasks;
		clock: Clock;
		stamper: () => Stamper;
		workspace: string;
		messageOf: (outboxId: number) => OwnMessage | undefined;
	}) {
		this.#database = parts.database;
		this.#events = parts.events;
		this.#entries = parts.entries;
		this.#turns = parts.turns;
		this.#tasks = parts.tasks;
		this.#clock = parts.clock;
		this.#stamper = parts.stamper;
		this.#workspace = parts.workspace;
		this.#messageOf = parts.messageOf;
	}

	/**
	 * Begins a turn with what waits and goes first. Undefined where nothing waits.
	 * @param insteadOf the authority of a turn that gives way: what presses and can't be part of that goes first
	 */
	beginTurn(trajectoryId: number, insteadOf?: Trust): number | undefined {
		const trust =
			insteadOf === undefined
				? chooseTrust(this.#events.longestWaiting(trajectoryId), this.#clock.now())
				: this.#events.pressing(trajectoryId).find((event) => event.trust !== insteadOf)?.trust;
		if (trust === undefined) return undefined;
		return this.#database.write(() => {
			const turnId = this.#turns.begin(trajectoryId, trust);
			this.join({ id: turnId, trajectoryId, authority: trust });
			return turnId;
		});
	}

	/** Adds what has come in since to a running turn, as far as its trust is the turn's own. @returns how many */
	join(turn: { id: number; trajectoryId: number; authority: Trust }): number {
		const batch = chooseBatch(this.#events.waitingFor(turn.trajectoryId, turn.authority, MAX_BATCH));
		if (batch.length > 0) this.#database.write(() => this.#append(batch, turn.trajectoryId, turn.id));
		return batch.length;
	}

	/** Whether a turn should wait for another one: something pressing is here that can't be part of it. */
	mustGiveWay(turn: { trajectoryId: number; authority: Trust }): boolean {
		return this.#events.pressing(turn.trajectoryId).some(({ trust }) => trust !== turn.authority);
	}

	#append(batch: EventRecord[], trajectoryId: number, turnId: number): void {
		const { earlier, later } = this.#takeUnseen(trajectoryId, Math.min(...batch.map(({ id }) => id)));
		for (const event of earlier) this.#addEntry(event, trajectoryId, turnId, ALONE);
		const summary = summarise(batch.map(({ kind }) => kind));
		for (const [index, event] of batch.entries()) {
			this.#addEntry(event, trajectoryId, turnId, { position: index + 1, size: batch.length, summary });
			this.#events.take(event.id, turnId);
			if (event.restricts) this.#turns.restrict(turnId);
			this.#bringCauses(event, turnId);
		}
		for (const event of later) this.#addEntry(event, trajectoryId, turnId, ALONE);
	}

	/**
	 * What a task was begun for, or a question was asked for, is answered with what came of that: by this turn, if the one that
	 * it came to is over.
	 */
	#bringCauses(result: EventRecord, turnId: number): void {
		for (const id of this.#causesOf(result)) {
			const cause = this.#events.find(id);
			const isOver = cause?.turnId !== undefined && this.#turns.find(cause.turnId)?.state === "ended";
			if (isOver) this.#events.moveTo(id, turnId);
		}
	}

	/** All that a turn left open: while its answer waited for leave, nothing of it was owed. */
	#openBeside(eventId: EventId | undefined): EventId[] {
		const turnId = eventId === undefined ? undefined : this.#events.find(eventId)?.turnId;
		if (turnId === undefined) return [];
		return this.#events.ofTurn(turnId).flatMap(({ id, state }) => (state === "taken" ? [id] : []));
	}

	#causesOf({ id, kind, causeEventId }: EventRecord): EventId[] {
		if (kind === "approval-outcome") return this.#openBeside(causeEventId);
		const task = kind === "task-result" ? this.#tasks.ofResult(id) : undefined;
		return task ? this.#tasks.eventsOf(task.id) : [];
	}

	/**
	 * What happened without the model since it was last asked: it asks for nothing. What came after the events that wake it,
	 * as a stop that ended them, must not be read as if it had come before.
	 */
	#takeUnseen(trajectoryId: number, firstId: EventId): { earlier: EventRecord[]; later: EventRecord[] } {
		const { events, older } = this.#events.unseen(trajectoryId, MAX_UNSEEN);
		if (events.length > 0) this.#events.clearUnseen(trajectoryId);
		const [first, ...others] = events;
		const all =
			first && older > 0 ? [{ ...first, text: `${older} older notes are left out. ${first.text}` }, ...others] : events;
		return { earlier: all.filter(({ id }) => id < firstId), later: all.filter(({ id }) => id > firstId) };
	}

	#addEntry(event: EventRecord, trajectoryId: number, turnId: number, place: BatchPlace): void {
		// What a task brings was cut to size when it ended, and its whole output is in a file already.
		const isCut = event.kind === "task-result";
		const long = { text: event.text, path: eventTextPath(event.id), paged: isCut };
		const shown = keepInView(this.#workspace, long);
		const { outboxId } = event.about ?? {};
		const ours = outboxId === undefined ? undefined : this.#messageOf(outboxId);
		const about = describeAbout(event.about, ours);
		const previousAt = this.#entries.latestAt(trajectoryId);
		this.#entries.add({
			trajectoryId,
			turnId,
			kind: "event",
			eventId: event.id,
			message: { role: "user", content: renderEvent(event, this.#stamper(), previousAt, place, about, shown) },
			outside: event.outsideSource !== undefined,
			// What the owner answers is repeated with it: its words come back into view.
			derived: event.derived || (ours?.derived ?? false),
		});
	}
}

const ALONE: BatchPlace = { position: 1, size: 1, summary: "" };
