import * as z from "zod";
import type { MessageKind, OutboundMessage } from "#core/message.ts";

/** A message with how far its delivery has come. */
export interface OutboxRecord extends OutboundMessage {
	toOwner: boolean;
	turnId: number | undefined;
	approvalId: number | undefined;
	aboutId: number | undefined;
	/** Holds what others wrote, or may: it is never repeated to a model as our own words. */
	outside: boolean;
	/** A model wrote it while outside content was in view: whoever repeats it to a model passes that on. */
	derived: boolean;
	state: "waiting" | "sent" | "dead";
	/** The part to be sent next, from 0. */
	nextPart: number;
	/** That part was handed to the service, and no answer is on disk. */
	inFlight: boolean;
	/** Whether that part was already sent a second time after an uncertain attempt. */
	repeats: number;
	attempts: number;
	nextAttemptAt: number;
	expiresAt: number;
	problem: string | undefined;
	endedAt: number | undefined;
}

const bodySchema = z.object({
	text: z.string(),
	attachments: z.array(z.string()),
	choices: z.array(z.object({ label: z.string(), action: z.string(), command: z.string() })),
});

/** A row of `outbox` joined with its content. */
export interface OutboxRow {
	id: number;
	channel: string;
	address: string;
	kind: MessageKind;
	body: string | null;
	to_owner: number;
	turn_id: number | null;
	approval_id: number | null;
	about_outbox_id: number | null;
	outside: number;
	derived: number;
	state: OutboxRecord["state"];
	next_part: number;
	in_flight: number;
	repeats: number;
	attempts: number;
	next_attempt_at: number;
	expires_at: number;
	problem: string | null;
	created_at: number;
	ended_at: number | null;
}

export function toOutboxRecord(row: OutboxRow): OutboxRecord {
	const body = row.body === null ? { text: "", attachments: [], choices: [] } : bodySchema.parse(JSON.parse(row.body));
	return {
		id: row.id,
		conversation: { channel: row.channel, address: row.address },
		kind: row.kind,
		...body,
		createdAt: row.created_at,
		toOwner: row.to_owner === 1,
		turnId: row.turn_id ?? undefined,
		approvalId: row.approval_id ?? undefined,
		aboutId: row.about_outbox_id ?? undefined,
		outside: row.outside === 1,
		derived: row.derived === 1,
		state: row.state,
		nextPart: row.next_part,
		inFlight: row.in_flight === 1,
		repeats: row.repeats,
		attempts: row.attempts,
		nextAttemptAt: row.next_attempt_at,
		expiresAt: row.expires_at,
		problem: row.problem ?? undefined,
		endedAt: row.ended_at ?? undefined,
	};
}
