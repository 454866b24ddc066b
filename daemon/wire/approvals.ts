import type { Clock } from "#core/clock.ts";
import type { Log } from "#core/log.ts";
import type { Conversation } from "#daemon/conversation.ts";
import { DISK_WAIT_MS } from "#daemon/disk-wait.ts";
import { ExpiryWatch } from "#daemon/expiry-watch.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import type { ApprovalRecord } from "#daemon/records/approvals.ts";
import type { Agent } from "./agent.ts";

export interface ApprovalFollowUpParts {
	agent: () => Agent;
	outbox: Outbox;
	conversation: Conversation;
	clock: Clock;
	log: Log;
	/** Aborts when the program ends. */
	signal: AbortSignal;
}

export interface ApprovalFollowUp {
	/** To be called when a question was put to the owner. */
	onAsked(): void;
	/** To be called when a question was decided, by whomever or by time. */
	onDecided(approval: ApprovalRecord): void;
	/** Takes up what an earlier process left. Before anything else can be approved. */
	recover(): void;
	close(): void;
}

/** Does what follows a question and its answer: watches its time, carries out what was allowed, and shows it. */
export function createApprovalFollowUp(parts: ApprovalFollowUpParts): ApprovalFollowUp {
	const { agent, outbox, conversation, clock, log, signal } = parts;
	const expiry = new ExpiryWatch(clock, () => agent().desk.expireOverdue());
	/** The commit reports every failure but a disk that takes no rows: what was allowed is then tried again. */
	function carryOut(approval: ApprovalRecord): void {
		agent()
			.committer.commit(approval, signal)
			.catch((error: unknown) => {
				log.error("An approved action could not be recorded; trying again", { approval: approval.id, error });
				clock.after(DISK_WAIT_MS, () => carryOut(approval));
			});
	}
	return {
		onAsked: () => expiry.look(),
		onDecided(approval) {
			const question = outbox.ofApproval(approval.id);
			if (question) conversation.messageChanged(question.id);
			if (approval.state === "approved") carryOut(approval);
			else agent().drivers.wake();
		},
		recover() {
			for (const approval of agent().committer.recover()) carryOut(approval);
		},
		close: () => expiry.close(),
	};
}
