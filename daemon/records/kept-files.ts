import type { KeptFile } from "#tools/copy-port.ts";
import { Table } from "./table.ts";

interface Row {
	id: number;
	change: string;
	path: string;
	digest: string | null;
	size_bytes: number;
	mode: number;
	kept_at: number;
}

/** A row of what was kept, for throwing away what is old. */
export interface KeptRow {
	id: number;
	digest: string | undefined;
	sizeBytes: number;
	/** Milliseconds since the epoch. */
	keptAt: number;
}

/** A change that can be undone. */
export interface UndoableChange {
	/** As `C-45`. */
	change: string;
	/** Milliseconds since the epoch. */
	at: number;
	files: KeptFile[];
}

/** What files held before they were changed, by the change. */
export class KeptFiles extends Table {
	/** The first state of a path counts: later ones of the same change are not kept. */
	add(change: string, file: KeptFile): void {
		const [digest, sizeBytes, mode] = file.kind === "file" ? [file.digest, file.sizeBytes, file.mode] : [null, 0, 0];
		this.database.run(
			"INSERT OR IGNORE INTO kept_files (change, path, digest, size_bytes, mode, kept_at) VALUES (?, ?, ?, ?, ?, ?)",
			change,
			file.path,
			digest,
			sizeBytes,
			mode,
			this.clock.now(),
		);
	}

	/** In the order in which they were changed; empty where nothing is kept. */
	of(change: string): KeptFile[] {
		return this.database.all<Row>("SELECT * FROM kept_files WHERE change = ? ORDER BY id", change).map(toFile);
	}

	/** The latest changes, the newest first. */
	latest(limit: number): UndoableChange[] {
		const changes = this.database.all<{ change: string; at: number }>(
			"SELECT change, min(kept_at) AS at FROM kept_files GROUP BY change ORDER BY max(id) DESC LIMIT ?",
			limit,
		);
		return changes.map(({ change, at }) => ({ change, at, files: this.of(change) }));
	}

	/** Takes note that the owner undoes a change. @returns the name of the undoing, as `U-3` */
	beginOwnersUndo(undone: string): string {
		const sql = "INSERT INTO owner_undos (undone, at) VALUES (?, ?)";
		return `U-${this.database.run(sql, undone, this.clock.now()).id}`;
	}

	/** What is kept, the newest first. */
	all(): KeptRow[] {
		return this.database
			.all<Row>("SELECT * FROM kept_files ORDER BY id DESC")
			.map(({ id, digest, size_bytes, kept_at }) => ({
				...{ id, digest: digest ?? undefined, sizeBytes: size_bytes, keptAt: kept_at },
			}));
	}

	forget(ids: readonly number[]): void {
		this.database.run("DELETE FROM kept_files WHERE id IN (SELECT value FROM json_each(?))", JSON.stringify(ids));
	}

	isKept(digest: string): boolean {
		return this.database.get("SELECT 1 FROM kept_files WHERE digest = ? LIMIT 1", digest) !== undefined;
	}
}

const toFile = ({ path, digest, size_bytes, mode }: Row): KeptFile =>
	digest === null ? { path, kind: "nothing" } : { path, kind: "file", digest, sizeBytes: size_bytes, mode };
