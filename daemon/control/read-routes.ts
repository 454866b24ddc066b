import * as z from "zod";
import { type EventId, formatEventId, parseEventId } from "#core/event.ts";
import type { EventRecord } from "#daemon/records/event-record.ts";
import type { EventAnswer, eventsSchema, historySchema, statusSchema, timersSchema } from "./answers.ts";
import { findTurn, latestTurn } from "./find-turn.ts";
import type { ControlPorts } from "./ports.ts";
import { Refusal, type Route, readQuery, sendJson } from "./route.ts";
import { buildTrace } from "./trace.ts";
import type { usageSchema } from "./usage-answer.ts";

const limitSchema = z.coerce.number("must be a number").int().min(1).max(1_000);

const eventIdSchema = z.string().transform((text, context): EventId => {
	const id = parseEventId(/^\d+$/.test(text) ? `E-${text}` : text);
	if (id !== undefined) return id;
	context.addIssue({ code: "custom", message: "must be the number of an event, as E-12" });
	return z.NEVER;
});

const eventsQuery = z.object({ limit: limitSchema.default(50), before: eventIdSchema.optional() });
const historyQuery = z.object({ limit: limitSchema.default(50) });
const usageQuery = z.object({ days: z.coerce.number("must be a number").int().min(1).max(366).default(14) });
const traceQuery = z.object({
	turn: z
		.string()
		.regex(/^\d+$|^\s*E-\d+\s*$/i, "must be a turn's number, or an event of it, as E-12")
		.optional(),
});

/** What the daemon can be asked without changing anything. */
export function readRoutes(ports: ControlPorts): Route[] {
	const { records, conversation } = ports;
	return [
		{
			method: "GET",
			path: "/status",
			handle: ({ response }) => sendJson(response, 200, ports.status() satisfies z.input<typeof statusSchema>),
		},
		{
			method: "GET",
			path: "/events",
			handle(call) {
				const events = records.events.latest(readQuery(call, eventsQuery)).map(toAnswer);
				sendJson(call.response, 200, { events } satisfies z.input<typeof eventsSchema>);
			},
		},
		{
			method: "GET",
			path: "/timers",
			handle: ({ response }) => sendJson(response, 200, ports.timers() satisfies z.input<typeof timersSchema>),
		},
		{
			method: "GET",
			path: "/usage",
			handle(call) {
				const answer = ports.usage(readQuery(call, usageQuery).days);
				sendJson(call.response, 200, answer satisfies z.input<typeof usageSchema>);
			},
		},
		{
			method: "GET",
			path: "/history",
			handle(call) {
				const items = conversation.history(readQuery(call, historyQuery));
				sendJson(call.response, 200, { items } satisfies z.input<typeof historySchema>);
			},
		},
		{
			method: "GET",
			path: "/trace",
			handle(call) {
				const turnId = findTurn(ports, readQuery(call, traceQuery).turn);
				const trace = buildTrace(ports, turnId);
				if (!trace) throw new Refusal(404, `There is no turn ${turnId}. The latest is ${latestTurn(ports)}.`);
				sendJson(call.response, 200, trace);
			},
		},
	];
}

const toAnswer = (event: EventRecord): EventAnswer => ({
	id: formatEventId(event.id),
	receivedAt: event.receivedAt,
	channel: event.channel,
	sender: event.sender,
	trust: event.trust,
	route: event.route,
	kind: event.kind,
	text: event.text,
	outsideSource: event.outsideSource,
	state: event.state,
	outcome: event.outcome,
	detail: event.outcomeDetail,
	turn: event.turnId,
	settledAt: event.settledAt,
});
