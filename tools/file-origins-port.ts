/** A file's bytes, as far as they have to be known to know them again. */
export interface FileBytes {
	/** SHA-256 as lower-case hex; undefined where it is too large to be read for this. Then its size has to do. */
	digest: string | undefined;
	sizeBytes: number;
}

/** A file as it stands. Its path is the real one, relative to the workspace. */
export interface FileFacts extends FileBytes {
	path: string;
	/** How many names (hard links) it has. */
	names: number;
}

/** To be called once the change is on disk. Where it never is, as after a crash, too much stays marked, never too little. */
export type Settle = () => void;

/**
 * Which files of the workspace hold what others wrote, or what was written while that was in view. A mark goes with the name and
 * with the bytes: a file that was changed keeps it, and so does a copy. Paths are real ones, relative to the workspace.
 */
export interface FileOrigins {
	/** Where its words come from, for a result's `outside`; undefined where only the owner and an untouched assistant wrote it. */
	sourceOf(file: FileFacts): string | undefined;
	/** The same for a file or folder of which only the path is shown: names are words too, and so are those of folders above. */
	sourceOfName(path: string): string | undefined;
	/** Whether some marked file has this size. Only then can an unmarked name stand for marked bytes. */
	mayHold(sizeBytes: number): boolean;
	/**
	 * To be called right before a file is written. Where outside content is in view, or what is kept was marked, it is marked at
	 * once and on disk: a file without its mark must never be there, also after a crash. Else an older mark of that path goes with
	 * `Settle`.
	 * @param bytes what will stand there
	 * @param kept the file as it was, where part of it stays; undefined where all of it is new
	 */
	willWrite(path: string, bytes: FileBytes, kept: FileFacts | undefined): Settle;
	/** To be called right before folders are made: their names may be others' words. */
	willMake(folders: readonly string[]): void;
	/** To be called right before a file is moved: its mark is at both places until `Settle`. */
	willMove(from: FileFacts, to: string): Settle;
	/** Nothing is at that path any more. Its bytes stay known, since there may be copies. */
	gone(path: string): void;
}
