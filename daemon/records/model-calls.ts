import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import { ERASED } from "./contents.ts";

/** Where the status block stands: in a message of its own, or at the end of the last tool result. */
export type StatusPlace = "message" | "tool-result";

/** What is known of a request before it leaves. */
export type NewModelCall = Pick<
	ModelCallRecord,
	"turnId" | "round" | "epochId" | "lastEntryId" | "statusBlock" | "requestDigest"
> &
	Partial<Pick<ModelCallRecord, "statusPlace" | "purpose" | "estimatedTokens">>;

interface Row {
	id: number;
	turn_id: number;
	round: number;
	epoch_id: number;
	last_entry_id: number;
	status_place: StatusPlace;
	purpose: string;
	request_digest: string;
	estimated_tokens: number | null;
	input_tokens: number | null;
	model: string | null;
	outcome: string | null;
	detail: string | null;
	started_at: number;
	ended_at: number | null;
	status: string | null;
}

/** The manifest of one request: with the epoch's bytes it says exactly what the model saw. */
export interface ModelCallRecord {
	id: number;
	round: number;
	epochId: number;
	lastEntryId: number;
	/** The last message: the status block, or what a background request asks for. `ERASED` where it was erased. */
	statusBlock: string;
	statusPlace: StatusPlace;
	/** As in `ModelRequest`. */
	purpose: string;
	requestDigest: string;
	/** Our own count, not calibrated; undefined for requests of earlier versions. */
	estimatedTokens: number | undefined;
	/** As the service counted them. */
	inputTokens: number | undefined;
	turnId: number;
	model: string | undefined;
	outcome: string | undefined;
	detail: string | undefined;
	startedAt: number;
	endedAt: number | undefined;
}

/**
 * One row for each request. A status block stands in its request's row and not in `contents`, as what is said there does: it is
 * thrown away long before what stands around it there, and the gaps that it would leave there are never filled. It can be erased.
 */
export class ModelCalls {
	readonly #database: Database;
	readonly #clock: Clock;

	constructor(database: Database, clock: Clock) {
		this.#database = database;
		this.#clock = clock;
	}

	add(call: NewModelCall): number {
		return this.#database.run(
			`INSERT INTO model_calls (turn_id, round, epoch_id, last_entry_id, status_place, purpose, request_digest,
				estimated_tokens, started_at, status) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			call.turnId,
			call.round,
			call.epochId,
			call.lastEntryId,
			call.statusPlace ?? "message",
			call.purpose ?? "turn",
			call.requestDigest,
			call.estimatedTokens ?? null,
			this.#clock.now(),
			call.statusBlock,
		).id;
	}

	end(id: number, outcome: string, model: string | undefined, detail: string | undefined): void {
		this.#database.run(
			"UPDATE model_calls SET outcome = ?, model = ?, detail = ?, ended_at = ? WHERE id = ?",
			outcome,
			model ?? null,
			detail ?? null,
			this.#clock.now(),
			id,
		);
	}

	/** @returns our own count of that request */
	noteInputTokens(id: number, inputTokens: number): number | undefined {
		this.#database.run("UPDATE model_calls SET input_tokens = ? WHERE id = ?", inputTokens, id);
		const sql = "SELECT estimated_tokens AS estimated FROM model_calls WHERE id = ?";
		return this.#database.get<{ estimated: number | null }>(sql, id)?.estimated ?? undefined;
	}

	ofTurn(turnId: number): ModelCallRecord[] {
		return this.#database.all<Row>("SELECT * FROM model_calls WHERE turn_id = ? ORDER BY id", turnId).map(toRecord);
	}

	/** The latest counts of services beside our own, oldest first, to calibrate ours. */
	latestCounts(limit: number): { model: string; estimated: number; actual: number }[] {
		const sql = `SELECT model, estimated_tokens AS estimated, input_tokens AS actual FROM model_calls
			WHERE id > (SELECT coalesce(max(id), 0) FROM model_calls) - ? AND model IS NOT NULL
				AND estimated_tokens IS NOT NULL AND input_tokens IS NOT NULL ORDER BY id`;
		return this.#database.all(sql, limit);
	}
}

const toRecord = (row: Row): ModelCallRecord => ({
	id: row.id,
	turnId: row.turn_id,
	round: row.round,
	epochId: row.epoch_id,
	lastEntryId: row.last_entry_id,
	statusBlock: row.status ?? ERASED,
	statusPlace: row.status_place,
	purpose: row.purpose,
	requestDigest: row.request_digest,
	estimatedTokens: row.estimated_tokens ?? undefined,
	inputTokens: row.input_tokens ?? undefined,
	model: row.model ?? undefined,
	outcome: row.outcome ?? undefined,
	detail: row.detail ?? undefined,
	startedAt: row.started_at,
	endedAt: row.ended_at ?? undefined,
});
