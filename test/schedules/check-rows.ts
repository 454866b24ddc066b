import type { Database } from "#core/database.ts";
import type { World } from "./world.ts";

/** What holds at every instant, also right after a death. */
export function checkAfterDeath(world: World): string[] {
	const { database } = world.life;
	return [
		...[...world.acknowledged]
			.filter((key) => !database.get("SELECT 1 FROM events WHERE dedup_key = ?", key))
			.map((key) => `${key} was acknowledged and is lost`),
		...checkEffects(world),
	];
}

/** Each call's effect is there once if it was done, and not at all if it was not. Nothing that may not run twice has. */
export function checkEffects({ life: { database }, runs }: World): string[] {
	const calls = database.all<{ id: number; token: string; state: string; tool: string; rows: number }>(
		`SELECT calls.id, tool, state, json_extract(body, '$.token') AS token,
			(SELECT count(*) FROM test_effects WHERE token = json_extract(body, '$.token')) AS rows
		FROM calls JOIN contents ON contents.id = content_id WHERE json_extract(body, '$.token') IS NOT NULL`,
	);
	return calls.flatMap((call) => {
		const begun = runs.get(call.token)?.count ?? 0;
		const name = `call C-${call.id} (${call.tool} ${call.token}), which is ${call.state},`;
		return [
			...(call.rows === (call.state === "done" ? 1 : 0) ? [] : [`${name} has ${call.rows} rows`]),
			...(begun === 0 && call.state === "done" ? [`${name} was never run`] : []),
			...(begun > mostRuns(call) ? [`${name} was run ${begun} times`] : []),
		];
	});
}

/** How often a call may have been begun, after deaths. */
function mostRuns({ tool, state }: { tool: string; state: string }): number {
	if (RERUN.has(tool)) return Number.POSITIVE_INFINITY;
	return state === "denied" || state === "not-run" || state === "intended" ? 0 : 1;
}

/** What may be run again after a death. */
const RERUN: ReadonlySet<string> = new Set(["quick_look", "quick_write", "background_look"]);

/** Every line of a query that should have none. */
export const findAll = (database: Database, says: string, sql: string): string[] =>
	database.all<{ what: string }>(sql).map(({ what }) => `${what} ${says}`);
