import type { CallEffect } from "#core/effect.ts";
import type { EventId } from "#core/event.ts";
import { CallFigures, type CallMade } from "./call-figures.ts";

/**
 * - `intended`: the model asked for it; nothing happened yet
 * - `running`: about to happen or happening; after a crash nobody knows. With a result on disk it goes on as a task
 * - `asked`: the owner is being asked; the result says so
 * - `unknown`: a crash cut it off, and it may or may not have happened
 * - the rest are ends
 */
export type CallState = "intended" | "running" | "done" | "failed" | "denied" | "asked" | "not-run" | "unknown";

export interface CallRecord {
	id: number;
	turnId: number;
	/** The assistant entry that asked for it, and its place in that message from 1. */
	entryId: number;
	position: number;
	/** The tool as the model named it. */
	wireTool: string;
	/** The tool that it came to: another one where the model used call_tool. */
	tool: string;
	/** JSON as the model wrote it, or as repaired. */
	arguments: string;
	/** Why the arguments could not be read. */
	malformed: string | undefined;
	/** The event that it acts for. */
	forEventId: EventId | undefined;
	effect: CallEffect | undefined;
	target: string | undefined;
	state: CallState;
	/** The entry that the model sees as its result; a placeholder, for what was asked or goes on in the background. */
	resultEntryId: number | undefined;
	/** Of what the tool returned, without stamp and count. */
	resultDigest: string | undefined;
	/** Of a failure: its words without what differs from one to the next. */
	problemClass: string | undefined;
	createdAt: number;
	startedAt: number | undefined;
	endedAt: number | undefined;
}

export const hasNoResult = ({ resultEntryId }: CallRecord): boolean => resultEntryId === undefined;

/** Done, under way, or in the owner's hands: what follows in the same message may go on. */
export const hasSucceeded = (call: Pick<CallRecord, "state" | "resultEntryId">): boolean =>
	call.state === "done" || call.state === "asked" || (call.state === "running" && call.resultEntryId !== undefined);

interface Row {
	id: number;
	turn_id: number;
	entry_id: number;
	position: number;
	wire_tool: string;
	tool: string;
	body: string | null;
	malformed: string | null;
	for_event_id: number | null;
	effect: CallEffect | null;
	target: string | null;
	state: CallState;
	result_entry_id: number | null;
	result_digest: string | null;
	problem_class: string | null;
	created_at: number;
	started_at: number | null;
	ended_at: number | null;
}

const SELECT = "SELECT calls.*, contents.body FROM calls JOIN contents ON contents.id = calls.content_id";

/** The intents and ends of tool calls. */
export class Calls extends CallFigures {
	add(
		call: Pick<
			CallRecord,
			"turnId" | "entryId" | "position" | "wireTool" | "tool" | "arguments" | "malformed" | "forEventId"
		>,
	): number {
		return this.database.run(
			`INSERT INTO calls (turn_id, entry_id, position, wire_tool, tool, content_id, malformed, for_event_id, state, created_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'intended', ?)`,
			call.turnId,
			call.entryId,
			call.position,
			call.wireTool,
			call.tool,
			this.contents.put(call.arguments).id,
			call.malformed ?? null,
			call.forEventId ?? null,
			this.clock.now(),
		).id;
	}

	find(id: number): CallRecord | undefined {
		const row = this.database.get<Row>(`${SELECT} WHERE calls.id = ?`, id);
		return row && toRecord(row);
	}

	/** Whether the model asked for it while outside content was in view. */
	isDerived(id: number): boolean {
		const sql = "SELECT 1 FROM calls JOIN entries ON entries.id = calls.entry_id WHERE calls.id = ? AND derived = 1";
		return this.database.get(sql, id) !== undefined;
	}

	ofTurn(turnId: number): CallRecord[] {
		return this.database.all<Row>(`${SELECT} WHERE turn_id = ? ORDER BY calls.id`, turnId).map(toRecord);
	}

	/**
	 * The latest calls of a trajectory that would do more than look or tell the owner, decided since the owner last spoke there;
	 * newest first, a few of them.
	 */
	latestEffects(trajectoryId: number): CallRecord[] {
		return this.database
			.all<Row>(
				`${SELECT} JOIN turns ON turns.id = calls.turn_id WHERE turns.trajectory_id = ?
				AND calls.effect NOT IN ('none', 'read', 'tell-owner') AND calls.state NOT IN ('asked', 'intended', 'not-run')
				AND calls.turn_id >= coalesce((
					SELECT turn_id FROM events WHERE trust = 'owner' AND kind = 'message' AND trajectory_id = ? AND turn_id IS NOT NULL
					ORDER BY events.id DESC LIMIT 1), 0)
				ORDER BY calls.id DESC LIMIT 5`,
				trajectoryId,
				trajectoryId,
			)
			.map(toRecord);
	}

	/** Calls of a turn that have no result on disk, in call order. */
	withoutResult(turnId: number): CallRecord[] {
		return this.database
			.all<Row>(`${SELECT} WHERE turn_id = ? AND result_entry_id IS NULL ORDER BY calls.id`, turnId)
			.map(toRecord);
	}

	/** From here on a crash leaves it unknown whether the call happened. */
	start(id: number, effect: CallEffect, target: string): void {
		this.database.run(
			"UPDATE calls SET state = 'running', effect = ?, target = ?, started_at = ? WHERE id = ?",
			effect,
			target,
			this.clock.now(),
			id,
		);
	}

	/** What became of a call whose result was a placeholder: asked for, or gone on as a task. That stays as the model saw it. */
	decide(id: number, state: "done" | "failed" | "denied" | "unknown"): void {
		this.database.run(
			"UPDATE calls SET state = ?, ended_at = ? WHERE id = ? AND state IN ('asked', 'running')",
			state,
			this.clock.now(),
			id,
		);
	}

	end(
		id: number,
		state: CallState,
		resultEntryId: number,
		fingerprint: Pick<CallRecord, "resultDigest" | "problemClass">,
		made: CallMade = {},
	): void {
		this.database.run(
			`UPDATE calls SET state = ?, result_entry_id = ?, result_digest = ?, problem_class = ?, ended_at = ?,
				effect = coalesce(effect, ?), target = coalesce(target, ?), started_at = coalesce(started_at, ?) WHERE id = ?`,
			state,
			resultEntryId,
			fingerprint.resultDigest ?? null,
			fingerprint.problemClass ?? null,
			state === "running" ? null : this.clock.now(),
			made.effect ?? null,
			made.target ?? null,
			made.startedAt === undefined ? null : Math.round(made.startedAt),
			id,
		);
	}
}

const toRecord = (row: Row): CallRecord => ({
	id: row.id,
	turnId: row.turn_id,
	entryId: row.entry_id,
	position: row.position,
	wireTool: row.wire_tool,
	tool: row.tool,
	arguments: row.body ?? "{}",
	malformed: row.malformed ?? undefined,
	forEventId: row.for_event_id ?? undefined,
	effect: row.effect ?? undefined,
	target: row.target ?? undefined,
	state: row.state,
	resultEntryId: row.result_entry_id ?? undefined,
	resultDigest: row.result_digest ?? undefined,
	problemClass: row.problem_class ?? undefined,
	createdAt: row.created_at,
	startedAt: row.started_at ?? undefined,
	endedAt: row.ended_at ?? undefined,
});
