import type { Database } from "#core/database.ts";
import { BATCH_ROWS, listOf, type PrunableRow, type PrunableRows } from "./prune-rows.ts";

interface ManifestRow extends PrunableRow {
	epochId: number;
}

/** Of a manifest beside its status block: digests, figures, and what the indexes take. */
const ROW_BYTES = 300;

/**
 * The newest manifest stays, so that its number is never given out again: the usage ledger refers to it for ever. So do those of
 * a turn that has not ended.
 */
const READ = `SELECT id, started_at AS at, epoch_id AS epochId, ${ROW_BYTES} + coalesce(octet_length(status), 0) AS bytes
	FROM model_calls WHERE id < ? AND id < (SELECT max(id) FROM model_calls)
		AND turn_id NOT IN (SELECT id FROM turns WHERE state <> 'ended')
	ORDER BY id DESC LIMIT ${BATCH_ROWS}`;

const EPOCH_CONTENTS = `SELECT prompt_content_id AS prompt, tools_content_id AS tools, opening_content_id AS opening,
	carried_content_id AS carried FROM epochs WHERE id = ?`;

/** What each request was made from. An epoch's texts count with the newest manifest that needs them. */
export class RequestRows implements PrunableRows<ManifestRow> {
	readonly what = "requests";
	readonly #database: Database;
	readonly #counted = new Set<number>();
	readonly #countedEpochs = new Set<number>();

	constructor(database: Database) {
		this.#database = database;
	}

	read(beforeId: number): ManifestRow[] {
		return this.#database
			.all<ManifestRow>(READ, beforeId)
			.map((row) => ({ ...row, bytes: row.bytes + this.#bytesOfEpoch(row.epochId) }));
	}

	remove(rows: readonly ManifestRow[]): void {
		const sql = "DELETE FROM model_calls WHERE id IN (SELECT value FROM json_each(?))";
		this.#database.run(sql, listOf(rows.map(({ id }) => id)));
	}

	#bytesOfEpoch(epochId: number): number {
		if (this.#countedEpochs.has(epochId)) return 0;
		this.#countedEpochs.add(epochId);
		const contents = Object.values(this.#database.get<Record<string, number | null>>(EPOCH_CONTENTS, epochId) ?? {});
		return contents.reduce<number>((sum, id) => sum + this.#bytesOf(id), 0);
	}

	/** Texts that several epochs share count once. */
	#bytesOf(contentId: number | null): number {
		if (contentId === null || this.#counted.has(contentId)) return 0;
		this.#counted.add(contentId);
		const sql = "SELECT coalesce(octet_length(body), 0) AS bytes FROM contents WHERE id = ?";
		return this.#database.get<{ bytes: number }>(sql, contentId)?.bytes ?? 0;
	}
}
