import { fork } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { type CrashPoint, formatCrashPoint } from "./crash-point.ts";
import { type FromChild, fromChildSchema, type Ready, type Report } from "./messages.ts";

/** One daemon, from its start to its death. */
export interface Life {
	/** Resolves when the daemon has started, or with undefined when it died before that. */
	ready: Promise<Omit<Ready, "kind"> | undefined>;
	/** Resolves when it is gone, with what ended it: `SIGKILL`, or an exit code. */
	ended: Promise<string>;
	/** How the daemon is; undefined where it died before it could say. */
	report(): Promise<Omit<Report, "kind"> | undefined>;
	kill(): void;
}

/**
 * A daemon in a process of its own, which dies at `point` where there is one.
 * @param logFile gets what the daemon logs, behind what is in it
 */
export function beginFirstLife(program: string, home: string, logFile: string, point: CrashPoint | undefined): Life {
	const log = openSync(logFile, "a");
	const child = fork(program, [home, ...(point ? [formatCrashPoint(point)] : [])], {
		stdio: ["ignore", log, log, "ipc"],
		execArgv: [],
		env: {},
	});
	closeSync(log);
	const ended = once(child, "exit").then(([code, signal]) => String(signal ?? code));
	const dead = ended.then(() => undefined);
	const heard = <Kind extends FromChild["kind"]>(kind: Kind) =>
		new Promise<Extract<FromChild, { kind: Kind }>>((resolve) => {
			const listen = (message: unknown) => {
				const parsed = fromChildSchema.parse(message);
				if (!isOf(parsed, kind)) return;
				child.off("message", listen);
				resolve(parsed);
			};
			child.on("message", listen);
		});
	return {
		ready: Promise.race([heard("ready"), dead]),
		ended,
		report() {
			const report = Promise.race([heard("report"), dead]);
			// A child that has just died can't be written to; `dead` says so in a moment.
			child.send("report", () => undefined);
			return report;
		},
		kill: () => void child.kill("SIGKILL"),
	};
}

const isOf = <Kind extends FromChild["kind"]>(
	message: FromChild,
	kind: Kind,
): message is Extract<FromChild, { kind: Kind }> => message.kind === kind;
