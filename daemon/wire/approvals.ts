import type { Channel } from "#channels/channel.ts";
import type { Clock } from "#core/clock.ts";
import type { Log } from "#core/log.ts";
import type { Conversation } from "#daemon/conversation.ts";
import { DISK_WAIT_MS } from "#daemon/disk-wait.ts";
import { ExpiryWatch } from "#daemon/expiry-watch.ts";
import { settledNote } from "#daemon/gate/settled-note.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import type { OutboxRecord } from "#daemon/outbox/outbox-record.ts";
import type { ApprovalRecord, Approvals } from "#daemon/records/approvals.ts";
import type { Agent } from "./agent.ts";

export interface ApprovalFollowUpParts {
	agent: () => Agent;
	outbox: Outbox;
	approvals: Pick<Approvals, "find">;
	/** Those in use, by name. */
	channels: ReadonlyMap<string, Channel>;
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
	/** To be called when a message was delivered: its question may have been decided before it arrived. */
	onDelivered(outboxId: number): void;
	/** Takes up what an earlier process left. Before anything else can be approved. */
	recover(): void;
	close(): void;
}

/** Does what follows a question and its answer: watches its time, carries out what was allowed, and shows it. */
export function createApprovalFollowUp(parts: ApprovalFollowUpParts): ApprovalFollowUp {
	const { agent, outbox, approvals, channels, conversation, clock, log, signal } = parts;
	const expiry = new ExpiryWatch(clock, expireOverdue);
	/** It runs in a timer and after others' commits: what it throws would be taken for theirs, or end the program. */
	function expireOverdue(): number | undefined {
		try {
			return agent().desk.expireOverdue();
		} catch (error) {
			log.error("Questions whose time is up could not be closed; trying again", { error });
			return clock.now() + DISK_WAIT_MS;
		}
	}
	/** The commit reports every failure but a disk that takes no rows: what was allowed is then tried again. */
	function carryOut(approval: ApprovalRecord): void {
		agent()
			.committer.commit(approval, signal)
			.catch((error: unknown) => {
				log.error("An approved action could not be recorded; trying again", { approval: approval.id, error });
				clock.after(DISK_WAIT_MS, () => carryOut(approval));
			});
	}
	/** Answered in one place, seen in all. */
	function showDecided(question: OutboxRecord): void {
		const approval = question.approvalId === undefined ? undefined : approvals.find(question.approvalId);
		const note = approval && settledNote(approval);
		const channel = channels.get(question.conversation.channel);
		const sent = note === undefined || !channel?.settle ? [] : outbox.sentParts(question.id);
		if (note !== undefined && sent.length > 0) channel?.settle?.(question, sent, note);
	}
	return {
		onAsked: () => expiry.look(),
		onDecided(approval) {
			const question = outbox.ofApproval(approval.id);
			if (question) {
				conversation.messageChanged(question.id);
				showDecided(question);
			}
			if (approval.state === "approved") carryOut(approval);
			else agent().drivers.wake();
		},
		onDelivered(outboxId) {
			const message = outbox.find(outboxId);
			if (message?.state === "sent") showDecided(message);
		},
		recover() {
			for (const approval of agent().committer.recover()) carryOut(approval);
		},
		close: () => expiry.close(),
	};
}
