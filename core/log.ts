import type { Clock } from "./clock.ts";

export type LogLevel = "debug" | "info" | "warn" | "error";
export type LogFields = Record<string, unknown>;

/** Structured log, one JSON object a line. Fields must hold no message content and no secrets. */
export interface Log {
	debug(message: string, fields?: LogFields): void;
	info(message: string, fields?: LogFields): void;
	warn(message: string, fields?: LogFields): void;
	error(message: string, fields?: LogFields): void;
}

const RANK: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3 };

/**
 * @param write gets each finished line, with its newline
 * @param redact is applied to the whole line, so that a secret inside an error's text can't slip through
 */
export function createLog(options: {
	clock: Clock;
	level: LogLevel;
	write: (line: string) => void;
	redact?: (text: string) => string;
}): Log {
	const { clock, level, write, redact = (text) => text } = options;
	const at =
		(lineLevel: LogLevel) =>
		(message: string, fields: LogFields = {}) => {
			if (RANK[lineLevel] < RANK[level]) return;
			const line = { time: new Date(clock.now()).toISOString(), level: lineLevel, message, ...plain(fields) };
			write(`${redact(JSON.stringify(line))}\n`);
		};
	return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** Errors have no enumerable members, so JSON would show them as `{}`. */
function plain(fields: LogFields): LogFields {
	return Object.fromEntries(
		Object.entries(fields).map(([name, value]) => [name, value instanceof Error ? describeError(value) : value]),
	);
}

/** An error and its causes as one line for a person: `message: cause: cause`. */
export function describeError(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const cause = error.cause === undefined ? "" : `: ${describeError(error.cause)}`;
	return `${error.message}${cause}`;
}
