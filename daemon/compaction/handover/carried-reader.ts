import type { Database } from "#core/database.ts";
import { BUDGETS, type CarriedRecords } from "#daemon/compaction/carried.ts";
import type { Stamper } from "#daemon/context/stamp.ts";
import type { Approvals } from "#daemon/records/approvals.ts";
import type { Calls } from "#daemon/records/calls.ts";
import { type EventRecord, isByOwner } from "#daemon/records/event-record.ts";
import type { Events } from "#daemon/records/events.ts";
import { formatTaskId, type Tasks } from "#daemon/records/tasks.ts";
import type { Todos } from "#daemon/records/todos.ts";
import { WORDS_WITHHELD } from "#tools/withheld.ts";
import { chooseWords, type Word } from "./choose-words.ts";
import { EventsInView } from "./events-in-view.ts";
import { OpenEvents } from "./open-events.ts";

export interface CarriedReaderParts {
	database: Database;
	events: Pick<Events, "find">;
	todos: Pick<Todos, "open">;
	approvals: Pick<Approvals, "find">;
	calls: Pick<Calls, "isDerived">;
	tasks: Pick<Tasks, "running" | "eventsOf" | "eventsWorkedFor">;
	stamper: () => Stamper;
	pins: (trajectoryId: number) => CarriedRecords["pins"];
	decisions: (trajectoryId: number) => CarriedRecords["decisions"];
}

/** What an opening says may stand in view for years: nothing goes in that a model wrote while others' words were in view. */
const UNREPEATED =
	"asked for while others' words were in view, so it is not repeated here; the owner has it on their card";

/**
 * Reads what an opening carries on beside the model's note: the program's records, and the owner's words. What it costs does
 * not grow with the years: it looks at what is open, and at the newest of what leaves.
 */
export class CarriedReader {
	readonly #parts: CarriedReaderParts;
	readonly #inView: EventsInView;
	readonly #open: OpenEvents;

	constructor(parts: CarriedReaderParts) {
		this.#parts = parts;
		this.#inView = new EventsInView(parts.database);
		this.#open = new OpenEvents(parts.database, parts.tasks);
	}

	/**
	 * @param view.beforeEntryId the first entry that stays in view
	 * @param view.windowTokens the working window, of which the owner's words get a share
	 */
	read(trajectoryId: number, view: { beforeEntryId: number; windowTokens: number }): CarriedRecords {
		const { todos, pins, decisions } = this.#parts;
		const { beforeEntryId, windowTokens } = view;
		return {
			pins: pins(trajectoryId),
			decisions: decisions(trajectoryId),
			todos: todos
				.open(trajectoryId)
				.map(({ id, text, state, outside }) => ({ id, text: outside ? WORDS_WITHHELD : text, state })),
			approvals: this.#approvals(trajectoryId),
			tasks: this.#tasks(trajectoryId),
			...chooseWords(this.#messages(trajectoryId, beforeEntryId), Math.floor(windowTokens * BUDGETS.words)),
			covers: this.#inView.covered(trajectoryId, beforeEntryId),
		};
	}

	/** What the owner said in the entries that leave, oldest first: where identifiers are taken from, each event once. */
	leaving(
		trajectoryId: number,
		view: { fromEntryId: number; beforeEntryId: number },
	): { event: number; text: string }[] {
		return this.#inView
			.between(trajectoryId, view.fromEntryId, view.beforeEntryId)
			.flatMap((id) => this.#ownersWord(id) ?? [])
			.map((event) => ({ event: event.id, text: wordsOf(event) }));
	}

	#messages(trajectoryId: number, beforeEntryId: number): Word[] {
		const open = new Set(this.#open.of(trajectoryId));
		const inView = new Set(this.#inView.from(trajectoryId, beforeEntryId));
		const newest = this.#inView.newestOwners(trajectoryId, beforeEntryId);
		const ids = [...new Set([...newest, ...open])].filter((id) => !inView.has(id)).sort((a, b) => a - b);
		return ids
			.flatMap((id) => this.#ownersWord(id) ?? [])
			.filter((event) => event.trajectoryId === trajectoryId && event.state !== "waiting")
			.map((event) => ({
				event: event.id,
				stamp: this.#parts.stamper().event({ id: event.id, at: event.receivedAt, channel: event.channel }, undefined),
				text: wordsOf(event),
				isOpen: event.state !== "settled" || open.has(event.id),
			}));
	}

	/** What the owner only passed on, as a forward, is somebody else's word. */
	#ownersWord(id: number): EventRecord | undefined {
		const event = this.#parts.events.find(id);
		return event && isByOwner(event) && event.outsideSource === undefined && wordsOf(event) !== "" ? event : undefined;
	}

	#approvals(trajectoryId: number): CarriedRecords["approvals"] {
		const { database, approvals, calls } = this.#parts;
		// As the index of the open ones is written, and sorted here: else SQLite reads all that ever were.
		return database
			.all<{ id: number }>(
				`SELECT approvals.id FROM approvals JOIN calls ON calls.id = approvals.call_id
				JOIN turns ON turns.id = calls.turn_id
				WHERE approvals.state IN ('waiting', 'approved', 'committing') AND approvals.state = 'waiting' AND turns.trajectory_id = ?`,
				trajectoryId,
			)
			.sort((a, b) => a.id - b.id)
			.flatMap(({ id }) => approvals.find(id) ?? [])
			.map(({ code, preview, callId }) => ({ code, action: calls.isDerived(callId) ? UNREPEATED : preview }));
	}

	#tasks(trajectoryId: number): CarriedRecords["tasks"] {
		const { tasks } = this.#parts;
		return tasks
			.running()
			.filter((task) => task.trajectoryId === trajectoryId)
			.map(({ id, tool }) => ({ name: formatTaskId(id), tool, events: tasks.eventsOf(id) }));
	}
}

const wordsOf = ({ text, attachments }: EventRecord): string =>
	[text, ...attachments.map(({ path }) => `[file] ${path}`)].join("\n").trim();
