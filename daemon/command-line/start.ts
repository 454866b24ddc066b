import { join, relative } from "node:path";
import { createHome } from "#config/first-start.ts";
import { homePaths } from "#config/paths.ts";
import { ConfigError } from "#config/problems.ts";
import { sleep, systemClock } from "#core/clock.ts";
import { systemIds } from "#core/ids.ts";
import { createLog, describeError } from "#core/log.ts";
import { createSteward } from "#daemon/create-steward.ts";
import { createFetch } from "#daemon/network.ts";
import type { Steward } from "#daemon/steward.ts";
import { type CommandContext, CommandFailure, EXIT } from "./command.ts";
import { IdleMemory } from "./idle-memory.ts";
import { LogFile } from "./log-file.ts";
import { print } from "./terminal-text.ts";

/** What stopping may take; what is not done by then goes on at the next start, as after a crash. */
const STOP_LIMIT_MS = 5_000;

/** `steward start`: runs the daemon until SIGTERM or SIGINT. */
export async function start(context: CommandContext, { verbose = false }: { verbose?: boolean }): Promise<number> {
	const { home, output, errors, signals, exit } = context;
	const stopRequested = untilSignal(signals, exit);
	const isNew = tellCreated(context);
	const writeError = (line: string) => void errors.write(line);
	const file = new LogFile(join(homePaths(home).logs, "steward.log"), writeError);
	const write = (line: string) => {
		file.write(line);
		if (verbose) writeError(line);
	};
	const steward = open(context, verbose, write);
	if (isNew && steward.status().models.length === 0) tellOfModels(context);
	const ready = steward.start().then(({ loginLink }) => {
		print(output, `Steward is ready: ${loginLink} (${Math.round(performance.now())} ms)`);
	});
	try {
		await Promise.race([ready, stopRequested]);
		await stopRequested;
	} catch (error) {
		await stop(steward).catch((problem: unknown) => writeError(`${describeError(problem)}\n`));
		throw new CommandFailure(`Steward could not start. ${describeError(error)}`, EXIT.failed, error);
	}
	const inTime = await stop(steward);
	if (!inTime) print(errors, "Steward did not stop in time and is cut off. The next start goes on from its rows.");
	exit(inTime ? EXIT.done : EXIT.failed);
	return EXIT.done;
}

function open(context: CommandContext, verbose: boolean, write: (line: string) => void): Steward {
	const { home, environment, signals } = context;
	const memory = new IdleMemory(systemClock);
	try {
		return createSteward({
			home,
			environment,
			clock: systemClock,
			ids: systemIds,
			fetch: createFetch(),
			watchConfiguration: true,
			onIdle: () => memory.noteWork(),
			log(redact) {
				const log = createLog({ clock: systemClock, level: verbose ? "debug" : "info", write, redact });
				signals.on("uncaughtExceptionMonitor", (error: unknown) => log.error("Steward crashed", { error }));
				return log;
			},
		});
	} catch (error) {
		const exitCode = error instanceof ConfigError ? EXIT.badConfiguration : EXIT.failed;
		throw new CommandFailure(describeError(error), exitCode, error);
	}
}

/** @returns whether it is the first start here. @throws CommandFailure where the home can't be set up */
function tellCreated({ home, output }: CommandContext): boolean {
	const made = attempt(() => createHome(home));
	if (made.length === 0) return false;
	const names = made.filter((path) => path !== home).map((path) => relative(home, path));
	print(output, `Made in ${home}: ${names.join(", ")}`);
	return names.includes(".env");
}

function tellOfModels({ environment, output }: CommandContext): void {
	const setup = environment.npm_lifecycle_event === undefined ? "steward setup" : "npm run steward -- setup";
	print(
		output,
		`No model is configured yet. The page shows what works without one and what this machine offers; ${setup} asks for any other.`,
	);
}

function attempt<Result>(work: () => Result): Result {
	try {
		return work();
	} catch (error) {
		throw new CommandFailure(describeError(error), EXIT.failed, error);
	}
}

/** Resolves at the first signal to stop. The second one ends the process at once, as an impatient owner expects. */
function untilSignal(signals: NodeJS.EventEmitter, exit: (code: number) => void): Promise<void> {
	return new Promise((resolve) => {
		let isStopping = false;
		const onSignal = (exitCode: number) => {
			if (isStopping) exit(exitCode);
			isStopping = true;
			resolve();
		};
		// 128 and the signal's number is how shells tell of a process that a signal ended.
		signals.on("SIGTERM", () => onSignal(143));
		signals.on("SIGINT", () => onSignal(130));
	});
}

/** @returns whether it stopped in time */
async function stop(steward: Steward): Promise<boolean> {
	const limit = new AbortController();
	const tooLate = sleep(systemClock, STOP_LIMIT_MS, limit.signal).then(() => false);
	try {
		return await Promise.race([steward.stop().then(() => true), tooLate]);
	} finally {
		// Else its timer would hold the process that long.
		limit.abort();
	}
}
