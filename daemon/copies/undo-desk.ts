import { createFileOrigins } from "#daemon/file-origins/file-origins-port.ts";
import type { FileMarks } from "#daemon/records/file-origins.ts";
import type { Journal } from "#daemon/records/journal.ts";
import type { KeptFiles, UndoableChange } from "#daemon/records/kept-files.ts";
import type { WriteLock } from "#daemon/tasks/write-lock.ts";
import { targetOf } from "#tools/paths.ts";
import { restoreFiles } from "#tools/restore-files.ts";
import { createCopyPort } from "./copy-port.ts";
import type { CopyStore } from "./copy-store.ts";

export interface UndoDeskParts {
	keptFiles: KeptFiles;
	copyStore: CopyStore;
	fileMarks: FileMarks;
	journal: Journal;
	/** One changes files at a time, whoever it is. */
	lock: WriteLock;
	/** An absolute path. */
	workspace: string;
}

export interface Undone {
	/** What brings back what stood there before, as `U-3`. */
	change: string;
	/** What was done to each file, in words. */
	done: string[];
}

/** For the owner: what can be undone, and undoing it. */
export class UndoDesk {
	readonly #parts: UndoDeskParts;

	constructor(parts: UndoDeskParts) {
		this.#parts = parts;
	}

	/** The newest first. */
	latest(limit: number): UndoableChange[] {
		return this.#parts.keptFiles.latest(limit);
	}

	/**
	 * Waits for whoever is changing files.
	 * @param change as `C-45` or `U-3`
	 * @throws ToolError where nothing is kept for it, or a file can't be brought back
	 */
	async undo(change: string, signal: AbortSignal): Promise<Undone> {
		const { keptFiles, fileMarks, journal, lock, workspace } = this.#parts;
		const release = await lock.acquire(signal, () => "undo");
		try {
			const files = createCopyPort(this.#parts, change).of(change);
			const copies = createCopyPort(this.#parts, keptFiles.beginOwnersUndo(change));
			const done = await restoreFiles(files, {
				...{ workspace, copies },
				files: createFileOrigins({ marks: fileMarks, workspace, callId: undefined, isTainted: () => false }),
				// Whoever has seen another version is told that it has changed.
				seen: { delete: () => undefined },
			});
			const target = files.map(({ path }) => targetOf(path)).join(", ");
			journal.add({ kind: "undo", effect: "write", target, decision: "owner", outcome: `undid ${change}` });
			return { change: copies.change, done };
		} finally {
			release();
		}
	}
}
