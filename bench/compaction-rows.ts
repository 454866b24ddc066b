import { Database } from "#core/database.ts";
import type { Row } from "./row.ts";

/** How often each step made room, or failed to. @param path of a database that nothing else has open */
export function compactionSteps(path: string): { name: string; count: number }[] {
	const database = new Database(path);
	try {
		return database.all(
			`SELECT step || CASE state WHEN 'done' THEN '' ELSE ', ' || state END AS name, count(*) AS count FROM compactions
				GROUP BY step, state ORDER BY step, state`,
		);
	} finally {
		database.close();
	}
}

export const compactionRows = (what: string, steps: ReturnType<typeof compactionSteps>): Row[] =>
	steps.map(({ name, count }) => ({ what: `${what}: made room by ${name}`, value: count, unit: "times" }));
