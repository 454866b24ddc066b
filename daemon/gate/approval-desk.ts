import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { Conversation } from "#core/event.ts";
import type { Ids } from "#core/ids.ts";
import { isToOwner } from "#daemon/loop/tool-contexts.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import type { ApprovalRecord, Approvals } from "#daemon/records/approvals.ts";
import type { CallRecord, Calls } from "#daemon/records/calls.ts";
import type { Journal } from "#daemon/records/journal.ts";
import type { ApprovalOutcomes } from "./approval-outcomes.ts";
import type { PreparedCall } from "./prepare-call.ts";

/** An unanswered question means no after this long. */
export const APPROVAL_LASTS_MS = 30 * 60 * 1000;

const CODE_LENGTH = 6;

export type Verdict = { kind: "approve" } | { kind: "deny"; reason?: string | undefined };

export type DecideResult =
	| { kind: "decided"; approval: ApprovalRecord }
	/** `problem` is for the owner: no such code, decided already, expired. */
	| { kind: "rejected"; problem: string };

/**
 * Asks the owner, and takes the answer. What the owner allows is carried out by `ApprovalCommitter`; here nothing is done
 * but rows. Only code that has authenticated the owner calls `decide`: no text that a model sees or writes counts.
 */
export class ApprovalDesk {
	readonly #database: Database;
	readonly #approvals: Approvals;
	readonly #calls: Calls;
	readonly #outcomes: ApprovalOutcomes;
	readonly #outbox: Outbox;
	readonly #journal: Journal;
	readonly #clock: Clock;
	readonly #ids: Ids;
	/** Where the owner is reached for what came from somebody else. */
	readonly #ownerConversation: () => Conversation;
	/** Called after the commit of a question: its expiry has to be watched. */
	readonly #onAsked: () => void;
	/** Called after the commit of a decision, expiry or lapse. */
	readonly #onDecided: (approval: ApprovalRecord) => void;

	constructor(parts: {
		database: Database;
		approvals: Approvals;
		calls: Calls;
		outcomes: ApprovalOutcomes;
		outbox: Outbox;
		journal: Journal;
		clock: Clock;
		ids: Ids;
		ownerConversation: () => Conversation;
		onAsked: () => void;
		onDecided: (approval: ApprovalRecord) => void;
	}) {
		this.#database = parts.database;
		this.#approvals = parts.approvals;
		this.#calls = parts.calls;
		this.#outcomes = parts.outcomes;
		this.#outbox = parts.outbox;
		this.#journal = parts.journal;
		this.#clock = parts.clock;
		this.#ids = parts.ids;
		this.#ownerConversation = parts.ownerConversation;
		this.#onAsked = parts.onAsked;
		this.#onDecided = parts.onDecided;
	}

	/** What the model sees in place of a result while the owner is being asked. */
	placeholder(call: CallRecord): string {
		return (
			`waiting for approval (call C-${call.id}): not done. The owner is being asked; on a yes the program does it, and the ` +
			"outcome comes as an event. Go on with what does not depend on it, or end your turn."
		);
	}

	/**
	 * Puts a call before the owner, in the conversation in which it was asked for. Part of the caller's transaction (T3), so
	 * that question and placeholder exist together or not at all.
	 */
	ask(call: CallRecord, prepared: PreparedCall): void {
		const code = this.#ids.code(CODE_LENGTH);
		const preview = prepared.report.preview ?? `**${prepared.tool.name}** on ${prepared.report.target}`;
		const approvalId = this.#approvals.add({
			code,
			callId: call.id,
			digest: prepared.digest,
			resourceVersion: prepared.report.resourceVersion,
			preview,
			expiresAt: this.#clock.now() + APPROVAL_LASTS_MS,
		});
		this.#outbox.add({
			conversation: this.#whereToAsk(call),
			kind: "approval",
			toOwner: true,
			turnId: call.turnId,
			approvalId,
			text: `May I do this?\n\n${preview}`,
			choices: [
				{ label: "Allow", action: `approve:${code}`, command: `/approve ${code}` },
				{ label: "Don't", action: `deny:${code}`, command: `/deny ${code}` },
			],
		});
		this.#database.afterCommit(this.#onAsked);
	}

	/** Where it was asked for, unless that is somebody else's: only the owner may see what is to be allowed. */
	#whereToAsk(call: CallRecord): Conversation {
		const cause = this.#outcomes.causeOf(call);
		return isToOwner(cause) ? cause.conversation : this.#ownerConversation();
	}

	/** Takes the owner's answer. @param by who answered and where, for the journal: `owner on telegram` */
	decide(code: string, verdict: Verdict, by: string): DecideResult {
		const approval = this.#approvals.findByCode(code);
		if (!approval) return { kind: "rejected", problem: `There is no request with the code ${code}.` };
		if (approval.state === "waiting" && this.#clock.now() >= approval.expiresAt) this.#expire(approval);
		const to = verdict.kind === "approve" ? "approved" : "denied";
		const reason = verdict.kind === "deny" ? verdict.reason : undefined;
		const moved = this.#database.write(() => {
			if (!this.#approvals.move(approval.id, "waiting", to, { by, reason })) return false;
			this.#record(approval, `${to} by ${by}`);
			if (to === "denied") this.#reportDenial(approval, reason);
			return true;
		});
		const now = this.#approvals.find(approval.id) ?? approval;
		if (!moved)
			return { kind: "rejected", problem: `Nothing was done: the request ${code} is already ${describeState(now)}.` };
		this.#database.afterCommit(() => this.#onDecided(now));
		return { kind: "decided", approval: now };
	}

	/** Ends the questions of a turn that the owner stopped. @returns how many */
	lapse(turnId: number): number {
		const waiting = this.#approvals.waitingOfTurn(turnId);
		for (const approval of waiting) {
			this.#approvals.move(approval.id, "waiting", "lapsed");
			this.#calls.decide(approval.callId, "denied");
			this.#record(approval, "lapsed: the turn was stopped");
			this.#database.afterCommit(() => this.#onDecided(approval));
		}
		return waiting.length;
	}

	/**
	 * Says no to what was left unanswered for too long, and tells the owner.
	 * @returns when the next question expires, if one is open
	 */
	expireOverdue(): number | undefined {
		const open = this.#approvals.inState("waiting");
		const now = this.#clock.now();
		for (const approval of open.filter(({ expiresAt }) => expiresAt <= now)) this.#expire(approval);
		const later = open.map(({ expiresAt }) => expiresAt).filter((expiresAt) => expiresAt > now);
		return later.length === 0 ? undefined : Math.min(...later);
	}

	#expire(approval: ApprovalRecord): void {
		this.#database.write(() => {
			if (!this.#approvals.move(approval.id, "waiting", "expired")) return;
			this.#calls.decide(approval.callId, "denied");
			this.#record(approval, "expired");
			this.#outcomes.report(
				approval,
				"nobody answered in time, so it was not done. Don't ask for the same again unless the owner brings it up.",
				{
					restricts: true,
				},
			);
			this.#database.afterCommit(() => this.#onDecided(approval));
		});
	}

	#reportDenial(approval: ApprovalRecord, reason: string | undefined): void {
		this.#calls.decide(approval.callId, "denied");
		const because = reason ? ` with the reason: ${reason}` : ", without a reason";
		this.#outcomes.report(approval, `the owner refused${because}. It was not done. Don't try it another way.`, {
			restricts: true,
		});
	}

	#record(approval: ApprovalRecord, decision: string): void {
		const call = this.#calls.find(approval.callId);
		this.#journal.add({
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
