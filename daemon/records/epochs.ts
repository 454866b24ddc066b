import * as z from "zod";
import type { Prefix } from "#daemon/context/prefix.ts";
import { ERASED } from "./contents.ts";
import { Table } from "./table.ts";

/** The message that an epoch begins with, after the prompt: what came before, in few words. */
export interface Opening {
	/** Exactly as it goes on the wire. */
	text: string;
	/** What it was made from, as JSON: see `daemon/compaction/carried.ts`. The next one is made from it. */
	carried: string;
}

/** A stretch of a trajectory in which each request extends the one before it. Its bytes are kept for replay. */
export interface Epoch {
	id: number;
	trajectoryId: number;
	prefix: Prefix;
	opening: Opening | undefined;
	/** The view begins with this entry. */
	firstEntryId: number;
	/** Of epochs that an earlier version began: results of entries before this one are shown as a placeholder. */
	clearResultsBefore: number;
}

interface Row {
	id: number;
	trajectory_id: number;
	prompt_content_id: number;
	tools_content_id: number;
	prefix_digest: string;
	parts: string | null;
	opening_content_id: number | null;
	carried_content_id: number | null;
	first_entry_id: number;
	clear_results_before: number;
}

type TextColumn = "prompt_content_id" | "tools_content_id" | "opening_content_id" | "carried_content_id";

const CURRENT = "SELECT * FROM epochs WHERE trajectory_id = ? ORDER BY id DESC LIMIT 1";

/** Where the same texts may be stored: with the same prefix, and in the newest of all, which mostly has the same tools. */
const LIKELY = `SELECT * FROM epochs WHERE id IN (
	(SELECT max(id) FROM epochs WHERE prefix_digest = ?), (SELECT max(id) FROM epochs))`;

const partsSchema = z.array(z.object({ name: z.string(), digest: z.string(), tokens: z.number() }));

export class Epochs extends Table {
	current(trajectoryId: number): Epoch | undefined {
		const row = this.database.get<Row>(CURRENT, trajectoryId);
		return row && this.#toEpoch(row);
	}

	find(id: number): Epoch | undefined {
		const row = this.database.get<Row>("SELECT * FROM epochs WHERE id = ?", id);
		return row && this.#toEpoch(row);
	}

	/**
	 * Begins a new epoch. Texts that the one before it had are not stored again, nor are a prompt and tools that any other
	 * trajectory has: every mail thread begins with the same.
	 * @param reason why the bytes had to change, for the trace
	 */
	begin(epoch: Omit<Epoch, "id" | "clearResultsBefore">, reason: string): Epoch {
		const { trajectoryId, prefix, opening, firstEntryId } = epoch;
		const before = this.database.all<Row>(CURRENT, trajectoryId);
		const likely = [...before, ...this.database.all<Row>(LIKELY, prefix.digest)];
		const clearResultsBefore = before[0]?.clear_results_before ?? 0;
		const { id } = this.database.run(
			`INSERT INTO epochs (trajectory_id, reason, prompt_content_id, tools_content_id, prefix_digest, parts,
				opening_content_id, carried_content_id, first_entry_id, clear_results_before, created_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			trajectoryId,
			reason,
			this.#share(prefix.prompt, likely, "prompt_content_id"),
			this.#share(prefix.tools, likely, "tools_content_id"),
			prefix.digest,
			JSON.stringify(prefix.parts),
			opening ? this.#share(opening.text, before, "opening_content_id") : null,
			opening ? this.#share(opening.carried, before, "carried_content_id") : null,
			firstEntryId,
			clearResultsBefore,
			this.clock.now(),
		);
		return { ...epoch, id, clearResultsBefore };
	}

	/** The parts as the trajectory was last told them: those of the epoch, and what entries have said since. By name. */
	tellings(epochId: number): Map<string, string> {
		const sql = "SELECT part, digest FROM prefix_updates WHERE epoch_id = ? ORDER BY entry_id";
		const told = this.database.all<{ part: string; digest: string }>(sql, epochId);
		return new Map(told.map(({ part, digest }) => [part, digest]));
	}

	/** An entry told the trajectory that a part of the prompt has changed. */
	noteTelling(epochId: number, part: string, digest: string, entryId: number): void {
		this.database.run("INSERT INTO prefix_updates VALUES (?, ?, ?, ?)", epochId, part, digest, entryId);
	}

	/** The row of this very text among those of other epochs, or a new one. A text that was erased is like no other. */
	#share(text: string, epochs: readonly Row[], column: TextColumn): number {
		const sql = "SELECT id FROM contents WHERE id = ? AND body = ?";
		for (const contentId of new Set(epochs.map((epoch) => epoch[column]))) {
			const kept = contentId === null ? undefined : this.database.get<{ id: number }>(sql, contentId, text);
			if (kept) return kept.id;
		}
		return this.contents.put(text).id;
	}

	#toEpoch(row: Row): Epoch {
		return {
			id: row.id,
			trajectoryId: row.trajectory_id,
			prefix: {
				prompt: this.contents.read(row.prompt_content_id),
				tools: this.contents.read(row.tools_content_id),
				digest: row.prefix_digest,
				parts: row.parts === null ? [] : partsSchema.parse(JSON.parse(row.parts)),
			},
			opening: this.#openingOf(row),
			firstEntryId: row.first_entry_id,
			clearResultsBefore: row.clear_results_before,
		};
	}

	#openingOf(row: Row): Opening | undefined {
		if (row.opening_content_id === null || row.carried_content_id === null) return undefined;
		const carried = this.contents.read(row.carried_content_id);
		// Once it was erased, nothing of it is carried on.
		return { text: this.contents.read(row.opening_content_id), carried: carried === ERASED ? "{}" : carried };
	}
}
