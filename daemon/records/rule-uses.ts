import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";

/** How often the owner's rules were used, for their caps. */
export class RuleUses {
	readonly #database: Database;
	readonly #clock: Clock;

	constructor(database: Database, clock: Clock) {
		this.#database = database;
		this.#clock = clock;
	}

	/** @param rule as `ruleKey` names it */
	add(rule: string, callId: number): void {
		this.#database.run("INSERT INTO rule_uses (rule, call_id, at) VALUES (?, ?, ?)", rule, callId, this.#clock.now());
	}

	/** @param sinceMs milliseconds since the epoch */
	countSince(rule: string, sinceMs: number): number {
		const sql = "SELECT count(*) AS count FROM rule_uses WHERE rule = ? AND at >= ?";
		return this.#database.get<{ count: number }>(sql, rule, sinceMs)?.count ?? 0;
	}
}
