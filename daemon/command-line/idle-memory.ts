import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Clock } from "#core/clock.ts";

/** So long after the last turn the process tidies up. */
const QUIET_MS = 20_000;

/**
 * Gives memory back once nothing has happened for a while: V8 collects when it needs room, and an idle process never
 * does. Costs one wake-up after each burst of work.
 */
export class IdleMemory {
	readonly #clock: Clock;
	readonly #collect: () => void;
	#cancel: () => void = () => undefined;

	/** @param collect runs V8's collector; another one in tests */
	constructor(clock: Clock, collect: () => void = createCollector()) {
		this.#clock = clock;
		this.#collect = collect;
	}

	/** To be called when something was done. */
	noteWork(): void {
		this.#cancel();
		this.#cancel = this.#clock.after(QUIET_MS, this.#collect);
	}
}

/** The collector is there only with a flag, which can be set while the program runs and holds for new contexts. */
function createCollector(): () => void {
	setFlagsFromString("--expose-gc");
	const collect: unknown = runInNewContext("gc");
	return typeof collect === "function" ? () => collect() : () => undefined;
}
