import type { Activity } from "#daemon/activity.ts";
import type { ApprovalDesk } from "#daemon/gate/approval-desk.ts";
import { checkedCallOf } from "#daemon/gate/checked-call-of.ts";
import type { Checks } from "#daemon/gate/checks/checks.ts";
import type { CallingTurn, Decision, Gatekeeper } from "#daemon/gate/gatekeeper.ts";
import type { PreparedCall } from "#daemon/gate/prepare-call.ts";
import type { CallRecord } from "#daemon/records/calls.ts";
import { throwIfClosing } from "./closing.ts";
import { cutOffText } from "./cut-off-text.ts";
import type { Attempt, Performer } from "./performer.ts";
import type { TurnControl } from "./turn-control.ts";

export interface GatePassageParts {
	gatekeeper: Gatekeeper;
	desk: ApprovalDesk;
	checks: Checks;
	performer: Performer;
	activity: Activity;
}

/** The way of one call through the gate: the table and the owner's rules, the checks beside them, and then it is run or not. */
export class GatePassage {
	readonly #parts: GatePassageParts;

	constructor(parts: GatePassageParts) {
		this.#parts = parts;
	}

	/** @throws ClosingError where the program ends, else as `Performer.perform` */
	async pass(turn: CallingTurn, call: CallRecord, ready: PreparedCall, control: TurnControl): Promise<Attempt> {
		const decision = await this.#decide(turn, call, ready, control.signal);
		const { report } = ready;
		switch (decision.kind) {
			case "deny":
				return { report, result: this.#denied(turn, call, ready, decision, denial(decision)) };
			case "ask":
			case "inactive":
				return {
					report,
					result: {
						state: "asked",
						text: this.#parts.desk.placeholder(call, decision.kind === "inactive"),
						commit: () => this.#parts.gatekeeper.ask(turn, call, ready, decision),
					},
				};
			case "allow":
				return { report, ...(await this.#run(turn, call, ready, decision, control)) };
		}
	}

	/** What the table lets through is looked at once more; with what was found it is decided anew, and only ever stricter. */
	async #decide(turn: CallingTurn, call: CallRecord, ready: PreparedCall, signal: AbortSignal): Promise<Decision> {
		const { gatekeeper, checks, activity } = this.#parts;
		const decision = gatekeeper.decide(turn, call, ready);
		if (decision.kind !== "allow") return decision;
		// Shown at once, so that nobody waits for the check without knowing what is going on.
		activity.show(turn.id, ready.tool.activity(ready.arguments));
		const concerns = await checks.review(checkedCallOf(turn, call, ready, decision.tainted), signal);
		return concerns.length === 0 ? decision : gatekeeper.decide(turn, call, ready, { concerns });
	}

	async #run(
		turn: CallingTurn,
		call: CallRecord,
		ready: PreparedCall,
		decision: Decision,
		control: TurnControl,
	): Promise<Attempt> {
		const checked = checkedCallOf(turn, call, ready, decision.tainted);
		const before = await this.#parts.checks.before(checked, control.signal);
		throwIfClosing(control.signal);
		if (before.kind === "stopped" || control.signal.aborted)
			return { result: { state: "not-run", text: cutOffText(control) } };
		if (before.kind === "refused") {
			const { by, why } = before.concern;
			const refusal: Decision = { kind: "deny", rule: by, why, tainted: decision.tainted };
			return { result: this.#denied(turn, call, ready, refusal, before.text) };
		}
		const attempt = await this.#parts.performer.perform(turn, call, ready, decision, control);
		return { ...attempt, result: { ...attempt.result, notes: before.notes }, checked };
	}

	#denied(turn: CallingTurn, call: CallRecord, ready: PreparedCall, decision: Decision, text: string) {
		const commit = () => this.#parts.gatekeeper.note(turn, call, ready, decision);
		return { state: "denied" as const, text, commit };
	}
}

function denial({ rule, why }: Decision): string {
	const because = why === undefined ? rule : `${rule}: ${why}`;
	return `the program does not allow it (${because}). Another wording or tool won't change that; tell the owner if it matters.`;
}
