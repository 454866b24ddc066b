import type { Readable, Writable } from "node:stream";

/** What every command is given of the process around it, so that tests can stand in its place. */
export interface CommandContext {
	/** Absolute path of the data home. */
	home: string;
	environment: Readonly<Record<string, string | undefined>>;
	input: Readable & { isTTY?: boolean };
	output: Writable & { isTTY?: boolean; columns?: number };
	errors: Writable;
	/** Where SIGINT, SIGTERM and a crash are heard of: the process itself. */
	signals: NodeJS.EventEmitter;
	/** Ends the process at once. */
	exit: (code: number) => void;
}

/** The exit codes that scripts can go by. 78 is EX_CONFIG of sysexits.h. */
export const EXIT = { done: 0, failed: 1, notRunning: 3, badConfiguration: 78 } as const;

/** A command that could not do its work: a message for the person who typed it, and the exit code for scripts. */
export class CommandFailure extends Error {
	override name = "CommandFailure";
	readonly exitCode: number;

	constructor(message: string, exitCode: number = EXIT.failed, cause?: unknown) {
		super(message, cause === undefined ? undefined : { cause });
		this.exitCode = exitCode;
	}
}
