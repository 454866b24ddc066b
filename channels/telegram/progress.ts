import type { ChannelHealth } from "#channels/channel.ts";
import type { Clock } from "#core/clock.ts";

/** A wait for room is worth a word after that long. */
const ROOM_GRACE_MS = 1_000;

/** What the poller waits for, beside Telegram. */
type Waiting = { what: "room" | "storing"; sinceMs: number };

/**
 * How the reading of updates comes on. All spans are measured on the monotonic clock and turned into times only when
 * somebody asks: the machine's clock may be years off, or be set right in between.
 */
export class Progress {
	readonly #clock: Clock;
	readonly #silenceLimitMs: number;
	#state: "starting" | "ok" | "degraded" | "stopped" = "starting";
	#problem: string | undefined;
	#startedAtMs: number;
	#answeredAtMs: number | undefined;
	#waiting: Waiting | undefined;

	/** @param silenceLimitMs after so long without an answer it is not `ok`, whatever the loop believes */
	constructor(clock: Clock, silenceLimitMs: number) {
		this.#clock = clock;
		this.#silenceLimitMs = silenceLimitMs;
		this.#startedAtMs = clock.monotonicMs();
	}

	get problem(): string | undefined {
		return this.#problem;
	}

	started(): void {
		this.#state = "starting";
		this.#startedAtMs = this.#clock.monotonicMs();
	}

	/** Telegram answered a call for updates. */
	answered(): void {
		this.#answeredAtMs = this.#clock.monotonicMs();
	}

	/** What came is stored. Says whether that is news. */
	recovered(): boolean {
		const isNews = this.#state !== "ok";
		this.#state = "ok";
		this.#problem = undefined;
		return isNews;
	}

	failed(problem: string): void {
		this.#state = "degraded";
		this.#problem = problem;
	}

	stopped(): void {
		this.#state = "stopped";
	}

	/** Marks what is waited for until `wait` settles. */
	async during<T>(what: Waiting["what"], wait: Promise<T>): Promise<T> {
		this.#waiting = { what, sinceMs: this.#clock.monotonicMs() };
		return wait.finally(() => {
			this.#waiting = undefined;
		});
	}

	health(): ChannelHealth {
		const lastProgressAt = this.#answeredAtMs === undefined ? {} : { lastProgressAt: this.#timeOf(this.#answeredAtMs) };
		if (this.#state === "stopped") return { state: "stopped", ...lastProgressAt };
		const problem = this.#findProblem();
		if (problem === undefined) return { state: this.#state, ...lastProgressAt };
		const downSince = this.#timeOf(Math.max(this.#answeredAtMs ?? 0, this.#startedAtMs));
		return { state: "degraded", ...lastProgressAt, downSince, problem };
	}

	#findProblem(): string | undefined {
		const nowMs = this.#clock.monotonicMs();
		const { what, sinceMs = nowMs } = this.#waiting ?? {};
		if (what === "room" && nowMs - sinceMs >= ROOM_GRACE_MS) {
			return "Too many events wait to be dealt with; new ones wait at Telegram.";
		}
		if (this.#problem !== undefined) return this.#problem;
		const silentMs = nowMs - Math.max(this.#answeredAtMs ?? 0, this.#startedAtMs);
		if (silentMs <= this.#silenceLimitMs) return undefined;
		const since = `for ${Math.round(silentMs / 1000)} s`;
		return what === "storing"
			? `New messages have not been stored ${since}. Check the disk of this machine; restart Steward if that does not help.`
			: `Telegram has not been heard ${since}. Check this machine's network; restart Steward if that does not help.`;
	}

	#timeOf(atMs: number): number {
		return this.#clock.now() - (this.#clock.monotonicMs() - atMs);
	}
}
