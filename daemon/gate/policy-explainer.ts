import type { OwnersRule, PolicyOverrides, Verdict } from "#config/gate-schema.ts";
import { EFFECTS, type Effect } from "#core/effect.ts";
import { TRUSTS, type Trust } from "#core/trust.ts";
import type { ApprovalRecord, Approvals } from "#daemon/records/approvals.ts";
import type { CallRecord, Calls } from "#daemon/records/calls.ts";
import { MAIN_TRAJECTORY } from "#daemon/records/event-record.ts";
import type { Journal } from "#daemon/records/journal.ts";
import type { RuleUses } from "#daemon/records/rule-uses.ts";
import type { Turns } from "#daemon/records/turns.ts";
import type { SpendCalendar } from "#daemon/spend/spend-periods.ts";
import type { Catalogue } from "#tools/catalogue.ts";
import type { ToolContext } from "#tools/tool.ts";
import type { Decision, Gatekeeper } from "./gatekeeper.ts";
import { describeRule, ruleKey } from "./owners-rules.ts";
import { rowOf, SHIPPED } from "./policy-table.ts";
import { type PreparedCall, prepareCall } from "./prepare-call.ts";

/** One row of the table as it holds now. */
export interface ExplainedRow {
	effect: Effect;
	cells: Record<Trust | "tainted", Verdict>;
	/** The columns in which the owner's own word stands. */
	changed: string[];
}

export interface ExplainedRule {
	text: string;
	usesToday: number;
	/** Why it does not hold any more; undefined where it does. */
	ended: string | undefined;
}

/** A call that nobody has made. */
export interface Supposed {
	tool: string;
	/** As JSON. */
	argumentsJson: string;
	authority: Trust;
	tainted: boolean;
}

export type Explained =
	| { kind: "unknown"; problem: string }
	| {
			kind: "explained";
			tool: string;
			effect: string;
			target: string;
			destinations: readonly string[];
			authority: Trust;
			tainted: boolean;
			decision: Verdict;
			rule: string;
			why: string | undefined;
			/** What the gate said when it was made, of a call that was. */
			earlier: { decision: string; rule: string }[];
	  };

export interface PolicyExplainerParts {
	approvals: Approvals;
	calls: Calls;
	turns: Turns;
	journal: Journal;
	ruleUses: RuleUses;
	gatekeeper: Gatekeeper;
	catalogue: Catalogue;
	calendar: SpendCalendar;
	/** For a call that nobody has made, in the owner's conversation. */
	supposedContext: () => ToolContext;
	policy: () => { table: PolicyOverrides; rules: readonly OwnersRule[] };
	now: () => number;
}

/** Says for the owner what the gate would do, and why. Changes nothing. */
export class PolicyExplainer {
	readonly #parts: PolicyExplainerParts;

	constructor(parts: PolicyExplainerParts) {
		this.#parts = parts;
	}

	table(): ExplainedRow[] {
		const { table } = this.#parts.policy();
		return EFFECTS.map((effect) => {
			const cells = rowOf(effect, table);
			const changed = [...TRUSTS, "tainted" as const].filter((column) => cells[column] !== SHIPPED[effect][column]);
			return { effect, cells, changed };
		});
	}

	rules(): ExplainedRule[] {
		const { policy, ruleUses, calendar, now } = this.#parts;
		const { day } = calendar.at(now());
		return policy().rules.map((rule) => ({
			text: describeRule(rule),
			usesToday: ruleUses.countSince(ruleKey(rule), day.start),
			ended: rule.until !== undefined && day.name > rule.until ? `ended on ${rule.until}` : undefined,
		}));
	}

	/** What rests until the owner activates it. */
	held(): ApprovalRecord[] {
		return this.#parts.approvals.inState("waiting").filter(({ held }) => held);
	}

	/** What would happen with a call that nobody has made. */
	explain({ tool, argumentsJson, authority, tainted }: Supposed): Explained {
		const { catalogue, supposedContext, gatekeeper } = this.#parts;
		const preparation = prepareCall(catalogue, tool, argumentsJson, supposedContext());
		if (preparation.kind === "rejected") return { kind: "unknown", problem: preparation.problem };
		const turn = { id: 0, trajectoryId: MAIN_TRAJECTORY, authority, restricted: false };
		const decision = gatekeeper.decide(turn, { id: 0 }, preparation.call, { tainted });
		return this.#explained(preparation.call, authority, decision, []);
	}

	/** What would happen if a call that was made were made again now. */
	explainMade(callId: number): Explained {
		const { calls, turns, gatekeeper } = this.#parts;
		const call = calls.find(callId);
		if (!call) return { kind: "unknown", problem: `There is no call C-${callId}.` };
		const preparation = gatekeeper.prepare(call);
		if (preparation.kind === "rejected") return { kind: "unknown", problem: preparation.problem };
		const turn = turns.get(call.turnId);
		const decision = gatekeeper.decide(turn, call, preparation.call);
		return this.#explained(preparation.call, turn.authority, decision, this.#earlier(call));
	}

	#earlier(call: CallRecord): { decision: string; rule: string }[] {
		return this.#parts.journal
			.ofTurn(call.turnId)
			.filter(({ kind, callId }) => kind === "gate" && callId === call.id)
			.map(({ decision = "", rule = "" }) => ({ decision, rule }));
	}

	#explained(
		{ tool, report }: PreparedCall,
		authority: Trust,
		{ kind, rule, why, tainted }: Decision,
		earlier: { decision: string; rule: string }[],
	): Explained {
		const { effect, target, destinations = [] } = report;
		return {
			kind: "explained",
			...{ tool: tool.name, effect, target, destinations, authority, tainted, rule, why, earlier },
			decision: kind,
		};
	}
}
