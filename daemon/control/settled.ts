import { type EventId, formatEventId } from "#core/event.ts";
import type { OutboxRecord } from "#daemon/outbox/outbox-record.ts";
import type { EventRecord } from "#daemon/records/event-record.ts";
import type { SettledAnswer } from "./answers.ts";
import type { ControlPorts } from "./ports.ts";

/** The most messages that are looked through for the answer to a command. */
const MAX_LOOKED_AT = 200;

type Ports = Pick<ControlPorts, "records" | "outbox">;

/** How an event ended and what was said in answer. Undefined while it is not settled. */
export function findSettled(ports: Ports, id: EventId): SettledAnswer | undefined {
	const event = ports.records.events.find(id);
	if (event?.outcome === undefined) return undefined;
	return {
		event: formatEventId(id),
		outcome: event.outcome,
		detail: event.outcomeDetail,
		messages: messagesAbout(event, ports).map((message) => render(message, ports)),
	};
}

/** What was said where the event came from: a turn may hold events of several conversations. */
function messagesAbout(event: EventRecord, { outbox }: Ports): OutboxRecord[] {
	const said = event.turnId === undefined ? saidWithoutTurn(event, outbox) : outbox.ofTurn(event.turnId);
	const { channel, address } = event.conversation;
	return said.filter(({ conversation }) => conversation.channel === channel && conversation.address === address);
}

/** Commands run in no turn. Their answer is written in the transaction that settles them, so it is known by its time. */
function saidWithoutTurn({ receivedAt, settledAt = receivedAt }: EventRecord, outbox: ControlPorts["outbox"]) {
	return outbox
		.toOwner({ limit: MAX_LOOKED_AT, until: settledAt })
		.filter(({ turnId, createdAt }) => turnId === undefined && createdAt >= receivedAt)
		.reverse();
}

/** The text, with what to type for each choice that is still open. */
function render({ text, choices, approvalId }: OutboxRecord, { records }: Ports): string {
	const isOpen = approvalId !== undefined && records.approvals.find(approvalId)?.state === "waiting";
	return isOpen ? [text, "", ...choices.map(({ label, command }) => `${label}: ${command}`)].join("\n") : text;
}
