import * as z from "zod";
import type { JournalRecord } from "#daemon/records/journal.ts";
import type { Records } from "#daemon/records/records.ts";
import { findTurn } from "./find-turn.ts";
import type { JournalLineAnswer, journalSchema } from "./journal-answer.ts";
import type { ControlPorts } from "./ports.ts";
import { type Route, readQuery, sendJson } from "./route.ts";
import { formatCallId } from "./trace-decisions.ts";

const journalQuery = z.object({
	limit: z.coerce.number("must be a number").int().min(1).max(1_000).default(50),
	turn: z
		.string()
		.regex(/^\d+$|^\s*E-\d+\s*$/i, "must be a turn's number, or an event of it, as E-12")
		.optional(),
});

/** What was decided and how it ended: the newest lines, of all turns or of one. */
export function journalRoutes(ports: Pick<ControlPorts, "records">): Route[] {
	const { records } = ports;
	return [
		{
			method: "GET",
			path: "/journal",
			handle(call) {
				const { limit, turn } = readQuery(call, journalQuery);
				const { journal } = records;
				const found = turn === undefined ? journal.latest(limit) : journal.ofTurn(findTurn(ports, turn)).slice(-limit);
				const lines = found.map((line) => toAnswer(records, line));
				sendJson(call.response, 200, { lines } satisfies z.input<typeof journalSchema>);
			},
		},
	];
}

function toAnswer(records: Records, line: JournalRecord): JournalLineAnswer {
	const { id, at, kind, turnId, callId, approvalId, ...rest } = line;
	return {
		...{ id, at, kind, turn: turnId, ...rest },
		...(callId !== undefined && { call: formatCallId({ id: callId }), tool: records.calls.find(callId)?.tool }),
		...(approvalId !== undefined && { approval: records.approvals.find(approvalId)?.code }),
	};
}
