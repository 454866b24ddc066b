import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import { formatEventId } from "#core/event.ts";
import type { Ids } from "#core/ids.ts";
import type { LoopControl } from "#daemon/loop/loop-control.ts";
import type { EventRecord } from "#daemon/records/event-record.ts";
import type { Events } from "#daemon/records/events.ts";
import type { Journal } from "#daemon/records/journal.ts";
import { formatTaskId, type Tasks } from "#daemon/records/tasks.ts";
import type { TaskRunner } from "#daemon/tasks/task-port.ts";
import { hasStopped, stopNote, stopText } from "./stop-text.ts";

/** Who ordered it, and how. */
export interface OrderOrigin {
	/** For the journal: `owner on telegram`. */
	by: string;
	/** The event that ordered it. A terminal's orders have none. */
	cause?: EventRecord | undefined;
}

export interface StopOrder extends OrderOrigin {
	/** Everything that is going on, also what earlier messages began. */
	all: boolean;
}

export interface StopDeskParts {
	database: Database;
	events: Events;
	journal: Journal;
	stop: LoopControl["stop"];
	tasks: Pick<Tasks, "find">;
	cancelTask: TaskRunner["cancel"];
	clock: Clock;
	ids: Ids;
}

/** Carries out the owner's order to stop, however it was given, and leaves a word about it for the owner and the model. */
export class StopDesk {
	readonly #parts: StopDeskParts;

	constructor(parts: StopDeskParts) {
		this.#parts = parts;
	}

	/** One commit: what was ended, its line in the journal, and what the model is shown next. @returns what to tell the owner */
	stop(order: StopOrder): string {
		const { database, journal, stop } = this.#parts;
		return database.write(() => {
			const report = stop(order.all);
			const stopped = hasStopped(report);
			journal.add({
				kind: "stop",
				...(order.all && { target: "everything" }),
				decision: order.by,
				outcome: stopped ? "stopped" : "nothing was running",
			});
			if (stopped) this.#tellModel(stopNote(report, describe(order)), order);
			return stopText(report);
		});
	}

	/** Ends one task, whoever began it. @returns what to tell the owner */
	cancelTask(id: number, origin: OrderOrigin): { ended: boolean; say: string } {
		const { database, tasks, cancelTask } = this.#parts;
		const task = tasks.find(id);
		const name = formatTaskId(id);
		if (!task) return { ended: false, say: `There is no task ${name}. \`/status\` lists what is running.` };
		return database.write(() => {
			if (!cancelTask(task, origin.by)) return { ended: false, say: `${name} has ended already: it is ${task.state}.` };
			const how = origin.cause ? ` (${formatEventId(origin.cause.id)})` : "";
			this.#tellModel(`[note] The owner ended ${name} ${task.tool}${how}. No result of it will come.`, origin);
			return { ended: true, say: `Ended: ${name} ${task.tool}` };
		});
	}

	/** Wakes nobody: a stop that made the model speak would not be one. */
	#tellModel(text: string, { cause }: OrderOrigin): void {
		const { events, ids } = this.#parts;
		events.leaveNote({
			dedupKey: `stop:${cause?.id ?? ids.code(20)}`,
			conversation: cause?.conversation ?? events.ownerConversation(),
			kind: "stop",
			text,
			causeEventId: cause?.id,
		});
	}
}

function describe({ all, by, cause }: StopOrder): string {
	const what = all ? "an end to everything" : "a stop";
	if (!cause) return `${by.replace(/^owner/, "The owner")} ordered ${what}`;
	const id = formatEventId(cause.id);
	return cause.action
		? `The owner pressed Stop (${id})`
		: `The owner said ${JSON.stringify(cause.text.trim())} (${id})`;
}
