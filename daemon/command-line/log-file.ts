import { closeSync, fstatSync, openSync, renameSync, writeSync } from "node:fs";

/** After this the file becomes `….1`, in place of the one before: logs take at most twice this much. */
const MAX_SIZE_BYTES = 10_000_000;

/** The daemon's log as a file of lines, readable by its owner alone. It stays open until the process ends. */
export class LogFile {
	readonly #path: string;
	readonly #maxSizeBytes: number;
	/** Gets the lines that the disk refuses. */
	readonly #fallback: (line: string) => void;
	#file: number;
	#sizeBytes: number;

	/** @throws where the file can't be opened */
	constructor(path: string, fallback: (line: string) => void, maxSizeBytes = MAX_SIZE_BYTES) {
		this.#path = path;
		this.#fallback = fallback;
		this.#maxSizeBytes = maxSizeBytes;
		this.#file = openSync(path, "a", 0o600);
		this.#sizeBytes = fstatSync(this.#file).size;
	}

	/** Never throws: a full disk must not end the daemon. At once on disk, so that a crash leaves the lines before it. */
	write(line: string): void {
		try {
			if (this.#sizeBytes >= this.#maxSizeBytes) this.#rotate();
			this.#sizeBytes += writeSync(this.#file, line);
		} catch {
			this.#fallback(line);
		}
	}

	/** The new file is opened before the old one is let go: where that fails, the old one is there for the lines to come. */
	#rotate(): void {
		this.#sizeBytes = 0;
		renameSync(this.#path, `${this.#path}.1`);
		const next = openSync(this.#path, "a", 0o600);
		closeSync(this.#file);
		this.#file = next;
	}
}
