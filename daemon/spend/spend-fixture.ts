import { join } from "node:path";
import { onTestFinished } from "vitest";
import { settingsSchema } from "#config/schema.ts";
import { Database } from "#core/database.ts";
import { systemIds } from "#core/ids.ts";
import { Outbox } from "#daemon/outbox/outbox.ts";
import { MAIN_TRAJECTORY } from "#daemon/records/event-record.ts";
import { openRecords } from "#daemon/records/records.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { SpendDesk } from "./spend-desk.ts";
import { SpendNotices } from "./spend-notices.ts";

interface Options {
	costPerDay?: number;
	costPerMonth?: number;
	zone?: string;
	clock?: FakeClock;
	/** The folder of the database, to open it a second time. */
	folder?: string;
}

/** The desk and the notices on real rows, with a clock that stands still. */
export function openSpend({
	zone = "Europe/Berlin",
	folder = tempFolder(),
	clock = new FakeClock(),
	...limits
}: Options) {
	const database = new Database(join(folder, "state.db"));
	onTestFinished(() => database.close());
	const records = openRecords(database, clock, systemIds, () => undefined);
	const outbox = new Outbox(database, records.contents, clock, {
		onAdded: () => undefined,
		onChanged: () => undefined,
	});
	const settings = settingsSchema.parse({ owner: { timezone: zone }, limits });
	// Turns to spend for, and to tell of.
	if (!records.turns.latest()) for (let turn = 1; turn <= 9; turn++) records.turns.begin(MAIN_TRAJECTORY, "owner");
	const allowed: string[] = [];
	const desk = new SpendDesk({
		...records,
		database,
		clock,
		settings: () => settings,
		onAllowed: () => allowed.push("allowed"),
	});
	const notices = new SpendNotices({
		...records,
		database,
		outbox,
		desk,
		ownerConversation: () => ({ channel: "telegram", address: "7" }),
	});
	/** A request that cost so much, now. */
	const spend = (cost: number | undefined, turnId?: number, model = "m") =>
		records.usage.add({
			...{ model, purpose: "turn", turnId, outcome: "complete", startedAt: clock.now(), durationMs: 1 },
			...{ inputTokens: 10, cachedTokens: 4, outputTokens: 2, estimated: false },
			...(cost !== undefined && { cost }),
		});
	const said = () => outbox.toOwner({ limit: 20 }).reverse();
	return { ...records, database, folder, clock, outbox, settings, desk, notices, spend, said, allowed };
}

export const HOUR_MS = 3_600_000;
