import type { Checks } from "#daemon/gate/checks/checks.ts";
import type { CallingTurn, Gatekeeper } from "#daemon/gate/gatekeeper.ts";
import { CutOffError } from "#daemon/gate/run-with-timeout.ts";
import { type CallRecord, type Calls, hasNoResult, hasSucceeded } from "#daemon/records/calls.ts";
import { ToolError } from "#tools/tool.ts";
import { throwIfClosing } from "./closing.ts";
import { cutOffText } from "./cut-off-text.ts";
import type { GatePassage } from "./gate-passage.ts";
import type { Attempt } from "./performer.ts";
import { planCalls } from "./plan-calls.ts";
import type { CallResult, Results } from "./results.ts";
import type { TurnControl } from "./turn-control.ts";

export interface CallRunnerParts {
	calls: Calls;
	results: Results;
	gatekeeper: Gatekeeper;
	passage: GatePassage;
	checks: Pick<Checks, "after">;
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
	async run(turn: CallingTurn, calls: readonly CallRecord[], control: TurnControl): Promise<void> {
		const { gatekeeper } = this.#parts;
		let before: Before = {};
		for (const step of planCalls(calls.map((call) => ({ parallel: gatekeeper.isParallel(call) })))) {
			const group = step.flatMap((position) => calls[position] ?? []);
			const ends = await allEnded(group.filter(hasNoResult).map((call) => this.#runOne(turn, call, before, control)));
			const failed = group.find((call) => !hasSucceeded(this.#parts.calls.find(call.id) ?? call));
			before = { failed: before.failed ?? failed, gaveWay: before.gaveWay || ends.includes(true) };
		}
	}

	/** Gives up what has no result yet: a call that ends the process each time it runs would do so at each start, for ever. */
	giveUp(turn: CallingTurn, calls: readonly CallRecord[]): void {
		const text =
			"the program was restarted each time that this was run, so it was not run again. Do without it, or tell the owner.";
		for (const call of calls.filter(hasNoResult)) {
			this.#parts.results.write(
				call,
				turn.trajectoryId,
				call.state === "running" ? interrupted(call) : { state: "failed", text },
			);
		}
	}

	/** @returns whether it gave way to somebody who waits */
	async #runOne(turn: CallingTurn, call: CallRecord, before: Before, control: TurnControl): Promise<boolean> {
		const { results } = this.#parts;
		const attempt = await this.#attempt(turn, call, before, control);
		const { result, execution, report, gaveWay = false } = attempt;
		const startedAt = execution?.isStarted ? execution.startedAt : undefined;
		const made = { effect: report?.effect, target: report?.target, startedAt };
		try {
			results.write(call, turn.trajectoryId, result, made);
		} catch (error) {
			// Nobody would ever hear of what it goes on doing.
			execution?.cut(new CutOffError("its result could not be stored"));
			if (!(error instanceof ToolError)) throw error;
			results.write(call, turn.trajectoryId, { state: "failed", text: error.message }, made);
		}
		this.#tellAfter(attempt);
		return gaveWay;
	}

	/** The owner's own programs hear how it ended; of one that goes on as a task, when that has. */
	#tellAfter({ checked, result, execution }: Attempt): void {
		if (!checked || !execution) return;
		const tell = ({ state, text }: CallResult) =>
			this.#parts.checks.after(checked, { state, text, durationMs: execution.elapsedMs() });
		if (result.state !== "running") tell(result);
		else void execution.ended.then(tell, () => undefined);
	}

	async #attempt(turn: CallingTurn, call: CallRecord, before: Before, control: TurnControl): Promise<Attempt> {
		if (call.state === "running") return { result: interrupted(call) };
		throwIfClosing(control.signal);
		const { gatekeeper } = this.#parts;
		const refusal = refusalOf(before, control);
		if (refusal !== undefined) return { result: { state: "not-run", text: refusal } };
		const preparation = gatekeeper.prepare(call);
		if (preparation.kind === "rejected") return { result: { state: "failed", text: preparation.problem } };
		const ready = preparation.call;
		if (before.failed && !ready.tool.parallel) {
			const { position, tool } = before.failed;
			const text = `call ${position} (${tool}) failed. Look at its result, then decide again.`;
			return { result: { state: "not-run", text } };
		}
		return this.#parts.passage.pass(turn, call, ready, control);
	}
}

/**
 * Waits for all, also where one fails: the turn is taken up again from its rows, and what still ran would write a second
 * result for its call.
 */
async function allEnded<Value>(runs: readonly Promise<Value>[]): Promise<Value[]> {
	await Promise.allSettled(runs);
	return Promise.all(runs);
}

/** What the calls of earlier steps left behind. */
interface Before {
	failed?: CallRecord | undefined;
	/** One went to the background since somebody waits: what follows would keep them waiting. */
	gaveWay?: boolean;
}

function refusalOf({ gaveWay }: Before, control: TurnControl): string | undefined {
	if (control.isStopped || control.signal.aborted) return cutOffText(control);
	return gaveWay ? "an event came in that goes first. Call it again if it is still wanted." : undefined;
}

const interrupted = (call: CallRecord): CallResult => ({
	state: "unknown",
	text: `the program was interrupted during '${call.tool}': it may or may not have happened. Check first, don't just repeat it.`,
});
