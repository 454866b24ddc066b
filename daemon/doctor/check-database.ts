import { fine, type Observation, problem, warning } from "./finding.ts";
import { formatSize } from "./format-size.ts";
import type { DatabaseReading } from "./read-database.ts";
import type { Subject } from "./subject.ts";

const LARGE_WAL_BYTES = 100_000_000;

const RECOVER =
	"Stop Steward and copy state.db, state.db-wal and state.db-shm to a safe place. Then put a backup in their place, or " +
	"save what can be read: sqlite3 state.db .recover | sqlite3 recovered.db";

/** Whether the database is sound, of a version that this program knows, and whether anything is stuck in it. */
export async function checkDatabase({ database, home, daemon }: Subject): Promise<Observation[]> {
	if (home.kind !== "ours") return [];
	switch (database.kind) {
		case "missing":
			if (daemon.kind === "running") {
				return [
					problem("state.db is gone, though Steward runs.", "Stop Steward and put a backup of state.db in its place."),
				];
			}
			return [fine("There is none yet; the first start makes it.")];
		case "not-ours":
			return [
				problem(
					"state.db belongs to another user, so it was not opened.",
					"Run this as the user that Steward runs as.",
				),
			];
		case "unreadable":
			return [
				database.damaged
					? problem(`state.db is damaged (${database.reason}).`, RECOVER)
					: problem(
							`state.db can't be read (${database.reason}).`,
							"Check the file's mode and the disk, and whether another program has it open.",
						),
			];
		case "read":
			return [...judgeVersion(database), ...judgeContent(database)];
	}
}

type Read = Extract<DatabaseReading, { kind: "read" }>;

function judgeVersion({ schemaVersion, newestVersion }: Read): Observation[] {
	if (schemaVersion <= newestVersion) return [];
	return [
		problem(
			`state.db was written by a newer Steward (version ${schemaVersion} of it; this program knows ${newestVersion}).`,
			"Install that newer Steward again, or restore a backup of state.db.",
		),
	];
}

function judgeContent({ sizeBytes, walBytes, wasExamined, counts, schemaVersion, newestVersion }: Read): Observation[] {
	const older = schemaVersion < newestVersion ? " The next start brings it to the newest version." : "";
	const size = `${formatSize(sizeBytes + walBytes)}, events waiting: ${counts.waitingEvents}.${older}`;
	const found = [
		wasExamined
			? fine(`state.db is sound: ${size}`)
			: warning(
					`state.db is too large to be examined here: ${size}`,
					"Stop Steward, then: sqlite3 state.db 'PRAGMA quick_check'",
				),
	];
	if (walBytes > LARGE_WAL_BYTES) {
		found.push(
			warning(
				`state.db-wal has grown to ${formatSize(walBytes)}: another program keeps the database open.`,
				"Close that program, or restart Steward.",
			),
		);
	}
	if (counts.deadMessages > 0) {
		found.push(
			warning(
				`Within a week, messages that could not be delivered and were given up: ${counts.deadMessages}.`,
				"What they said was told on another channel, where there is one; the page shows them in the conversation.",
			),
		);
	}
	return found;
}
