import type { Prefix } from "#daemon/context/prompt.ts";
import { Table } from "./table.ts";

/** A stretch of a trajectory in which each request extends the one before it. Its bytes are kept for replay. */
export interface Epoch {
	id: number;
	prefix: Prefix;
	/** The view begins with this entry. */
	firstEntryId: number;
	/** Results of entries before this one are shown as a placeholder. */
	clearResultsBefore: number;
}

export class Epochs extends Table {
	current(trajectoryId: number): Epoch | undefined {
		const row = this.database.get<{
			id: number;
			prompt_content_id: number;
			tools_content_id: number;
			prefix_digest: string;
			first_entry_id: number;
			clear_results_before: number;
		}>("SELECT * FROM epochs WHERE trajectory_id = ? ORDER BY id DESC LIMIT 1", trajectoryId);
		if (!row) return undefined;
		return {
			id: row.id,
			prefix: {
				prompt: this.contents.read(row.prompt_content_id),
				tools: this.contents.read(row.tools_content_id),
				digest: row.prefix_digest,
			},
			firstEntryId: row.first_entry_id,
			clearResultsBefore: row.clear_results_before,
		};
	}

	/** Begins a new epoch. @param reason why the prefix had to change, for the trace */
	begin(trajectoryId: number, epoch: Omit<Epoch, "id">, reason: string): Epoch {
		const prompt = this.contents.put(epoch.prefix.prompt);
		const tools = this.contents.put(epoch.prefix.tools);
		const { id } = this.database.run(
			`INSERT INTO epochs (trajectory_id, reason, prompt_content_id, tools_content_id, prefix_digest, first_entry_id,
				clear_results_before, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			trajectoryId,
			reason,
			prompt.id,
			tools.id,
			epoch.prefix.digest,
			epoch.firstEntryId,
			epoch.clearResultsBefore,
			this.clock.now(),
		);
		return { ...epoch, id };
	}
}
