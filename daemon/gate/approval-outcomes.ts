import type { Clock } from "#core/clock.ts";
import type { Conversation } from "#core/event.ts";
import { isToOwner } from "#daemon/loop/tool-contexts.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import type { ApprovalRecord } from "#daemon/records/approvals.ts";
import type { CallRecord, Calls } from "#daemon/records/calls.ts";
import type { EventRecord } from "#daemon/records/event-record.ts";
import type { Events } from "#daemon/records/events.ts";
import type { Turns } from "#daemon/records/turns.ts";

/** Turns what became of an approval into an event, in the conversation in which the call was asked for. */
export class ApprovalOutcomes {
	readonly #calls: Calls;
	readonly #events: Events;
	readonly #turns: Turns;
	readonly #clock: Clock;
	readonly #outbox: Outbox;
	readonly #ownerConversation: () => Conversation;

	constructor(parts: {
		calls: Calls;
		events: Events;
		turns: Turns;
		clock: Clock;
		outbox: Outbox;
		/** Where the owner is reached for what came from somebody else. */
		ownerConversation: () => Conversation;
	}) {
		this.#outbox = parts.outbox;
		this.#ownerConversation = parts.ownerConversation;
		this.#turns = parts.turns;
		this.#calls = parts.calls;
		this.#events = parts.events;
		this.#clock = parts.clock;
	}

	/**
	 * Part of the caller's transaction. The same approval has one outcome: a second is a duplicate and changes nothing.
	 * @param options.restricts the turn that takes it up may only read and tell the owner
	 * @param options.outsideSource set where `outcome` holds what others wrote
	 * @param options.tell for the owner, where no turn follows that would say it
	 */
	report(
		approval: ApprovalRecord,
		outcome: string,
		options: { restricts?: boolean; outsideSource?: string | undefined; tell?: string } = {},
	): void {
		const call = this.#calls.find(approval.callId);
		if (!call) throw new Error(`Approval ${approval.id} belongs to no call: the database is damaged.`);
		const cause = this.causeOf(call);
		const turn = this.#turns.get(call.turnId);
		const about = {
			dedupKey: `approval:${approval.id}`,
			conversation: cause.conversation,
			kind: "approval-outcome",
			text: `Outcome of call C-${call.id} (${call.tool} on ${call.target ?? "an unknown target"}): ${outcome}`,
			outsideSource: options.outsideSource,
			derived: this.#calls.isDerived(call.id),
			causeEventId: cause.id,
		};
		// Nobody waits for what was kept inactive: the model hears of it with whatever wakes it next, and the owner at once.
		if (approval.held) {
			if (options.tell !== undefined) this.#tellOwner(cause, options.tell);
			this.#events.leaveNote(about);
			return;
		}
		this.#events.add({
			...about,
			channel: "system",
			sender: { id: "steward" },
			// What the owner has just allowed goes on as the owner's; what nobody allowed is the program's word, in a turn of its own.
			trust: options.restricts ? "system" : turn.authority,
			trajectoryId: turn.trajectoryId,
			route: "loop",
			restricts: options.restricts ?? false,
			occurredAt: this.#clock.now(),
		});
	}

	#tellOwner(cause: EventRecord, text: string): void {
		const conversation = isToOwner(cause) ? cause.conversation : this.#ownerConversation();
		this.#outbox.add({ conversation, kind: "notice", text, toOwner: true });
	}

	/** The event that a call acts for. */
	causeOf(call: CallRecord): EventRecord {
		const cause = call.forEventId === undefined ? undefined : this.#events.find(call.forEventId);
		if (!cause) throw new Error(`Call ${call.id} acts for no event: the database is damaged.`);
		return cause;
	}
}
