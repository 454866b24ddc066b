import type { Hook } from "#config/gate-schema.ts";
import { type Clock, sleep } from "#core/clock.ts";
import { describeError, type Log } from "#core/log.ts";
import type { CallOutcome, CheckedCall } from "./checked-call.ts";
import { renderHookInput } from "./hook-input.ts";
import type { HookRunner } from "./hook-runner.ts";
import { looksAt } from "./hook-tools.ts";

/** Outcomes that wait at most. Programs that are slower than the assistant for long would fill the memory. */
const MAX_WAITING = 32;

/** How long those that are left at a stop may take. */
export const STOP_LIMIT_MS = 1_000;

export interface AfterHooksParts {
	runner: HookRunner;
	hooks: () => readonly Hook[];
	redact: (text: string) => string;
	clock: Clock;
	log: Log;
}

/**
 * Tells the owner's programs of calls that have ended: one call after the other and one hook after the other, in the background,
 * since the result is on disk and nothing can change it. What fails is logged.
 */
export class AfterHooks {
	readonly #parts: AfterHooksParts;
	readonly #stopping = new AbortController();
	/** The end of everything that was told so far. */
	#told: Promise<void> = Promise.resolve();
	#waiting = 0;
	#isClosed = false;

	constructor(parts: AfterHooksParts) {
		this.#parts = parts;
	}

	/** Returns at once. */
	tell(call: CheckedCall, outcome: CallOutcome): void {
		const { hooks, log } = this.#parts;
		const interested = hooks().filter((hook) => looksAt(hook, call));
		if (interested.length === 0 || this.#isClosed) return;
		if (this.#waiting >= MAX_WAITING) {
			log.warn("Hooks after calls are too slow: one call was not told", { call: call.callId });
			return;
		}
		this.#waiting += 1;
		this.#told = this.#told
			.then(() => this.#tellEach(interested, call, outcome))
			.catch((error: unknown) => log.error("Hooks after a call failed", { error: describeError(error) }))
			.finally(() => {
				this.#waiting -= 1;
			});
	}

	/** Waits a second at most for what is left, then ends it. */
	async close(): Promise<void> {
		this.#isClosed = true;
		if (this.#waiting === 0) return;
		await Promise.race([this.#told, sleep(this.#parts.clock, STOP_LIMIT_MS, this.#stopping.signal)]);
		this.#stopping.abort();
		await this.#told;
	}

	async #tellEach(hooks: readonly Hook[], call: CheckedCall, outcome: CallOutcome): Promise<void> {
		const { runner, redact, log } = this.#parts;
		for (const hook of hooks) {
			const input = () => renderHookInput("after", call, redact, outcome);
			const answer = await runner.run(hook, input, this.#stopping.signal);
			if (answer.kind === "agrees") continue;
			const problem = answer.kind === "broken" ? answer.problem : ENDS[answer.kind];
			log.warn("A hook after a call failed", { hook: hook.name, call: call.callId, problem });
		}
	}
}

const ENDS = {
	refuses: "it ended with exit code 2, which changes nothing after a call",
	stopped: "the program is closing",
};
