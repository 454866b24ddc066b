import type { OwnersRule } from "#config/gate-schema.ts";
import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { Conversation } from "#core/event.ts";
import type { Ids } from "#core/ids.ts";
import { isToOwner } from "#daemon/loop/tool-contexts.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import type { ApprovalRecord, Approvals } from "#daemon/records/approvals.ts";
import type { CallRecord, Calls } from "#daemon/records/calls.ts";
import type { Journal } from "#daemon/records/journal.ts";
import { askedPlaceholder, cardFor, heldPlaceholder } from "./approval-card.ts";
import type { ApprovalOutcomes } from "./approval-outcomes.ts";
import type { PreparedCall } from "./prepare-call.ts";

/** An unanswered question means no after this long. */
export const APPROVAL_LASTS_MS = 30 * 60 * 1000;

/** What is kept inactive may be activated for this long. Nobody is hurried by it. */
export const HELD_LASTS_MS = 14 * 24 * 60 * 60 * 1000;

const CODE_LENGTH = 6;

/** How a call is put before the owner. */
export interface Asking {
	/** It is kept inactive until they activate it, and nothing waits for that. */
	held: boolean;
	/** What a check has found, in the program's words. */
	why: string | undefined;
	/** What they may allow for good with the same answer. */
	rule: OwnersRule | undefined;
}

export type Verdict =
	/** `always`: and the rule that the question offered. */
	{ kind: "approve"; always?: boolean | undefined } | { kind: "deny"; reason?: string | undefined };

export type DecideResult =
	| { kind: "decided"; approval: ApprovalRecord }
	/** `problem` is for the owner: no such code, decided already, expired. */
	| { kind: "rejected"; problem: string };

export interface ApprovalDeskParts {
	database: Database;
	approvals: Approvals;
	calls: Calls;
	outcomes: ApprovalOutcomes;
	outbox: Outbox;
	journal: Journal;
	clock: Clock;
	ids: Ids;
	/** Where the owner is reached for what came from somebody else. */
	ownerConversation: () => Conversation;
	/** Called after the commit of a question: its expiry has to be watched. */
	onAsked: () => void;
	/** Called after the commit of a decision, expiry or lapse. */
	onDecided: (approval: ApprovalRecord) => void;
}

/**
 * Asks the owner, and takes the answer. What the owner allows is carried out by `ApprovalCommitter`; here nothing is done
 * but rows. Only code that has authenticated the owner calls `decide`: no text that a model sees or writes counts.
 */
export class ApprovalDesk {
	readonly #parts: ApprovalDeskParts;

	constructor(parts: ApprovalDeskParts) {
		this.#parts = parts;
	}

	/** What the model sees in place of a result while the owner is being asked. */
	placeholder(call: CallRecord, held: boolean): string {
		if (held) return heldPlaceholder(call.id);
		return askedPlaceholder(call.id);
	}

	/**
	 * Puts a call before the owner, in the conversation in which it was asked for. Part of the caller's transaction (T3), so
	 * that question and placeholder exist together or not at all.
	 */
	ask(call: CallRecord, prepared: PreparedCall, { held, why, rule }: Asking): void {
		const code = this.#parts.ids.code(CODE_LENGTH);
		const action = prepared.report.preview ?? `**${prepared.tool.name}** on ${prepared.report.target}`;
		// What a check has found stands with the action: the owner decides on both.
		const preview = why === undefined ? action : `${action}\n\n**Mind:** ${why}.`;
		const approvalId = this.#parts.approvals.add({
			code,
			callId: call.id,
			digest: prepared.digest,
			resourceVersion: prepared.report.resourceVersion,
			...{ preview, held, rule },
			expiresAt: this.#parts.clock.now() + (held ? HELD_LASTS_MS : APPROVAL_LASTS_MS),
		});
		this.#parts.outbox.add({
			conversation: this.#whereToAsk(call),
			kind: "approval",
			toOwner: true,
			turnId: call.turnId,
			approvalId,
			...cardFor({ code, preview, held, rule }),
		});
		this.#parts.database.afterCommit(this.#parts.onAsked);
	}

	/** Where it was asked for, unless that is somebody else's: only the owner may see what is to be allowed. */
	#whereToAsk(call: CallRecord): Conversation {
		const cause = this.#parts.outcomes.causeOf(call);
		return isToOwner(cause) ? cause.conversation : this.#parts.ownerConversation();
	}

	/** Takes the owner's answer. @param by who answered and where, for the journal: `owner on telegram` */
	decide(code: string, verdict: Verdict, by: string): DecideResult {
		const approval = this.#parts.approvals.findByCode(code);
		if (!approval) return { kind: "rejected", problem: `There is no request with the code ${code}.` };
		if (approval.state === "waiting" && this.#parts.clock.now() >= approval.expiresAt) this.#expire(approval);
		const to = verdict.kind === "approve" ? "approved" : "denied";
		const reason = verdict.kind === "deny" ? verdict.reason : undefined;
		const moved = this.#parts.database.write(() => {
			if (!this.#parts.approvals.move(approval.id, "waiting", to, { by, reason })) return false;
			this.#record(approval, `${to} by ${by}`);
			if (to === "denied") this.#reportDenial(approval, reason);
			return true;
		});
		const now = this.#parts.approvals.find(approval.id) ?? approval;
		const problem = `Nothing was done: the request ${code} is already ${describeState(now)}.`;
		if (!moved) return { kind: "rejected", problem };
		this.#tellDecided(approval);
		return { kind: "decided", approval: now };
	}

	/** Ends the questions of a turn that the owner stopped. @returns how many */
	lapse(turnId: number): number {
		const waiting = this.#parts.approvals.waitingOfTurn(turnId);
		for (const approval of waiting) {
			this.#parts.approvals.move(approval.id, "waiting", "lapsed");
			this.#parts.calls.decide(approval.callId, "denied");
			this.#record(approval, "lapsed: the turn was stopped");
			this.#tellDecided(approval);
		}
		return waiting.filter(({ held }) => !held).length;
	}

	/**
	 * Says no to what was left unanswered for too long, and tells the owner.
	 * @returns when the next question expires, if one is open
	 */
	expireOverdue(): number | undefined {
		const open = this.#parts.approvals.inState("waiting");
		const now = this.#parts.clock.now();
		for (const approval of open.filter(({ expiresAt }) => expiresAt <= now)) this.#expire(approval);
		const later = open.map(({ expiresAt }) => expiresAt).filter((expiresAt) => expiresAt > now);
		return later.length === 0 ? undefined : Math.min(...later);
	}

	#expire(approval: ApprovalRecord): void {
		this.#parts.database.write(() => {
			if (!this.#parts.approvals.move(approval.id, "waiting", "expired")) return;
			this.#parts.calls.decide(approval.callId, "denied");
			this.#record(approval, "expired");
			const outcome =
				"nobody answered in time, so it was not done. Don't ask for the same again unless the owner brings it up.";
			this.#parts.outcomes.report(approval, outcome, { restricts: true });
			this.#tellDecided(approval);
		});
	}

	/** After the commit, as it then is. */
	#tellDecided({ id }: ApprovalRecord): void {
		this.#parts.database.afterCommit(() => {
			const now = this.#parts.approvals.find(id);
			if (now) this.#parts.onDecided(now);
		});
	}

	#reportDenial(approval: ApprovalRecord, reason: string | undefined): void {
		this.#parts.calls.decide(approval.callId, "denied");
		const because = reason ? ` with the reason: ${reason}` : ", without a reason";
		const outcome = `the owner refused${because}. It was not done. Don't try it another way.`;
		this.#parts.outcomes.report(approval, outcome, { restricts: true });
	}

	#record(approval: ApprovalRecord, decision: string): void {
		const call = this.#parts.calls.find(approval.callId);
		this.#parts.journal.add({
			kind: "approval",
			approvalId: approval.id,
			callId: approval.callId,
			turnId: call?.turnId,
			effect: call?.effect,
			target: call?.target,
			decision,
		});
	}
}

function describeState(approval: ApprovalRecord): string {
	const by = approval.decidedBy ? ` (${approval.decidedBy})` : "";
	return `${approval.state === "committing" ? "being done" : approval.state}${by}`;
}
