import { formatEventId } from "#core/event.ts";
import { truncate } from "#core/truncate.ts";
import type { Views } from "#daemon/context/views.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import type { Calls } from "#daemon/records/calls.ts";
import { type EventRecord, MAIN_TRAJECTORY } from "#daemon/records/event-record.ts";
import type { Events } from "#daemon/records/events.ts";
import type { Trajectories } from "#daemon/records/trajectories.ts";
import type { Turns } from "#daemon/records/turns.ts";
import type { CallRunner } from "./call-runner.ts";

export interface ForkOutcomesParts {
	events: Events;
	turns: Turns;
	calls: Calls;
	trajectories: Trajectories;
	outbox: Outbox;
	views: Views;
	runner: CallRunner;
}

/** How long an answered question is repeated to the main trajectory, in UTF-16 units. */
const MAX_QUOTED_LENGTH = 2_000;

/** What becomes of an answer beside the main task. Each is part of the caller's transaction. */
export class ForkOutcomes {
	readonly #parts: ForkOutcomesParts;

	constructor(parts: ForkOutcomesParts) {
		this.#parts = parts;
	}

	/** What it has answered is told to the main trajectory; what it has not is asked there. */
	giveUp(turnId: number, reason: string): void {
		const { events, turns, calls, runner, trajectories } = this.#parts;
		const turn = turns.find(turnId);
		if (!turn) return;
		runner.giveUp(turn, calls.withoutResult(turnId));
		turns.end(turnId, "failed", "went back into the queue");
		trajectories.setState(turn.trajectoryId, "idle");
		for (const event of events.ofTurn(turnId)) {
			if (event.state === "settled") this.tellMain(event, turnId);
			else {
				events.release(event.id, MAIN_TRAJECTORY);
				events.noteStrategy(event.id, "queue", reason);
			}
		}
	}

	/** Both sides of the exchange, marked: the main trajectory must neither answer again nor be surprised later. */
	tellMain(event: EventRecord, turnId: number): void {
		const { events, outbox, views } = this.#parts;
		const answers = outbox.ofTurn(turnId).map(({ text, outside }) => (outside ? "(with outside content)" : text));
		events.leaveNote({
			dedupKey: `parallel:${event.id}`,
			conversation: event.conversation,
			kind: "parallel-answer",
			text:
				`[note] Done in parallel with the main task: ${formatEventId(event.id)} said "${cut(event.text)}" and was answered: ` +
				`${answers.length === 0 ? "(nothing)" : cut(answers.join("\n"))}`,
			derived: views.isTainted(event.trajectoryId),
			causeEventId: event.id,
		});
	}
}

const cut = (text: string): string =>
	text.length > MAX_QUOTED_LENGTH ? `${truncate(text, MAX_QUOTED_LENGTH)}…` : text;
