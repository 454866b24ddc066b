import type { CallRecord, Calls } from "#daemon/records/calls.ts";
import type { Journal } from "#daemon/records/journal.ts";
import type { RuleUses } from "#daemon/records/rule-uses.ts";
import type { TurnRecord } from "#daemon/records/turns.ts";
import type { SpendCalendar } from "#daemon/spend/spend-periods.ts";
import type { Catalogue } from "#tools/catalogue.ts";
import type { ToolContext } from "#tools/tool.ts";
import type { ApprovalDesk } from "./approval-desk.ts";
import type { Concern } from "./concern.ts";
import { decideCall, type GateDecision, type Policy } from "./decide-call.ts";
import type { Evidence } from "./evidence.ts";
import type { RuleFacts } from "./owners-rules.ts";
import { type Preparation, type PreparedCall, prepareCall } from "./prepare-call.ts";
import { type GrantableCall, ruleToGrant } from "./rule-to-grant.ts";

/** The gate's decision, with what it saw when it decided. */
export type Decision = GateDecision & { tainted: boolean };

/** What a turn's calls are judged by. */
export type CallingTurn = Pick<TurnRecord, "id" | "trajectoryId" | "authority" | "restricted">;

export interface GatekeeperParts {
	calls: Calls;
	journal: Journal;
	ruleUses: RuleUses;
	catalogue: Catalogue;
	desk: ApprovalDesk;
	evidence: Evidence;
	/** The owner's calendar: caps of rules count by its days. */
	calendar: SpendCalendar;
	/** What the call would be given. */
	contextFor: (call: CallRecord) => ToolContext;
	policy: () => Policy;
	now: () => number;
	/** Whether outside content is in the view that the model decides on, or was when it asked for the call. */
	isCallTainted: (trajectoryId: number, callId: number) => boolean;
	/** Whether it answers one question beside the main trajectory. */
	isFork: (trajectoryId: number) => boolean;
}

/** A fork is gone before its task's result could come. */
const NO_TASKS = "an answer beside the main task begins nothing in the background";

/** Stands before every call: makes out what it would do, decides, and writes down what was decided. */
export class Gatekeeper {
	readonly #parts: GatekeeperParts;

	constructor(parts: GatekeeperParts) {
		this.#parts = parts;
	}

	/** Resolves and checks a call as the model wrote it. Never throws. */
	prepare(call: CallRecord): Preparation {
		if (call.malformed !== undefined) {
			const problem = `the arguments were not JSON: ${call.malformed}. Send the call again with valid JSON.`;
			return { kind: "rejected", tool: call.tool, problem };
		}
		return prepareCall(this.#parts.catalogue, call.wireTool, call.arguments, this.#parts.contextFor(call));
	}

	/** Whether a call may run beside others of its message. */
	isParallel(call: CallRecord): boolean {
		if (call.malformed !== undefined) return false;
		const resolution = this.#parts.catalogue.resolve(call.wireTool, JSON.parse(call.arguments));
		return resolution.kind === "ready" && resolution.tool.parallel;
	}

	/**
	 * The gate's decision on a call as things stand now.
	 * @param of.concerns what checks that take time have against it
	 * @param of.tainted as it is supposed to be, where it is not to be looked up
	 */
	decide(
		turn: CallingTurn,
		call: Pick<CallRecord, "id">,
		ready: PreparedCall,
		of: { concerns?: readonly Concern[]; tainted?: boolean } = {},
	): Decision {
		const { evidence, isFork, isCallTainted, policy } = this.#parts;
		const { report, tool } = ready;
		const tainted = of.tainted ?? isCallTainted(turn.trajectoryId, call.id);
		if (tool.mode === "async" && isFork(turn.trajectoryId)) return { kind: "deny", rule: NO_TASKS, tainted };
		const { concerns, isVerbatim } = evidence.of(turn, call, ready, tainted);
		const { destinations = [report.target] } = report;
		const input = {
			...{ effect: report.effect, tool: tool.name, destinations },
			...{ authority: turn.authority, restricted: turn.restricted },
			tainted: tainted && !isVerbatim,
			concerns: [...concerns, ...(of.concerns ?? [])],
		};
		return { ...decideCall(input, policy(), this.#facts()), tainted };
	}

	/** Puts a call before the owner, or keeps it until they activate it. Part of T3. */
	ask(turn: CallingTurn, call: CallRecord, ready: PreparedCall, decision: Decision): void {
		const { calls, desk } = this.#parts;
		const { report, tool } = ready;
		this.note(turn, call, ready, decision);
		calls.start(call.id, report.effect, report.target);
		const grantable: GrantableCall = { ...report, tool: tool.name, tainted: decision.tainted };
		desk.ask(call, ready, {
			held: decision.kind === "inactive",
			why: decision.why,
			rule: decision.why === undefined ? ruleToGrant(grantable, this.#parts.calendar, this.#parts.now()) : undefined,
		});
	}

	/** For the journal: who asked for what, and which rule let it through or not. A rule of the owner's has been used by it. */
	note(turn: CallingTurn, call: CallRecord, ready: PreparedCall, decision: Decision): void {
		if (decision.kind === "allow" && decision.ruleKey !== undefined)
			this.#parts.ruleUses.add(decision.ruleKey, call.id);
		this.#parts.journal.add({
			kind: "gate",
			turnId: turn.id,
			callId: call.id,
			authority: turn.authority,
			tainted: decision.tainted,
			effect: ready.report.effect,
			target: ready.report.target,
			decision: decision.kind,
			rule: decision.why === undefined ? decision.rule : `${decision.rule}: ${decision.why}`,
		});
	}

	#facts(): RuleFacts {
		const { day } = this.#parts.calendar.at(this.#parts.now());
		return { today: day.name, usesToday: (rule) => this.#parts.ruleUses.countSince(rule, day.start) };
	}
}
