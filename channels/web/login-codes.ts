import { timingSafeEqual } from "node:crypto";
import type { Clock } from "#core/clock.ts";
import { sha256 } from "#core/digest.ts";
import type { Ids } from "#core/ids.ts";

/** How long a link can be used after it was made. */
const CODE_LIFE_MS = 10 * 60_000;
/** More links than this at a time are nobody's intention; the oldest give way. */
const MAX_OPEN_CODES = 8;
/** Wrong codes allowed within the window, over all clients: they all come from 127.0.0.1. */
const MAX_FAILURES = 10;
const FAILURE_WINDOW_MS = 60_000;

export type LoginResult = { kind: "accepted" } | { kind: "wrong" } | { kind: "too-many"; retryAfterMs: number };

/** One-time codes for logging in. They live in memory only: a restart makes every open link useless. */
export class LoginCodes {
	readonly #clock: Clock;
	readonly #ids: Ids;
	#open: { digest: Buffer; expiresAt: number }[] = [];
	#failures: number[] = [];

	constructor(clock: Clock, ids: Ids) {
		this.#clock = clock;
		this.#ids = ids;
	}

	create(): string {
		const code = this.#ids.secret();
		this.#open.push({ digest: digestOf(code), expiresAt: this.#clock.now() + CODE_LIFE_MS });
		this.#open = this.#open.slice(-MAX_OPEN_CODES);
		return code;
	}

	/** Uses up the code if it is right. Takes as long for a wrong code as for a right one. */
	use(code: string): LoginResult {
		const now = this.#clock.now();
		this.#failures = this.#failures.filter((at) => at > now - FAILURE_WINDOW_MS);
		const [oldest] = this.#failures;
		if (oldest !== undefined && this.#failures.length >= MAX_FAILURES) {
			return { kind: "too-many", retryAfterMs: oldest + FAILURE_WINDOW_MS - now };
		}
		const digest = digestOf(code);
		const matching = this.#open.filter((candidate) => timingSafeEqual(candidate.digest, digest));
		const usable = matching.some((candidate) => candidate.expiresAt > now);
		this.#open = this.#open.filter((candidate) => !matching.includes(candidate) && candidate.expiresAt > now);
		if (usable) return { kind: "accepted" };
		this.#failures.push(now);
		return { kind: "wrong" };
	}
}

/** Digests have one length, which the comparison needs. */
const digestOf = (code: string): Buffer => Buffer.from(sha256(code), "hex");
