import type { Clock } from "#core/clock.ts";
import type { EventId } from "#core/event.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import type { EventRecord } from "#daemon/records/event-record.ts";
import type { Events } from "#daemon/records/events.ts";
import type { SeenFiles, ToolContext } from "#tools/tool.ts";

/** The most file versions remembered; the oldest are forgotten, and those files have to be read again before a write. */
const MAX_SEEN_FILES = 500;

/** Makes what a tool call is given. None of it can be set by the model. */
export class ToolContexts {
	readonly #workspace: string;
	readonly #events: Events;
	readonly #outbox: Outbox;
	readonly #clock: Clock;
	readonly #seen: SeenFiles = createSeenFiles();

	constructor(parts: { workspace: string; events: Events; outbox: Outbox; clock: Clock }) {
		this.#workspace = parts.workspace;
		this.#events = parts.events;
		this.#outbox = parts.outbox;
		this.#clock = parts.clock;
	}

	/** The context of a turn's calls. `route` and `openEvents` are read anew each time: a call may have settled some. */
	forTurn(turnId: number): ToolContext {
		const events = this.#events.ofTurn(turnId);
		return {
			workspace: this.#workspace,
			seen: this.#seen,
			now: this.#clock.now(),
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
