import type { Hook } from "#config/gate-schema.ts";
import type { Clock } from "#core/clock.ts";
import { type HookAnswer, readHookAnswer } from "./hook-answer.ts";
import { type HookPlaces, resolveHookCommand } from "./hook-command.ts";
import { runProgram } from "./run-program.ts";

export interface HookRunnerParts {
	places: HookPlaces;
	/** This process's own, of which a hook gets PATH, HOME and LANG. */
	environment: Readonly<Record<string, string | undefined>>;
	clock: Clock;
}

/** Runs one hook: its program, in the home's folder, with an environment that holds nothing of the daemon's. */
export class HookRunner {
	readonly #parts: HookRunnerParts;

	constructor(parts: HookRunnerParts) {
		this.#parts = parts;
	}

	/** @param input JSON for its standard input; called only where it is started */
	async run({ command, timeoutMs }: Hook, input: () => string, signal: AbortSignal): Promise<HookAnswer> {
		const { places, environment, clock } = this.#parts;
		const resolved = resolveHookCommand(command, places);
		if (resolved.kind === "unsafe") return { kind: "broken", problem: resolved.problem };
		const program = {
			command: resolved.command,
			folder: places.home,
			environment: minimal(environment, places.home),
			input: input(),
			timeoutMs,
		};
		return readHookAnswer(await runProgram(program, clock, signal), timeoutMs);
	}
}

/** Keys that the daemon was started with are none of a hook's business. */
function minimal(environment: HookRunnerParts["environment"], home: string): Record<string, string> {
	const { PATH = "/usr/local/bin:/usr/bin:/bin", HOME, LANG = "C.UTF-8" } = environment;
	return { PATH, LANG, STEWARD_HOME: home, ...(HOME !== undefined && { HOME }) };
}
