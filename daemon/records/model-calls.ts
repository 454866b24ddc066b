import type { Database } from "#core/database.ts";
import type { UsageRecord } from "#daemon/model/port.ts";
import { Table } from "./table.ts";

/** The manifest of one request: with the epoch's bytes it says exactly what the model saw. */
export interface ModelCallRecord {
	id: number;
	round: number;
	epochId: number;
	lastEntryId: number;
	statusBlock: string;
	requestDigest: string;
	model: string | undefined;
	outcome: string | undefined;
	detail: string | undefined;
	startedAt: number;
	endedAt: number | undefined;
}

export class ModelCalls extends Table {
	add(call: {
		turnId: number;
		round: number;
		epochId: number;
		lastEntryId: number;
		statusBlock: string;
		requestDigest: string;
	}): number {
		return this.database.run(
			`INSERT INTO model_calls (turn_id, round, epoch_id, last_entry_id, status_content_id, request_digest, started_at)
			VALUES (?, ?, ?, ?, ?, ?, ?)`,
			call.turnId,
			call.round,
			call.epochId,
			call.lastEntryId,
			this.contents.put(call.statusBlock).id,
			call.requestDigest,
			this.clock.now(),
		).id;
	}

	end(id: number, outcome: string, model: string | undefined, detail: string | undefined): void {
		this.database.run(
			"UPDATE model_calls SET outcome = ?, model = ?, detail = ?, ended_at = ? WHERE id = ?",
			outcome,
			model ?? null,
			detail ?? null,
			this.clock.now(),
			id,
		);
	}

	ofTurn(turnId: number): ModelCallRecord[] {
		return this.database
			.all<{
				id: number;
				round: number;
				epoch_id: number;
				last_entry_id: number;
				status_content_id: number;
				request_digest: string;
				model: string | null;
				outcome: string | null;
				detail: string | null;
				started_at: number;
				ended_at: number | null;
			}>("SELECT * FROM model_calls WHERE turn_id = ? ORDER BY id", turnId)
			.map((row) => ({
				id: row.id,
				round: row.round,
				epochId: row.epoch_id,
				lastEntryId: row.last_entry_id,
				statusBlock: this.contents.read(row.status_content_id),
				requestDigest: row.request_digest,
				model: row.model ?? undefined,
				outcome: row.outcome ?? undefined,
				detail: row.detail ?? undefined,
				startedAt: row.started_at,
				endedAt: row.ended_at ?? undefined,
			}));
	}
}

/** Sums over lines of the ledger. */
export interface UsageSum {
	calls: number;
	inputTokens: number;
	cachedTokens: number;
	outputTokens: number;
	/** In the owner's money, of models that have a price. */
	cost: number;
}

/** The ledger: what every attempt cost, also those that failed. */
export class UsageLedger {
	readonly #database: Database;

	constructor(database: Database) {
		this.#database = database;
	}

	add(usage: UsageRecord): void {
		this.#database.write(() =>
			this.#database.run(
				`INSERT INTO usage (model, purpose, turn_id, input_tokens, cached_tokens, output_tokens, estimated, outcome, started_at,
					duration_ms, cost)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
				usage.model,
				usage.purpose,
				usage.turnId ?? null,
				usage.inputTokens,
				usage.cachedTokens,
				usage.outputTokens,
				usage.estimated ? 1 : 0,
				usage.outcome,
				usage.startedAt,
				Math.round(usage.durationMs),
				usage.cost ?? null,
			),
		);
	}

	/** What a turn's requests cost so far, in the owner's money; requests to models without a price cost nothing. */
	costOfTurn(turnId: number): number {
		const sql = "SELECT coalesce(sum(cost), 0.0) AS cost FROM usage WHERE turn_id = ?";
		return this.#database.get<{ cost: number }>(sql, turnId)?.cost ?? 0;
	}

	/** Sums since a moment, for `steward status`. */
	since(at: number): UsageSum {
		const row = this.#database.get<UsageSum>(
			`SELECT count(*) AS calls, coalesce(sum(input_tokens), 0) AS inputTokens, coalesce(sum(cached_tokens), 0) AS cachedTokens,
				coalesce(sum(output_tokens), 0) AS outputTokens, coalesce(sum(cost), 0.0) AS cost FROM usage WHERE started_at >= ?`,
			at,
		);
		return row ?? { calls: 0, inputTokens: 0, cachedTokens: 0, outputTokens: 0, cost: 0 };
	}
}
