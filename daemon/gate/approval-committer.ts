import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import { describeError, type Log } from "#core/log.ts";
import { ClosingError } from "#daemon/loop/closing.ts";
import type { ApprovalRecord, Approvals } from "#daemon/records/approvals.ts";
import type { CallRecord, Calls } from "#daemon/records/calls.ts";
import type { Events } from "#daemon/records/events.ts";
import type { Journal } from "#daemon/records/journal.ts";
import { changesFiles, whileLocked } from "#daemon/tasks/start-execution.ts";
import type { WriteLock } from "#daemon/tasks/write-lock.ts";
import type { Catalogue } from "#tools/catalogue.ts";
import type { ToolContext } from "#tools/tool.ts";
import type { ApprovalOutcomes } from "./approval-outcomes.ts";
import type { GateDecision } from "./policy-table.ts";
import { type PreparedCall, prepareCall } from "./prepare-call.ts";
import { runWithTimeout } from "./run-with-timeout.ts";

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
		const { approvals, calls, events, database, clock, redact, log } = this.#parts;
		const call = calls.find(approval.callId);
		if (!call) return log.error("An approval belongs to no call", { approval: approval.id });
		const context = this.#parts.contextFor(call);
		const check = this.#check(approval, call, context);
		if (check.kind === "no")
			return this.#end(
				approval,
				"failed",
				"failed",
				`the owner allowed it, but it was not done: ${check.why}`,
				"approved",
			);
		if (!database.write(() => approvals.move(approval.id, "approved", "committing"))) return;
		try {
			const { tool, arguments: args, report } = check.call;
			const output = await whileLocked(
				{ writes: changesFiles(report.effect), holder: () => tool.name },
				this.#parts.lock,
				signal,
				() => runWithTimeout(tool, args, context, clock, signal),
			);
			database.write(() => {
				output.commit?.();
				for (const event of output.settles?.events ?? []) events.settle(event, output.settles?.outcome ?? "handled");
				const text = `${output.text}${output.addendum?.() ?? ""}`;
				this.#end(
					approval,
					"done",
					"done",
					`the owner allowed it, and it was done. ${redact(text)}`,
					"committing",
					output.outside?.source,
				);
			});
		} catch (error) {
			// The program ends in the middle of it: the row says "committing", and the next start reports it as unknown.
			if (signal.reason instanceof ClosingError) return;
			log.warn("An approved action failed", { approval: approval.id, error });
			this.#end(approval, "failed", "failed", `the owner allowed it, but it failed: ${redact(describeError(error))}`);
		}
	}

	#check(approval: ApprovalRecord, call: CallRecord, context: ToolContext): Check {
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
			outcomes.report(approval, outcome, { outsideSource });
			database.afterCommit(onReported);
		});
	}
}
