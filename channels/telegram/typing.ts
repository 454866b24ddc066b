import { type Clock, sleep } from "#core/clock.ts";
import type { Conversation } from "#core/event.ts";
import type { Log } from "#core/log.ts";
import { parseAddress, type Target } from "./address.ts";
import { readFailure } from "./failure.ts";

/** Telegram shows "typing" for 5 s or until a message comes. */
const PERIOD_MS = 4_500;

interface TypingParts {
	clock: Clock;
	log: Log;
	sendTyping(target: Target, signal: AbortSignal): Promise<unknown>;
}

/** Keeps "typing" visible in the conversations where work goes on. Has no timers elsewhere. */
export class Typing {
	readonly #parts: TypingParts;
	readonly #shown = new Map<string, AbortController>();

	constructor(parts: TypingParts) {
		this.#parts = parts;
	}

	/** See `Channel.showActivity`. The words of the activity have no place in Telegram. */
	show({ address }: Conversation, activity: string | undefined): void {
		const shown = this.#shown.get(address);
		if (activity === undefined) {
			shown?.abort();
			this.#shown.delete(address);
			return;
		}
		const target = parseAddress(address);
		if (shown || !target) return;
		const ended = new AbortController();
		this.#shown.set(address, ended);
		void this.#repeat(target, ended.signal);
	}

	stop(): void {
		for (const ended of this.#shown.values()) ended.abort();
		this.#shown.clear();
	}

	async #repeat(target: Target, signal: AbortSignal): Promise<void> {
		const { clock, log, sendTyping } = this.#parts;
		while (!signal.aborted) {
			const nextTurn = sleep(clock, PERIOD_MS, signal);
			await sendTyping(target, signal).catch((error: unknown) => {
				if (!signal.aborted) log.debug("telegram: typing could not be shown", { failure: readFailure(error) });
			});
			await nextTurn;
		}
	}
}
