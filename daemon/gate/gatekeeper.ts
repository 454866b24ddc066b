import type { PolicyOverrides } from "#config/schema.ts";
import type { CallRecord, Calls } from "#daemon/records/calls.ts";
import type { Journal } from "#daemon/records/journal.ts";
import type { TurnRecord } from "#daemon/records/turns.ts";
import type { Catalogue } from "#tools/catalogue.ts";
import type { ToolContext } from "#tools/tool.ts";
import type { ApprovalDesk } from "./approval-desk.ts";
import { decideCall, type GateDecision } from "./policy-table.ts";
import { type Preparation, type PreparedCall, prepareCall } from "./prepare-call.ts";

/** The gate's decision, with what it saw when it decided. */
export type Decision = GateDecision & { tainted: boolean };

/** What a turn's calls are judged by. */
export type CallingTurn = Pick<TurnRecord, "id" | "trajectoryId" | "authority" | "restricted">;

export interface GatekeeperParts {
	calls: Calls;
	journal: Journal;
	catalogue: Catalogue;
	desk: ApprovalDesk;
	/** What the call would be given. */
	contextFor: (call: CallRecord) => ToolContext;
	policy: () => PolicyOverrides;
	/** Whether outside content is in the view that the model decides on. */
	isTainted: (trajectoryId: number) => boolean;
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

	/** The gate's decision on a call as things stand now. */
	decide(turn: Pick<CallingTurn, "authority" | "restricted" | "trajectoryId">, ready: PreparedCall): Decision {
		const { authority, restricted, trajectoryId } = turn;
		const tainted = this.#parts.isTainted(trajectoryId);
		if (ready.tool.mode === "async" && this.#parts.isFork(trajectoryId))
			return { kind: "deny", rule: NO_TASKS, tainted };
		const input = { effect: ready.report.effect, authority, restricted, tainted };
		return { ...decideCall(input, this.#parts.policy()), tainted };
	}

	/** Puts a call before the owner. Part of T3. */
	ask(turn: CallingTurn, call: CallRecord, ready: PreparedCall, decision: Decision): void {
		this.note(turn, call, ready, decision);
		this.#parts.calls.start(call.id, ready.report.effect, ready.report.target);
		this.#parts.desk.ask(call, ready);
	}

	/** For the journal: who asked for what, and which rule let it through or not. */
	note(turn: CallingTurn, call: CallRecord, ready: PreparedCall, decision: Decision): void {
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
