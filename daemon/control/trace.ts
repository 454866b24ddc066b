import type { CallRecord } from "#daemon/records/calls.ts";
import type { EntryRecord } from "#daemon/records/entries.ts";
import type { ModelCallRecord } from "#daemon/records/model-calls.ts";
import type { ControlPorts } from "./ports.ts";
import { formatCallId, traceDecisions } from "./trace-decisions.ts";
import { traceOutcomes, traceRouting } from "./trace-events.ts";
import type { Trace, TracedRequest } from "./trace-shape.ts";
import { traceTasks } from "./trace-tasks.ts";

type Ports = Pick<ControlPorts, "database" | "records" | "outbox">;

/** Answers the five questions for a turn, from its rows alone. Undefined where there is no such turn. */
export function buildTrace(ports: Ports, turnId: number): Trace | undefined {
	const { database, records, outbox } = ports;
	const turn = records.turns.find(turnId);
	if (!turn) return undefined;
	const entries = records.entries.ofTurn(turnId);
	const calls = records.calls.ofTurn(turnId);
	const events = records.events.ofTurn(turnId);
	const said = outbox.ofTurn(turnId);
	const decided = traceDecisions(records, turnId, calls, said);
	return {
		turn: {
			id: turn.id,
			state: turn.state,
			authority: turn.authority,
			restricted: turn.restricted,
			rounds: turn.rounds,
			tokens: turn.tokens,
			startedAt: turn.startedAt,
			endedAt: turn.endedAt,
		},
		saw: {
			events: contentsOf(entries, "event"),
			routed: traceRouting(events),
			notices: contentsOf(entries, "notice"),
			requests: records.modelCalls.ofTurn(turnId).map((call) => traceRequest(ports, call)),
		},
		chose: entries.filter(({ kind }) => kind === "assistant").map((entry) => traceMessage(entry, calls)),
		decided,
		returned: calls.map((call) => {
			const waitedForOwner = decided.some(({ call: id, approval }) => id === formatCallId(call) && approval);
			return traceResult(call, entries, waitedForOwner);
		}),
		tasks: traceTasks(database, turnId),
		ended: {
			kind: turn.endKind,
			detail: turn.endDetail,
			recoveries: records.recoveries.ofTurn(turnId),
			events: traceOutcomes(events),
			said: said.map((message) => ({
				message: `M-${message.id}`,
				channel: message.conversation.channel,
				kind: message.kind,
				text: message.text,
				delivery: message.state,
				problem: message.problem,
				endedAt: message.endedAt,
			})),
		},
	};
}

const contentsOf = (entries: readonly EntryRecord[], kind: EntryRecord["kind"]): string[] =>
	entries.filter((entry) => entry.kind === kind).map(({ message }) => message.content ?? "");

function traceRequest({ database }: Ports, call: ModelCallRecord): TracedRequest {
	const view = database.get<{ reason: string; first: number | null; count: number }>(
		`SELECT reason, min(entries.id) AS first, count(entries.id) AS count FROM epochs
		LEFT JOIN entries ON entries.trajectory_id = epochs.trajectory_id AND entries.id BETWEEN first_entry_id AND ?
		WHERE epochs.id = ?`,
		call.lastEntryId,
		call.epochId,
	);
	return {
		round: call.round,
		purpose: call.purpose,
		epoch: call.epochId,
		epochReason: view?.reason ?? "not on record",
		firstEntry: view?.first ?? call.lastEntryId,
		lastEntry: call.lastEntryId,
		entries: view?.count ?? 0,
		statusBlock: call.statusBlock,
		digest: call.requestDigest,
		model: call.model,
		outcome: call.outcome,
		detail: call.detail,
		startedAt: call.startedAt,
		durationMs: call.endedAt === undefined ? undefined : call.endedAt - call.startedAt,
	};
}

const traceMessage = (entry: EntryRecord, calls: readonly CallRecord[]): Trace["chose"][number] => ({
	entry: entry.id,
	text: entry.message.content ?? undefined,
	calls: calls
		.filter(({ entryId }) => entryId === entry.id)
		.map((call) => ({ call: formatCallId(call), tool: call.wireTool, arguments: call.arguments })),
});

/** @param waitedForOwner its end is then when the owner decided, which says nothing about the tool */
function traceResult(
	call: CallRecord,
	entries: readonly EntryRecord[],
	waitedForOwner: boolean,
): Trace["returned"][number] {
	const asked = entries.find(({ id }) => id === call.entryId);
	const result = entries.find(
		({ kind, groupId, position }) => kind === "result" && groupId === call.entryId && position === call.position,
	);
	const startedAt = call.startedAt ?? asked?.createdAt;
	const endedAt = waitedForOwner ? undefined : call.endedAt;
	return {
		call: formatCallId(call),
		tool: call.tool,
		state: call.state,
		text: result?.message.content ?? undefined,
		durationMs: startedAt === undefined || endedAt === undefined ? undefined : endedAt - startedAt,
	};
}
