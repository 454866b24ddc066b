/** A file's bytes, as far as they have to be known to know them again. */
export interface FileBytes {
	/** SHA-256 as lower-case hex. */
	digest: string;
	sizeBytes: number;
}

/**
 * Which files of the workspace hold what others wrote, or what was written while that was in view. A mark goes with the bytes
 * and with the name: a copy keeps it, and so does a file that was changed. Paths are real ones, relative to the workspace.
 */
export interface FileOrigins {
	/** Where its words come from, for a result's `outside`; undefined where only the owner and an untouched assistant wrote it. */
	sourceOf(path: string, bytes: FileBytes): string | undefined;
	/** The same for a file that only its name is shown of: names are words too. */
	sourceOfName(path: string): string | undefined;
	/**
	 * Whether one of these sizes is that of marked bytes: only then is a digest worth its time.
	 */
	mayHold(sizeBytes: number): boolean;
	/**
	 * To be called right before a file is written. Marks it where outside content is in view, or where `from` was marked, at once
	 * and on disk: a file without its mark must never be there, also after a crash. Else an older mark of that path goes, once the
	 * whole file is new.
	 */
	willWrite(path: string, bytes: FileBytes, options: { replacesAll: boolean }): void;
	/** To be called right before a file is moved: its mark is at both places until `moved`. */
	willMove(from: string, to: string, bytes: FileBytes): void;
	/** Nothing is at that path any more. */
	gone(path: string): void;
}
