import type { Clock } from "#core/clock.ts";
import type { Log } from "#core/log.ts";
import { DISK_WAIT_MS } from "#daemon/disk-wait.ts";
import { decideClockStep } from "./decide-clock-step.ts";

/**
 * The longest that it trusts a delay. A sleeping machine's timers stand still and a clock may be set, so it looks at the
 * wall clock this often while a timer waits, and not at all while none does.
 */
const LOOK_EVERY_MS = 30_000;
export interface WatchParts {
	clock: Clock;
	log: Log;
	/** Fires what is due, and returns when to look again. */
	fireDue: () => number | undefined;
	/** Called before that where the wall clock went back. */
	onBack: (now: number, byMs: number) => void;
	/** Called before that where the wall clock jumped ahead: it was set, or the machine slept. */
	onForward: (now: number, byMs: number) => void;
}

/** Wakes when a timer is due, whatever the clock does meanwhile. */
export class TimerWatch {
	readonly #parts: WatchParts;
	#cancel: () => void = () => undefined;
	#isClosed = false;
	#seen: { now: number; monotonicMs: number };

	constructor(parts: WatchParts) {
		this.#parts = parts;
		this.#seen = { now: parts.clock.now(), monotonicMs: parts.clock.monotonicMs() };
	}

	/** To be called when a timer was made, changed or ended. Never throws. */
	look(): void {
		this.#cancel();
		if (this.#isClosed) return;
		const delayMs = this.#fire();
		if (delayMs !== undefined) this.#cancel = this.#parts.clock.after(delayMs, () => this.look());
	}

	close(): void {
		this.#isClosed = true;
		this.#cancel();
	}

	/** @returns how long to wait, undefined where nothing waits */
	#fire(): number | undefined {
		const { clock, log, fireDue } = this.#parts;
		try {
			this.#noticeStep();
			const next = fireDue();
			return next === undefined ? undefined : Math.min(LOOK_EVERY_MS, Math.max(0, next - clock.now()));
		} catch (error) {
			log.error("What is due could not be recorded; trying again in 5 s", { error });
			return DISK_WAIT_MS;
		}
	}

	#noticeStep(): void {
		const { clock, log, onBack, onForward } = this.#parts;
		const before = this.#seen;
		const seen = { now: clock.now(), monotonicMs: clock.monotonicMs() };
		const step = decideClockStep(seen.now - before.now, seen.monotonicMs - before.monotonicMs);
		if (step.kind !== "steady") {
			log.info("The clock was set, or the machine slept", { step: step.kind, byMs: step.byMs });
			if (step.kind === "back") onBack(seen.now, step.byMs);
			else onForward(seen.now, step.byMs);
		}
		this.#seen = seen;
	}
}
