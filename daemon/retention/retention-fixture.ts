import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Settings, settingsSchema } from "#config/schema.ts";
import { Database, type DatabaseHooks } from "#core/database.ts";
import { systemIds } from "#core/ids.ts";
import { createLog } from "#core/log.ts";
import { CopyStore } from "#daemon/copies/copy-store.ts";
import type { Epoch } from "#daemon/records/epochs.ts";
import { MAIN_TRAJECTORY } from "#daemon/records/event-record.ts";
import { openRecords } from "#daemon/records/records.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { prune } from "./prune.ts";

export const DAY = 86_400_000;

interface ArchiveOptions {
	hooks?: DatabaseHooks;
	retention?: Partial<Settings["retention"]>;
}

/** Records to be pruned, on a database and a clock of their own. */
export type Archive = ReturnType<typeof openArchive>;

export function openArchive({ hooks, retention = {} }: ArchiveOptions = {}) {
	const workspace = tempFolder();
	const clock = new FakeClock();
	const database = new Database(join(tempFolder(), "state.db"), hooks);
	onTestFinished(() => database.close());
	const records = openRecords(database, clock, systemIds, () => undefined);
	const logged: string[] = [];
	const settings = settingsSchema.parse({ retention }).retention;
	const parts = {
		...{ fileMarks: records.fileMarks, keptFiles: records.keptFiles },
		copyStore: new CopyStore(join(tempFolder(), "kept")),
		...{ database, workspace, clock },
		retention: () => settings,
		log: createLog({ clock, level: "debug", write: (line) => logged.push(line) }),
	};

	/** A turn of one entry. */
	const turn = (text = "hello", trajectoryId = MAIN_TRAJECTORY) => {
		const turnId = records.turns.begin(trajectoryId, "owner");
		const message = { role: "user" as const, content: text };
		const entryId = records.entries.add({ trajectoryId, turnId, kind: "event", message });
		return { turnId, entryId };
	};
	const end = (turnId: number) =>
		database.run("UPDATE turns SET state = 'ended', ended_at = started_at WHERE id = ?", turnId);

	return {
		...{ workspace, clock, database, records, parts, logged, turn, end },
		prune: (signal = new AbortController().signal) => prune(parts, signal),
		/** An epoch with texts that can be told from others'. Prompt and tools change where `prompt` does. */
		epoch(options: { firstEntryId?: number; trajectoryId?: number; prompt?: string; opening?: string } = {}): Epoch {
			const { firstEntryId = 0, trajectoryId = MAIN_TRAJECTORY, prompt = "prompt", opening = "opening" } = options;
			const prefix = { prompt, tools: `tools of ${prompt}`, digest: `digest of ${prompt}`, parts: [] };
			const carried = { text: opening, carried: JSON.stringify({ opening }) };
			return records.epochs.begin({ trajectoryId, prefix, opening: carried, firstEntryId }, "a test");
		},
		/** A turn that has ended, and the manifest of its one request. */
		request(epochId: number, status = "status", trajectoryId = MAIN_TRAJECTORY) {
			const { turnId, entryId } = turn("hello", trajectoryId);
			const id = records.modelCalls.add({
				...{ turnId, round: 1, epochId, lastEntryId: entryId, statusBlock: status, requestDigest: "digest" },
			});
			end(turnId);
			return { id, turnId, entryId };
		},
		/** Texts that are stored, by their beginnings. */
		texts: (like: string) =>
			database
				.all<{ body: string }>("SELECT body FROM contents WHERE body LIKE ? ORDER BY id", `${like}%`)
				.map(({ body }) => body),
		/** Status blocks of the requests that are on record. */
		statuses: () =>
			database.all<{ status: string }>("SELECT status FROM model_calls ORDER BY id").map(({ status }) => status),
		count: (table: string) => database.get<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)?.count ?? 0,
		dangling: () => database.all("PRAGMA foreign_key_check"),
	};
}
