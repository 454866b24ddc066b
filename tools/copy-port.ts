/** A file as it stood before a change, or that there was none. Paths are real ones, relative to the workspace. */
export type KeptFile =
	| { path: string; kind: "nothing" }
	| {
			path: string;
			kind: "file";
			/** SHA-256, as lower-case hex. */
			digest: string;
			sizeBytes: number;
			/** Permission bits. */
			mode: number;
	  };

/** Keeps what a call changes or takes away as it was, so that it can be brought back. */
export interface CopyPort {
	/** How the change can be undone by name, as `C-45`. */
	readonly change: string;
	/**
	 * To be called right before what stands at a path is changed or taken away. The first time counts: a call that changes a file
	 * twice is undone as a whole.
	 * @throws ToolError where it can't be kept. Then nothing may be changed
	 */
	keep(before: { path: string; bytes: Buffer; digest: string; mode: number }): void;
	/** To be called right before a file is made where there is none: undoing takes it away again. @throws ToolError as `keep` */
	keepAbsence(path: string): void;
	/**
	 * What was kept for a change, in the order in which it was changed.
	 * @param change as `C-45`
	 * @throws ToolError where nothing was kept for it, or it is kept no longer
	 */
	of(change: string): KeptFile[];
	/** @throws ToolError where the copy is gone or is not what was kept */
	bytesOf(kept: KeptFile & { kind: "file" }): Buffer;
}
