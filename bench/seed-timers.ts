import { homePaths } from "#config/paths.ts";
import { systemClock } from "#core/clock.ts";
import { Database } from "#core/database.ts";
import { systemIds } from "#core/ids.ts";
import { openRecords } from "#daemon/records/records.ts";
import { nextSlot } from "#daemon/schedule/next-slot.ts";
import type { Schedule } from "#daemon/schedule/schedule.ts";

/** Writes reminders of the owner, through the records that the program itself writes through. */
export function seedTimers(home: string, count: number, scheduleOf: (index: number) => Schedule): void {
	withDatabase(home, (database) => {
		const { registrations } = openRecords(database, systemClock, systemIds, () => undefined);
		database.write(() => {
			for (let index = 0; index < count; index += 1) {
				const schedule = scheduleOf(index);
				registrations.add({
					purpose: `Reminder number ${index}`,
					action: "remind",
					schedule,
					nextAt: nextSlot(schedule, Date.now()) ?? 0,
					conversation: { channel: "web", address: "owner" },
					originEventId: undefined,
					createdBy: "owner on web",
					trust: "owner",
					outside: false,
				});
			}
		});
	});
}

/** How late the slots were that have fired, in ms, from the rows themselves. */
export const readLateness = (home: string): number[] =>
	withDatabase(home, (database) =>
		database
			.all<{ lateMs: number }>("SELECT claimed_at - slot_at AS lateMs FROM firings WHERE outcome = 'fired'")
			.map(({ lateMs }) => lateMs),
	);

function withDatabase<Result>(home: string, work: (database: Database) => Result): Result {
	const database = new Database(homePaths(home).database);
	try {
		return work(database);
	} finally {
		database.close();
	}
}
