import type { Database } from "#core/database.ts";
import type { UsageRecord } from "#daemon/model/port.ts";

/** Sums over lines of the ledger. */
export interface UsageSum {
	calls: number;
	inputTokens: number;
	/** Of the input, what the service had kept. */
	cachedTokens: number;
	outputTokens: number;
	/** In the owner's money, of models that have a price. */
	cost: number;
}

/** The same in full, for the owner who wants to know. */
export interface UsageSlice extends UsageSum {
	/** Of the input, what the service stored anew. */
	cacheWriteTokens: number;
	/** Calls of models without a price: they are in every figure but the cost. */
	unpriced: number;
}

/** The most beginnings of periods that a running sum is kept for: a day and a month, before and after a change of zone. */
const MAX_RUNNING_SUMS = 4;

const SLICE = /* sql */ `count(*) AS calls, coalesce(sum(input_tokens), 0) AS inputTokens,
	coalesce(sum(cached_tokens), 0) AS cachedTokens, coalesce(sum(cache_write_tokens), 0) AS cacheWriteTokens,
	coalesce(sum(output_tokens), 0) AS outputTokens, coalesce(sum(cost), 0.0) AS cost, count(*) - count(cost) AS unpriced`;

/** The ledger: what every attempt cost, also those that failed. */
export class UsageLedger {
	readonly #database: Database;
	/** What was spent since a moment, by that moment. Reading it before every request must not take longer from year to year. */
	readonly #spentSince = new Map<number, number>();

	constructor(database: Database) {
		this.#database = database;
	}

	/** @throws what the database throws; what was spent is counted all the same, or a full disk would lift the limits */
	add(usage: UsageRecord): void {
		for (const [since, spent] of this.#spentSince)
			if (usage.startedAt >= since) this.#spentSince.set(since, spent + (usage.cost ?? 0));
		this.#database.write(() =>
			this.#database.run(
				`INSERT INTO usage (model, purpose, turn_id, model_call_id, input_tokens, cached_tokens, cache_write_tokens, output_tokens,
					estimated, outcome, started_at, duration_ms, cost)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
				usage.model,
				usage.purpose,
				usage.turnId ?? null,
				usage.modelCallId ?? null,
				usage.inputTokens,
				usage.cachedTokens,
				usage.cacheWriteTokens ?? 0,
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

	/**
	 * What was spent since a moment, in the owner's money. Summed up once for each moment that is asked for, and carried on from
	 * there: meant for the beginnings of the present day and month.
	 */
	spentSince(at: number): number {
		const known = this.#spentSince.get(at);
		if (known !== undefined) return known;
		const spent = this.since(at).cost;
		this.#spentSince.set(at, spent);
		const [oldest] = this.#spentSince.keys();
		if (this.#spentSince.size > MAX_RUNNING_SUMS && oldest !== undefined) this.#spentSince.delete(oldest);
		return spent;
	}

	/** Sums since a moment, for `steward status`. */
	since(at: number): UsageSum {
		const { calls, inputTokens, cachedTokens, outputTokens, cost } = this.between(at, Number.MAX_SAFE_INTEGER);
		return { calls, inputTokens, cachedTokens, outputTokens, cost };
	}

	/** Sums over what began in `[from, to)`. */
	between(from: number, to: number): UsageSlice {
		const sql = `SELECT ${SLICE} FROM usage WHERE started_at >= ? AND started_at < ?`;
		return this.#database.get<UsageSlice>(sql, from, to) ?? NOTHING;
	}

	/** The same for each model or purpose, the dearest first, then by tokens. */
	by(what: "model" | "purpose", from: number, to: number): (UsageSlice & { name: string })[] {
		return this.#database.all(
			`SELECT ${what} AS name, ${SLICE} FROM usage WHERE started_at >= ? AND started_at < ?
			GROUP BY ${what} ORDER BY cost DESC, inputTokens + outputTokens DESC, name`,
			from,
			to,
		);
	}
}

const NOTHING: UsageSlice = {
	...{ calls: 0, inputTokens: 0, cachedTokens: 0, cacheWriteTokens: 0 },
	...{ outputTokens: 0, cost: 0, unpriced: 0 },
};
