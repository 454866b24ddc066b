import * as z from "zod";
import {
	type Action,
	type Attachment,
	actionSchema,
	attachmentSchema,
	type Conversation,
	type EventId,
	type Relation,
	type Urgency,
} from "#core/event.ts";
import type { Trust } from "#core/trust.ts";
import type { TrajectoryKind } from "./trajectories.ts";

/** Where an event goes once it is on disk. */
export type Route = "loop" | "command" | "refused";

/** How an event ended. Every event ends in one of these; a failure is one that the owner was told of. */
export type EventOutcome = "replied" | "no-reply" | "failed" | "stopped" | "handled" | "handed-over" | "refused";

/** What was made of an event that came while the loop was at work. */
export type Strategy = "cancel" | "queue" | "parallel";

/** The owner's conversation across all channels. */
export const MAIN_TRAJECTORY = 1;

/** The earlier message that an event is about: one that came in, or one of ours. Neither, where it is not known to us. */
export interface About {
	relation: Relation;
	eventId: EventId | undefined;
	/** A row of the outbox. */
	outboxId: number | undefined;
}

/** An event to be stored. */
export interface NewEvent {
	channel: string;
	dedupKey: string;
	conversation: Conversation;
	sender: { id: string; name?: string | undefined };
	trust: Trust;
	route: Route;
	/** `message`, `command`, or what the program itself reports (`approval-outcome`). */
	kind: string;
	text: string;
	attachments?: Attachment[];
	action?: Action | undefined;
	outsideSource?: string | undefined;
	/** The program's words, with something in them that a model wrote while outside content was in view. */
	derived?: boolean;
	causeEventId?: EventId | undefined;
	/** The turn that takes it may only read and tell the owner. */
	restricts?: boolean;
	occurredAt: number;
	/** The service's own id of the message. */
	serviceId?: string | undefined;
	about?: About | undefined;
	/** `MAIN_TRAJECTORY` where it is left out. */
	trajectoryId?: number;
	/** `normal` where it is left out. */
	urgency?: Urgency;
	/** How it was routed, and why. */
	strategy?: { kind: Strategy; reason: string } | undefined;
}

type Optional = "action" | "outsideSource" | "causeEventId" | "serviceId" | "about" | "strategy";

export interface EventRecord extends Required<Omit<NewEvent, Optional>> {
	id: EventId;
	action: Action | undefined;
	outsideSource: string | undefined;
	causeEventId: EventId | undefined;
	serviceId: string | undefined;
	about: About | undefined;
	trajectoryKind: TrajectoryKind;
	strategy: { kind: Strategy; reason: string } | undefined;
	turnId: number | undefined;
	state: "waiting" | "taken" | "settled";
	outcome: EventOutcome | undefined;
	outcomeDetail: string | undefined;
	receivedAt: number;
	settledAt: number | undefined;
}

/** What a person said, as it stands in an erasable content row. */
const bodySchema = z.object({
	text: z.string(),
	attachments: z.array(attachmentSchema),
	senderName: z.string().optional(),
	action: actionSchema.optional(),
});

/** Whether the owner said or ordered it: a task's result and the like have the owner's authority, and are not their words. */
export const isByOwner = ({ trust, kind }: Pick<EventRecord, "trust" | "kind">): boolean =>
	trust === "owner" && (kind === "message" || kind === "command");

/** A row of `events` joined with its content. */
export interface EventRow {
	id: number;
	channel: string;
	dedup_key: string;
	conversation_channel: string;
	conversation_address: string;
	sender_id: string;
	trust: Trust;
	route: Route;
	kind: string;
	content_id: number;
	body: string | null;
	outside_source: string | null;
	cause_event_id: number | null;
	restricts: number;
	derived: number;
	turn_id: number | null;
	state: EventRecord["state"];
	outcome: EventOutcome | null;
	outcome_detail: string | null;
	occurred_at: number;
	received_at: number;
	settled_at: number | null;
	service_id: string | null;
	about_relation: Relation | null;
	about_event_id: number | null;
	about_outbox_id: number | null;
	trajectory_id: number;
	trajectory_kind: TrajectoryKind;
	urgency: Urgency;
	strategy: Strategy | null;
	strategy_reason: string | null;
}

export function toEventRecord(row: EventRow): EventRecord {
	const body = row.body === null ? { text: "", attachments: [] } : bodySchema.parse(JSON.parse(row.body));
	return {
		id: row.id,
		channel: row.channel,
		dedupKey: row.dedup_key,
		conversation: { channel: row.conversation_channel, address: row.conversation_address },
		sender: { id: row.sender_id, name: body.senderName },
		trust: row.trust,
		route: row.route,
		kind: row.kind,
		text: body.text,
		attachments: body.attachments,
		action: body.action,
		outsideSource: row.outside_source ?? undefined,
		causeEventId: row.cause_event_id ?? undefined,
		restricts: row.restricts === 1,
		derived: row.derived === 1,
		turnId: row.turn_id ?? undefined,
		state: row.state,
		outcome: row.outcome ?? undefined,
		outcomeDetail: row.outcome_detail ?? undefined,
		occurredAt: row.occurred_at,
		receivedAt: row.received_at,
		settledAt: row.settled_at ?? undefined,
		serviceId: row.service_id ?? undefined,
		about: row.about_relation === null ? undefined : toAbout(row.about_relation, row),
		trajectoryId: row.trajectory_id,
		trajectoryKind: row.trajectory_kind,
		urgency: row.urgency,
		strategy: row.strategy === null ? undefined : { kind: row.strategy, reason: row.strategy_reason ?? "" },
	};
}

const toAbout = (relation: Relation, row: EventRow): About => ({
	relation,
	eventId: row.about_event_id ?? undefined,
	outboxId: row.about_outbox_id ?? undefined,
});
