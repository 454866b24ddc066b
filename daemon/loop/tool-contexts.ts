import type { Clock } from "#core/clock.ts";
import type { EventId } from "#core/event.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import type { CallRecord } from "#daemon/records/calls.ts";
import type { EventRecord } from "#daemon/records/event-record.ts";
import type { Events } from "#daemon/records/events.ts";
import type { Turns } from "#daemon/records/turns.ts";
import type { TimerDesk, TimerOrigin } from "#daemon/timers/timer-desk.ts";
import { createTimerPort } from "#daemon/timers/timer-port.ts";
import type { SeenFiles, ToolContext } from "#tools/tool.ts";

/** The most file versions remembered; the oldest are forgotten, and those files have to be read again before a write. */
const MAX_SEEN_FILES = 500;

/** Makes what a tool call is given. None of it can be set by the model. */
export class ToolContexts {
	readonly #workspace: string;
	readonly #events: Events;
	readonly #outbox: Outbox;
	readonly #clock: Clock;
	readonly #turns: Turns;
	readonly #timers: TimerDesk;
	readonly #ownerZone: () => string;
	readonly #isTainted: (trajectoryId: number) => boolean;
	readonly #seen: SeenFiles = createSeenFiles();

	constructor(parts: {
		workspace: string;
		events: Events;
		outbox: Outbox;
		turns: Turns;
		timers: TimerDesk;
		clock: Clock;
		ownerZone: () => string;
		/** Whether outside content is in view. */
		isTainted: (trajectoryId: number) => boolean;
	}) {
		this.#workspace = parts.workspace;
		this.#events = parts.events;
		this.#outbox = parts.outbox;
		this.#clock = parts.clock;
		this.#turns = parts.turns;
		this.#timers = parts.timers;
		this.#ownerZone = parts.ownerZone;
		this.#isTainted = parts.isTainted;
	}

	/**
	 * The context of a call. `route` and `openEvents` are read anew each time: an earlier call may have settled some. Times in
	 * words count from when the call was made, so that what the owner allows later is what was shown.
	 * @param approved the owner allowed it, which makes it the owner's word
	 */
	forCall({ turnId, createdAt }: Pick<CallRecord, "turnId" | "createdAt">, approved = false): ToolContext {
		const events = this.#events.ofTurn(turnId);
		const origin = this.#originOf(turnId, events, approved);
		return {
			workspace: this.#workspace,
			seen: this.#seen,
			now: this.#clock.now(),
			timers: createTimerPort(this.#timers, origin, createdAt, this.#ownerZone()),
			openEvents: openEvents(events),
			replies: {
				route: (id) => {
					const event = events.find((candidate) => candidate.id === id);
					return event && { conversation: event.conversation, toOwner: isToOwner(event) };
				},
				enqueue: (message, answers) => {
					const toOwner = events.filter(({ id }) => answers.includes(id)).every(isToOwner);
					this.#outbox.add({ ...message, kind: "reply", toOwner, turnId });
				},
			},
		};
	}

	/** For whom and where a call acts: the event that it answers, bounded by all that the turn acts for. */
	#originOf(turnId: number, events: readonly EventRecord[], approved: boolean): TimerOrigin {
		const open = openEvents(events);
		const event = events.findLast(({ id }) => open.length === 0 || open.includes(id));
		const turn = this.#turns.find(turnId);
		if (!event || !turn) throw new Error(`Turn ${turnId} acts for no event: the database is damaged.`);
		return {
			conversation: event.conversation,
			originEventId: event.id,
			createdBy: `${event.trust} on ${event.channel}`,
			trust: turn.authority,
			outside: !approved && this.#isTainted(turn.trajectoryId),
		};
	}
}

/** The events that nothing has answered yet. */
export const openEvents = (events: readonly EventRecord[]): EventId[] =>
	events.filter(({ state }) => state !== "settled").map(({ id }) => id);

/** The owner's own conversations, and what the program reports into them. */
const isToOwner = (event: EventRecord): boolean => event.trust === "owner" || event.trust === "system";

function createSeenFiles(): SeenFiles {
	const digests = new Map<string, string>();
	return {
		get: (path) => digests.get(path),
		set: (path, digest) => {
			digests.delete(path);
			digests.set(path, digest);
			const oldest = digests.keys().next().value;
			if (digests.size > MAX_SEEN_FILES && oldest !== undefined) digests.delete(oldest);
		},
		delete: (path) => digests.delete(path),
	};
}
