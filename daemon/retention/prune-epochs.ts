import type { Database } from "#core/database.ts";
import { DAY_MS } from "./decide-retention.ts";
import { emptyContents } from "./empty-contents.ts";
import type { Pruned } from "./prune-rows.ts";

interface EpochRow {
	id: number;
	trajectoryId: number;
	createdAt: number;
}

const EPOCHS = `SELECT id, trajectory_id AS trajectoryId, created_at AS createdAt FROM epochs
	WHERE trajectory_id = ? ORDER BY id`;

/**
 * Throws away the epochs that no kept manifest needs: their prompt, tools and opening, and what stood in entries' places only in
 * them. One at a time. A trajectory's newest epoch is what its next request goes on from, and always stays.
 */
export function* pruneEpochs(database: Database, now: number): Generator<Pruned> {
	const sql = "SELECT trajectory_id AS id FROM epochs GROUP BY trajectory_id HAVING count(*) > 1";
	for (const trajectory of database.all<{ id: number }>(sql)) {
		const epochs = database.all<EpochRow>(EPOCHS, trajectory.id);
		for (const [index, epoch] of epochs.entries()) {
			const next = epochs[index + 1];
			// What began in its last moments, a fork above all, has long had its first request by then.
			if (!next || now - next.createdAt <= DAY_MS) break;
			const isUnneeded = !isNeeded(database, epoch.id);
			// Looking for a manifest that needs it, and SQLite's own look before it deletes, take a while each.
			yield { what: "epochs", count: 0, bytes: 0 };
			if (isUnneeded)
				yield { what: "epochs", count: 1, bytes: database.write(() => removeEpoch(database, epoch, next.id)) };
		}
	}
}

const isNeeded = (database: Database, epochId: number): boolean =>
	database.get("SELECT 1 FROM model_calls WHERE epoch_id = ? LIMIT 1", epochId) !== undefined;

/** @returns the bytes of its texts. @throws Error where something still refers to the epoch: SQLite looks */
function removeEpoch(database: Database, { id, trajectoryId }: EpochRow, nextId: number): number {
	handOnReplacements(database, id, nextId, trajectoryId);
	database.run("DELETE FROM prefix_updates WHERE epoch_id = ?", id);
	database.run("UPDATE compactions SET epoch_id = NULL WHERE epoch_id = ?", id);
	const texts = database.get<Texts>(TEXTS, id);
	database.run("DELETE FROM epochs WHERE id = ?", id);
	const unneeded = texts ? unshown(database, texts, trajectoryId) : [];
	const sql =
		"SELECT coalesce(sum(octet_length(body)), 0) AS bytes FROM contents WHERE id IN (SELECT value FROM json_each(?))";
	const bytes = database.get<{ bytes: number }>(sql, JSON.stringify(unneeded))?.bytes ?? 0;
	emptyContents(database, unneeded);
	return bytes;
}

interface Texts {
	prompt: number;
	tools: number;
	opening: number | null;
	carried: number | null;
}

const TEXTS = `SELECT prompt_content_id AS prompt, tools_content_id AS tools, opening_content_id AS opening,
	carried_content_id AS carried FROM epochs WHERE id = ?`;

const BY_PROMPT = "SELECT 1 FROM epochs WHERE prompt_content_id = ? LIMIT 1";
const BY_TOOLS = "SELECT 1 FROM epochs WHERE tools_content_id = ? LIMIT 1";
const BY_OPENING = "SELECT 1 FROM epochs WHERE opening_content_id = ? AND trajectory_id = ? LIMIT 1";
const BY_CARRIED = "SELECT 1 FROM epochs WHERE carried_content_id = ? AND trajectory_id = ? LIMIT 1";

/** Those that no epoch has any more: prompt and tools may be any other's too, an opening only a later one's of its trajectory. */
function unshown(database: Database, { prompt, tools, opening, carried }: Texts, trajectoryId: number): number[] {
	const isShown = (sql: string, ...values: number[]) => database.get(sql, ...values) !== undefined;
	return [
		...(isShown(BY_PROMPT, prompt) ? [] : [prompt]),
		...(isShown(BY_TOOLS, tools) ? [] : [tools]),
		...(opening === null || isShown(BY_OPENING, opening, trajectoryId) ? [] : [opening]),
		...(carried === null || isShown(BY_CARRIED, carried, trajectoryId) ? [] : [carried]),
	];
}

/**
 * What stood in entries' places counts in all later epochs too. So it moves to the next one, but for entries that are out of
 * view from there on, and those that have something else in their place there.
 */
function handOnReplacements(database: Database, epochId: number, nextId: number, trajectoryId: number): void {
	const view = database.get<{ first: number }>(
		"SELECT min(first_entry_id) AS first FROM epochs WHERE trajectory_id = ? AND id >= ?",
		trajectoryId,
		nextId,
	);
	const gone = database.all<{ entryId: number; contentId: number }>(
		`SELECT entry_id AS entryId, content_id AS contentId FROM replacements AS old
		WHERE since_epoch_id = ? AND (entry_id < ?
			OR EXISTS (SELECT 1 FROM replacements WHERE entry_id = old.entry_id AND since_epoch_id = ?))`,
		epochId,
		view?.first ?? 0,
		nextId,
	);
	for (const { entryId } of gone)
		database.run("DELETE FROM replacements WHERE entry_id = ? AND since_epoch_id = ?", entryId, epochId);
	emptyContents(
		database,
		gone.map(({ contentId }) => contentId),
	);
	database.run("UPDATE replacements SET since_epoch_id = ? WHERE since_epoch_id = ?", nextId, epochId);
}
