import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { CheckedCall } from "#daemon/gate/checks/checked-call.ts";
import type { CallingTurn, Decision, Gatekeeper } from "#daemon/gate/gatekeeper.ts";
import type { PreparedCall } from "#daemon/gate/prepare-call.ts";
import type { CallRecord, Calls } from "#daemon/records/calls.ts";
import { formatTaskId } from "#daemon/records/tasks.ts";
import type { Execution } from "#daemon/tasks/execution.ts";
import type { ProgressLog } from "#daemon/tasks/progress-log.ts";
import { changesFiles, startExecution } from "#daemon/tasks/start-execution.ts";
import type { TaskDesk } from "#daemon/tasks/task-desk.ts";
import { placeholderText, queuedBehind, startedText } from "#daemon/tasks/task-texts.ts";
import type { WriteLock } from "#daemon/tasks/write-lock.ts";
import type { EffectReport } from "#tools/tool.ts";
import { throwIfClosing } from "./closing.ts";
import type { CallResult } from "./results.ts";
import type { ToolContexts } from "./tool-contexts.ts";
import type { TurnControl } from "./turn-control.ts";
import { waitForEnd } from "./wait-for-end.ts";

/** A call's result, and what goes on running behind it. */
export interface Attempt {
	result: CallResult;
	execution?: Execution;
	/** What its tool says that it does; not there where the call was not understood. */
	report?: EffectReport;
	/** As the owner's programs saw it before it was run. */
	checked?: CheckedCall;
	/** It went to the background since somebody waits. */
	gaveWay?: boolean;
}

export interface PerformerParts {
	database: Database;
	calls: Calls;
	gatekeeper: Gatekeeper;
	contexts: ToolContexts;
	taskDesk: TaskDesk;
	lock: WriteLock;
	clock: Clock;
}

/** Does what the gate has let through, and waits for its end, as long as nobody has to wait with it. */
export class Performer {
	readonly #parts: PerformerParts;

	constructor(parts: PerformerParts) {
		this.#parts = parts;
	}

	async perform(
		turn: CallingTurn,
		call: CallRecord,
		ready: PreparedCall,
		decision: Decision,
		control: TurnControl,
	): Promise<Attempt> {
		const { clock } = this.#parts;
		const { tool } = ready;
		const doing = tool.activity(ready.arguments);
		const execution = this.#start(turn, call, ready, decision);
		if (tool.mode === "async") return this.#leave(turn, call, execution, doing, startedText);
		const waiting = await waitForEnd(execution, control, clock);
		throwIfClosing(control.signal);
		if (waiting.kind === "ended") return { result: waiting.result, execution };
		const text = (name: string) =>
			execution.isStarted
				? placeholderText(name, clock.monotonicMs() - execution.startedMs)
				: queuedBehind(name, this.#parts.lock.holder);
		return { ...this.#leave(turn, call, execution, doing, text), gaveWay: true };
	}

	#start(turn: CallingTurn, call: CallRecord, ready: PreparedCall, decision: Decision): Execution {
		const { database, calls, contexts } = this.#parts;
		const { tool, report } = ready;
		const note = () => this.#parts.gatekeeper.note(turn, call, ready, decision);
		// One whose whole effect is the rows of its result needs no word before: without a result it did not happen.
		const isAtomic = tool.recovery === "rerun" && tool.mode === "sync";
		return startExecution(
			{
				tool,
				arguments: ready.arguments,
				writes: changesFiles(report.effect),
				holder: () => tool.name,
				contextWith: (progress: ProgressLog) => contexts.forCall(call, { progress }),
				// On disk before anything happens: after a crash we know that this call may have happened, and who allowed it.
				beforeRun: () => {
					if (isAtomic) return;
					database.write(() => {
						note();
						calls.start(call.id, report.effect, report.target);
					});
				},
				withResult: () => isAtomic && note(),
			},
			this.#parts,
		);
	}

	/** Leaves a call to the background: the model gets a placeholder, and the result later as an event. */
	#leave(
		turn: CallingTurn,
		call: CallRecord,
		execution: Execution,
		doing: string,
		textFor: (name: string) => string,
	): Attempt {
		let name = "";
		const result: CallResult = {
			state: "running",
			text: "",
			commit: () => {
				name = formatTaskId(this.#parts.taskDesk.adopt(call, turn.trajectoryId, execution, doing));
			},
			addendum: () => textFor(name),
		};
		return { result, execution };
	}
}
