import { type Clock, sleep } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import { describeError, type Log } from "#core/log.ts";
import { DISK_WAIT_MS } from "#daemon/disk-wait.ts";
import { ClosingError } from "#daemon/loop/closing.ts";
import type { ApprovalRecord, Approvals } from "#daemon/records/approvals.ts";
import type { CallRecord, Calls } from "#daemon/records/calls.ts";
import type { Events } from "#daemon/records/events.ts";
import type { Journal } from "#daemon/records/journal.ts";
import { changesFiles, whileLocked } from "#daemon/tasks/start-execution.ts";
import type { WriteLock } from "#daemon/tasks/write-lock.ts";
import type { Catalogue } from "#tools/catalogue.ts";
import { type ToolContext, ToolError, type ToolOutput } from "#tools/tool.ts";
import { APPROVAL_LASTS_MS } from "./approval-desk.ts";
import type { ApprovalOutcomes } from "./approval-outcomes.ts";
import type { CheckedCall } from "./checks/checked-call.ts";
import type { Checks } from "./checks/checks.ts";
import type { GateDecision } from "./decide-call.ts";
import { type PreparedCall, prepareCall } from "./prepare-call.ts";
import { runWithTimeout } from "./run-with-timeout.ts";

/** How often it is tried to write down all that a tool has brought, before only that it was done is written down. */
const MOST_TRIES = 3;

type Check = { kind: "go"; call: PreparedCall } | { kind: "no"; why: string };

export interface CommitterParts {
	database: Database;
	approvals: Approvals;
	calls: Calls;
	events: Events;
	journal: Journal;
	outcomes: ApprovalOutcomes;
	catalogue: Catalogue;
	lock: WriteLock;
	clock: Clock;
	log: Log;
	contextFor: (call: CallRecord) => ToolContext;
	/** The gate's decision on that call as things stand now. */
	decide: (call: CallRecord, prepared: PreparedCall) => GateDecision;
	/** The owner's own programs are asked about what the owner allowed, too: they may know better. */
	checks: Pick<Checks, "before" | "after">;
	checkedCall: (call: CallRecord, prepared: PreparedCall) => CheckedCall;
	redact: (text: string) => string;
	/** Called after an outcome became an event. */
	onReported: () => void;
}

/**
 * Carries out what the owner allowed. The program does it, not the model: the stored call is checked again in full, so that
 * what happens is what was shown.
 */
export class ApprovalCommitter {
	readonly #parts: CommitterParts;

	constructor(parts: CommitterParts) {
		this.#parts = parts;
	}

	/**
	 * Takes up what an earlier process left: what was being done is reported as unknown.
	 * @returns what was allowed and not begun, for `commit`
	 */
	recover(): ApprovalRecord[] {
		for (const approval of this.#parts.approvals.inState("committing")) {
			const outcome = "the program was interrupted while doing it: it may or may not have happened. Check first.";
			this.#end(approval, "failed", "unknown", outcome);
		}
		return this.#parts.approvals.inState("approved");
	}

	/** Whatever goes wrong is reported as the outcome. @throws only where the database refuses that */
	async commit(approval: ApprovalRecord, signal: AbortSignal): Promise<void> {
		const { approvals, calls, database, log } = this.#parts;
		const call = calls.find(approval.callId);
		if (!call) return log.error("An approval belongs to no call", { approval: approval.id });
		const context = this.#parts.contextFor(call);
		const refuse = (why: string) =>
			this.#end(approval, "failed", "failed", `the owner allowed it, but it was not done: ${why}`, "approved");
		const check = this.#check(approval, call, context);
		if (check.kind === "no") return refuse(check.why);
		const checked = this.#parts.checkedCall(call, check.call);
		const before = await this.#parts.checks.before(checked, signal);
		if (before.kind === "stopped") return;
		if (before.kind === "refused") return refuse(before.text);
		// Hooks take their time: what was checked before them may hold no longer.
		const again = this.#check(approval, call, context);
		if (again.kind === "no") return refuse(again.why);
		if (!database.write(() => approvals.move(approval.id, "approved", "committing"))) return;
		await this.#run(approval, again.call, context, checked, before.notes, signal);
	}

	async #run(
		approval: ApprovalRecord,
		{ tool, arguments: args, report }: PreparedCall,
		context: ToolContext,
		checked: CheckedCall,
		notes: readonly string[],
		signal: AbortSignal,
	): Promise<void> {
		const { clock, redact, log, lock, checks } = this.#parts;
		const startedMs = clock.monotonicMs();
		const sinceMs = () => clock.monotonicMs() - startedMs;
		try {
			const whoWrites = { writes: changesFiles(report.effect), holder: () => tool.name };
			const output = await whileLocked(whoWrites, lock, signal, () =>
				runWithTimeout(tool, args, context, clock, signal),
			);
			await this.#record(approval, signal, (tries) => this.#writeDone(approval, output, notes, tries));
			checks.after(checked, { state: "done", durationMs: sinceMs(), text: output.text });
		} catch (error) {
			// The program ends in the middle of it: the row says "committing", and the next start reports it as unknown.
			if (signal.reason instanceof ClosingError) return;
			log.warn("An approved action failed", { approval: approval.id, error });
			const outcome = `the owner allowed it, but it failed: ${redact(describeError(error))}`;
			await this.#record(approval, signal, () => this.#end(approval, "failed", "failed", outcome));
			checks.after(checked, { state: "failed", durationMs: sinceMs(), text: describeError(error) });
		}
	}

	/**
	 * A disk that takes no rows may take them later. What was done is then neither forgotten, nor called a failure, nor done again.
	 * @throws ToolError from `write`: the tool itself refuses
	 */
	async #record(approval: ApprovalRecord, signal: AbortSignal, write: (tries: number) => void): Promise<void> {
		for (let tries = 1; !signal.aborted; tries++) {
			try {
				return write(tries);
			} catch (error) {
				if (error instanceof ToolError) throw error;
				this.#parts.log.error("What came of an approved action could not be written down; trying again", {
					...{ approval: approval.id, error },
				});
			}
			await sleep(this.#parts.clock, DISK_WAIT_MS, signal);
		}
	}

	#writeDone(approval: ApprovalRecord, output: ToolOutput, notes: readonly string[], tries: number): void {
		const { events, database, redact } = this.#parts;
		if (tries > MOST_TRIES) {
			const outcome = "it was begun, and what came of it could not be written down: it may have happened. Check first.";
			this.#end(approval, "failed", "unknown", outcome);
			return;
		}
		database.write(() => {
			output.commit?.();
			for (const event of output.settles?.events ?? []) events.settle(event, output.settles?.outcome ?? "handled");
			const text = [`${output.text}${output.addendum?.() ?? ""}`, ...notes].join("\n");
			const outcome = `the owner allowed it, and it was done. ${redact(text)}`;
			this.#end(approval, "done", "done", outcome, "committing", output.outside?.source);
		});
	}

	#check(approval: ApprovalRecord, call: CallRecord, context: ToolContext): Check {
		// A program that was down for a day must not surprise its owner with what they allowed before.
		if (this.#parts.clock.now() >= (approval.decidedAt ?? 0) + APPROVAL_LASTS_MS)
			return { kind: "no", why: "too much time has passed since. Ask again if it is still wanted." };
		const preparation = prepareCall(this.#parts.catalogue, call.wireTool, call.arguments, context);
		if (preparation.kind === "rejected") return { kind: "no", why: preparation.problem };
		if (preparation.call.digest !== approval.digest)
			return { kind: "no", why: "the action is no longer the one that was shown." };
		if (preparation.call.report.resourceVersion !== approval.resourceVersion) {
			return { kind: "no", why: `${preparation.call.report.target} changed after the owner was asked.` };
		}
		const decision = this.#parts.decide(call, preparation.call);
		if (decision.kind === "deny") return { kind: "no", why: `the policy refuses it now (${decision.rule}).` };
		return { kind: "go", call: preparation.call };
	}

	#end(
		approval: ApprovalRecord,
		state: "done" | "failed",
		callState: "done" | "failed" | "unknown",
		outcome: string,
		from: "approved" | "committing" = "committing",
		outsideSource?: string,
	): void {
		const { database, approvals, calls, journal, outcomes, onReported } = this.#parts;
		database.write(() => {
			if (!approvals.move(approval.id, from, state)) return;
			calls.decide(approval.callId, callState);
			journal.add({ kind: "approval", approvalId: approval.id, callId: approval.callId, outcome: callState });
			const tell = state === "done" ? "It is active now." : `It could not be activated: ${outcome}`;
			outcomes.report(approval, outcome, { outsideSource, tell });
			database.afterCommit(onReported);
		});
	}
}
