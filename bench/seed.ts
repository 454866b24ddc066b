import { homePaths } from "#config/paths.ts";
import { Database } from "#core/database.ts";
import { systemIds } from "#core/ids.ts";
import { SeededTurns } from "./seeded-turns.ts";

/** Entries of one seeded turn: the event, a call and its result, the reply and its result. */
export const ENTRIES_PER_TURN = 5;
const TURNS_PER_TRANSACTION = 1_000;
const TURN_EVERY_MS = 10 * 60_000;

/**
 * Gives a home a past: so many entries, with all the rows that the program itself would have written for them, ending now.
 * Written through the same records that the program writes through.
 * @param entries a multiple of `ENTRIES_PER_TURN`
 */
export function seedEntries(home: string, entries: number): void {
	const count = entries / ENTRIES_PER_TURN;
	let now = Date.now() - count * TURN_EVERY_MS;
	const clock = { now: () => now, monotonicMs: () => now, after: () => () => undefined };
	const database = new Database(homePaths(home).database);
	try {
		const turns = new SeededTurns(database, clock, systemIds);
		for (let from = 0; from < count; from += TURNS_PER_TRANSACTION) {
			database.write(() => {
				for (let index = from; index < Math.min(count, from + TURNS_PER_TRANSACTION); index += 1) {
					turns.add(index);
					now += TURN_EVERY_MS;
				}
			});
		}
	} finally {
		database.close();
	}
}
