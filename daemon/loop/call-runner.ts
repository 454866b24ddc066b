import type { PolicyOverrides } from "#config/schema.ts";
import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import { describeError } from "#core/log.ts";
import type { Activity } from "#daemon/activity.ts";
import type { ApprovalDesk } from "#daemon/gate/approval-desk.ts";
import { decideCall, type GateDecision } from "#daemon/gate/policy-table.ts";
import { type Preparation, type PreparedCall, prepareCall } from "#daemon/gate/prepare-call.ts";
import { CutOffError, runWithTimeout } from "#daemon/gate/run-with-timeout.ts";
import { type CallRecord, type Calls, hasNoResult, hasSucceeded } from "#daemon/records/calls.ts";
import type { Journal } from "#daemon/records/journal.ts";
import type { TurnRecord } from "#daemon/records/turns.ts";
import type { Catalogue } from "#tools/catalogue.ts";
import { ToolError } from "#tools/tool.ts";
import { throwIfClosing } from "./closing.ts";
import { planCalls } from "./plan-calls.ts";
import type { CallResult, Results } from "./results.ts";
import type { ToolContexts } from "./tool-contexts.ts";

/** The gate's decision, with what it saw when it decided. */
type Decision = GateDecision & { tainted: boolean };

/** What a turn's calls are judged by. */
export type CallingTurn = Pick<TurnRecord, "id" | "trajectoryId" | "authority" | "restricted">;

export interface CallRunnerParts {
	database: Database;
	calls: Calls;
	journal: Journal;
	results: Results;
	catalogue: Catalogue;
	contexts: ToolContexts;
	desk: ApprovalDesk;
	activity: Activity;
	clock: Clock;
	policy: () => PolicyOverrides;
	/** Whether outside content is in the view that the model decides on. */
	isTainted: (trajectoryId: number) => boolean;
}

/**
 * Runs the calls of one message: gate, tool, result, each call on its own. The only place where errors become results; a
 * call always gets one, so that call and result are paired whatever happens.
 */
export class CallRunner {
	readonly #parts: CallRunnerParts;

	constructor(parts: CallRunnerParts) {
		this.#parts = parts;
	}

	/**
	 * @param calls all calls of one message, in call order; those that have a result already are left as they are
	 * @throws ClosingError where the program ends, else only what the database throws when it can't store a result
	 */
	async run(turn: CallingTurn, calls: readonly CallRecord[], signal: AbortSignal): Promise<void> {
		let failed: CallRecord | undefined;
		for (const step of planCalls(calls.map((call) => ({ parallel: this.#isParallel(call) })))) {
			const group = step.flatMap((position) => calls[position] ?? []);
			await Promise.all(group.filter(hasNoResult).map((call) => this.#runOne(turn, call, failed, signal)));
			failed ??= group.find((call) => !hasSucceeded(this.#parts.calls.find(call.id) ?? call));
		}
	}

	async #runOne(
		turn: CallingTurn,
		call: CallRecord,
		failed: CallRecord | undefined,
		signal: AbortSignal,
	): Promise<void> {
		const result = await this.#attempt(turn, call, failed, signal);
		try {
			this.#parts.results.write(call, turn.trajectoryId, result);
		} catch (error) {
			if (!(error instanceof ToolError)) throw error;
			this.#parts.results.write(call, turn.trajectoryId, { state: "failed", text: error.message });
		}
	}

	async #attempt(
		turn: CallingTurn,
		call: CallRecord,
		failed: CallRecord | undefined,
		signal: AbortSignal,
	): Promise<CallResult> {
		if (call.state === "running") return interrupted(call);
		throwIfClosing(signal);
		if (signal.aborted) return { state: "not-run", text: "the owner stopped this turn." };
		const preparation = this.#prepare(call);
		if (preparation.kind === "rejected") return { state: "failed", text: preparation.problem };
		const ready = preparation.call;
		if (failed && !ready.tool.parallel) {
			return {
				state: "not-run",
				text: `call ${failed.position} (${failed.tool}) failed. Look at its result, then decide again.`,
			};
		}
		const decision = this.decide(turn, ready);
		switch (decision.kind) {
			case "deny":
				return {
					state: "denied",
					text: `the program does not allow it (${decision.rule}). Another wording or tool won't change that; tell the owner if it matters.`,
					commit: () => this.#note(turn, call, ready, decision),
				};
			case "ask":
				return {
					state: "asked",
					text: this.#parts.desk.placeholder(call),
					commit: () => this.#ask(turn, call, ready, decision),
				};
			case "allow":
				return this.#perform(turn, call, ready, decision, signal);
		}
	}

	/** The gate's decision on a call as things stand now. */
	decide(turn: Pick<CallingTurn, "authority" | "restricted" | "trajectoryId">, ready: PreparedCall): Decision {
		const { authority, restricted, trajectoryId } = turn;
		const tainted = this.#parts.isTainted(trajectoryId);
		const input = { effect: ready.report.effect, authority, restricted, tainted };
		return { ...decideCall(input, this.#parts.policy()), tainted };
	}

	async #perform(
		turn: CallingTurn,
		call: CallRecord,
		ready: PreparedCall,
		decision: Decision,
		signal: AbortSignal,
	): Promise<CallResult> {
		const { database, calls, contexts, clock, activity } = this.#parts;
		const { tool, report } = ready;
		const note = () => this.#note(turn, call, ready, decision);
		const isAtomic = tool.recovery === "rerun";
		if (!isAtomic) {
			// On disk before anything happens: after a crash we know that this call may have happened, and who allowed it.
			database.write(() => {
				note();
				calls.start(call.id, report.effect, report.target);
			});
		}
		activity.show(turn.id, tool.activity(ready.arguments));
		try {
			const { commit, ...output } = await runWithTimeout(tool, ready.arguments, contexts.forCall(call), clock, signal);
			return { state: "done", ...output, commit: () => [isAtomic && note(), commit?.()] };
		} catch (error) {
			throwIfClosing(signal);
			const unclear = error instanceof CutOffError && !isAtomic;
			const text = `${describeError(error)}${unclear ? "; it may or may not have happened. Check before you try again" : ""}`;
			return { state: unclear ? "unknown" : "failed", text, commit: () => isAtomic && note() };
		}
	}

	#ask(turn: CallingTurn, call: CallRecord, ready: PreparedCall, decision: Decision): void {
		this.#note(turn, call, ready, decision);
		this.#parts.calls.start(call.id, ready.report.effect, ready.report.target);
		this.#parts.desk.ask(call, ready);
	}

	#prepare(call: CallRecord): Preparation {
		if (call.malformed !== undefined) {
			const problem = `the arguments were not JSON: ${call.malformed}. Send the call again with valid JSON.`;
			return { kind: "rejected", tool: call.tool, problem };
		}
		return prepareCall(this.#parts.catalogue, call.wireTool, call.arguments, this.#parts.contexts.forCall(call));
	}

	#isParallel(call: CallRecord): boolean {
		if (call.malformed !== undefined) return false;
		const resolution = this.#parts.catalogue.resolve(call.wireTool, JSON.parse(call.arguments));
		return resolution.kind === "ready" && resolution.tool.parallel;
	}

	#note(turn: CallingTurn, call: CallRecord, ready: PreparedCall, decision: Decision): void {
		this.#parts.journal.add({
			kind: "gate",
			turnId: turn.id,
			callId: call.id,
			authority: turn.authority,
			tainted: decision.tainted,
			effect: ready.report.effect,
			target: ready.report.target,
			decision: decision.kind,
			rule: decision.rule,
		});
	}
}

const interrupted = (call: CallRecord): CallResult => ({
	state: "unknown",
	text: `the program was interrupted during '${call.tool}': it may or may not have happened. Check first, don't just repeat it.`,
});
