import type { FileBytes } from "#tools/file-origins-port.ts";
import { Table } from "./table.ts";

/** That a file of the workspace holds what others wrote, or that its name or a folder's is theirs. */
export interface FileMark {
	/** Relative to the workspace; of bytes that no marked path holds any more, `/` and their digest. */
	path: string;
	/** Of the bytes that were there last; empty where they were too many to be read. */
	digest: string;
	/** `NAME_ONLY` where no bytes are known by it. */
	sizeBytes: number;
	/** How it came to be marked, in the program's words. */
	source: string;
	/** That wrote it. */
	callId: number | undefined;
	/** Milliseconds since the epoch. */
	createdAt: number;
}

interface Row {
	path: string;
	digest: string;
	size_bytes: number;
	source: string;
	call_id: number | null;
	created_at: number;
}

/** The size in a mark of a name alone: no file has it, so that no file is taken for its copy. */
export const NAME_ONLY = -1;

/** The digest in a mark of a file that was too large to be read: its size has to do. */
const UNREAD = "";

/** No path relative to the workspace starts like this, so that bytes can have a row without a path. */
const BYTES_PREFIX = "/";

/** Whether it is a mark of bytes that are not where they were marked, and may be elsewhere as a copy. */
export const isOfBytes = ({ path }: Pick<FileMark, "path">): boolean => path.startsWith(BYTES_PREFIX);

/** The marks, by path. Bytes that were marked once stay known when their path changes or goes, until `forget`. */
export class FileMarks extends Table {
	find(path: string): FileMark | undefined {
		const row = this.database.get<Row>("SELECT * FROM file_origins WHERE path = ?", path);
		return row && toMark(row);
	}

	/** A mark of these very bytes, wherever they were. Empty files are nobody's words. */
	ofBytes({ digest = UNREAD, sizeBytes }: FileBytes): FileMark | undefined {
		if (sizeBytes === 0) return undefined;
		const row = this.database.get<Row>(
			"SELECT * FROM file_origins WHERE size_bytes = ? AND (digest = ? OR digest = ? OR ? = ?) LIMIT 1",
			sizeBytes,
			digest,
			UNREAD,
			digest,
			UNREAD,
		);
		return row && toMark(row);
	}

	mayHold(sizeBytes: number): boolean {
		const sql = "SELECT 1 FROM file_origins WHERE size_bytes = ? LIMIT 1";
		return sizeBytes > 0 && this.database.get(sql, sizeBytes) !== undefined;
	}

	/** Marks a path, in place of what it was marked with: those bytes stay known. */
	put({
		digest = UNREAD,
		...mark
	}: Omit<FileMark, "digest" | "createdAt"> & FileBytes & { createdAt?: number | undefined }): void {
		this.database.write(() => {
			const before = this.find(mark.path);
			this.#write({ ...mark, digest, createdAt: mark.createdAt ?? this.clock.now() });
			if (before) this.#keepBytes(before);
		});
	}

	/** That path is marked no more. The bytes that were marked there stay known. */
	release(path: string): void {
		this.database.write(() => {
			const mark = this.find(path);
			if (!mark) return;
			this.database.run("DELETE FROM file_origins WHERE path = ?", path);
			this.#keepBytes(mark);
		});
	}

	/** By path, those of bytes alone first. */
	all(): FileMark[] {
		return this.database.all<Row>("SELECT * FROM file_origins ORDER BY path").map(toMark);
	}

	/** The row goes, and what it knew of bytes with it. */
	forget(path: string): void {
		this.database.run("DELETE FROM file_origins WHERE path = ?", path);
	}

	/** These bytes are no longer known as others' words. Paths that held them stay marked themselves, as of now. */
	forgetBytes(bytes: FileBytes): void {
		this.database.write(() => {
			for (let mark = this.ofBytes(bytes); mark; mark = this.ofBytes(bytes)) {
				if (isOfBytes(mark)) this.forget(mark.path);
				else this.#write({ ...mark, digest: UNREAD, sizeBytes: NAME_ONLY, createdAt: this.clock.now() });
			}
		});
	}

	/** A mark that goes leaves its bytes behind, unless another mark has them. Their time counts from now. */
	#keepBytes(mark: FileMark): void {
		const { digest, sizeBytes } = mark;
		if (sizeBytes <= 0 || isOfBytes(mark)) return;
		const sql = "SELECT 1 FROM file_origins WHERE size_bytes = ? AND digest = ? LIMIT 1";
		if (this.database.get(sql, sizeBytes, digest)) return;
		this.#write({ ...mark, path: `${BYTES_PREFIX}${sizeBytes}-${digest}`, createdAt: this.clock.now() });
	}

	#write({ path, digest, sizeBytes, source, callId, createdAt }: FileMark): void {
		this.database.run(
			"INSERT OR REPLACE INTO file_origins (path, digest, size_bytes, source, call_id, created_at) VALUES (?, ?, ?, ?, ?, ?)",
			path,
			digest,
			sizeBytes,
			source,
			callId ?? null,
			createdAt,
		);
	}
}

const toMark = (row: Row): FileMark => ({
	path: row.path,
	digest: row.digest,
	sizeBytes: row.size_bytes,
	source: row.source,
	callId: row.call_id ?? undefined,
	createdAt: row.created_at,
});
