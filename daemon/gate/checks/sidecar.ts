import type { Clock } from "#core/clock.ts";
import type { CallEffect } from "#core/effect.ts";
import type { Log } from "#core/log.ts";
import type { Concern } from "#daemon/gate/concern.ts";
import type { Model } from "#daemon/model/port.ts";
import { Breaker } from "./breaker.ts";
import type { CheckedCall } from "./checked-call.ts";
import { DOUBTS, readSidecarAnswer, type SidecarAnswer } from "./sidecar-answer.ts";
import { sidecarQuestion } from "./sidecar-question.ts";

/** The call under review waits for the answer, so it has to be quick. A late one adds nothing. */
export const SIDECAR_LIMIT_MS = 800;

/** After so many failures in a row it is not asked for a while: each costs its whole time. */
const FAILURES = { afterFailures: 3, pauseMs: 10 * 60_000 };

/** After so many doubts in a row the rest of the turn's calls go before the owner without it. */
const DOUBTS_IN_A_ROW = 3;

/** Turns whose doubts are remembered. Two are at work at once. */
const MAX_TURNS = 16;

export interface SidecarParts {
	model: Model;
	/** Whether the owner wants it, and has a light model. */
	isOn: () => boolean;
	redact: (text: string) => string;
	clock: Clock;
	log: Log;
}

/**
 * A second look at a call that the table allows, by a light model that sees nothing but its fields. It can add a question and
 * nothing else: an answer that is missing, late or senseless leaves the decision as it is.
 */
export class Sidecar {
	readonly #parts: SidecarParts;
	readonly #breaker: Breaker;
	/** Doubts in a row, by turn. */
	readonly #doubts = new Map<number, number>();

	constructor(parts: SidecarParts) {
		this.#parts = parts;
		this.#breaker = new Breaker(parts.clock, FAILURES);
	}

	/** Takes `SIDECAR_LIMIT_MS` at most, and nothing for a call that it is not asked about. Never throws. */
	async review(call: CheckedCall, signal: AbortSignal): Promise<Concern | undefined> {
		if (!isWorthALook(call) || !this.#parts.isOn()) return undefined;
		const doubts = this.#doubts.get(call.turnId) ?? 0;
		if (doubts >= DOUBTS_IN_A_ROW) return concern("several in a row", "several actions before it looked doubtful");
		if (this.#breaker.isOpen) return undefined;
		const answer = await this.#ask(call, signal);
		if (signal.aborted) return undefined;
		this.#remember(call.turnId, answer);
		return answer.kind === "ask" ? concern(answer.doubt, DOUBTS[answer.doubt].why) : undefined;
	}

	async #ask(call: CheckedCall, signal: AbortSignal): Promise<SidecarAnswer> {
		const { model, clock, redact } = this.#parts;
		const request = new AbortController();
		const abort = () => request.abort();
		let cancelLimit = abort;
		const late = new Promise<SidecarAnswer>((resolve) => {
			cancelLimit = clock.after(SIDECAR_LIMIT_MS, () => {
				resolve({ kind: "none", problem: `it took longer than ${SIDECAR_LIMIT_MS} ms` });
				abort();
			});
		});
		signal.addEventListener("abort", abort, { once: true });
		if (signal.aborted) abort();
		try {
			const outcome = model.complete(sidecarQuestion(call, redact), request.signal, () => undefined);
			return await Promise.race([late, outcome.then(readSidecarAnswer)]);
		} finally {
			cancelLimit();
			signal.removeEventListener("abort", abort);
		}
	}

	#remember(turnId: number, answer: SidecarAnswer): void {
		if (answer.kind === "none") {
			const pauses = this.#breaker.noteFailure();
			const { log } = this.#parts;
			log.debug("The light model's look at a call came to nothing", { problem: answer.problem });
			if (pauses) log.warn("The light model's look at calls is off for ten minutes", { problem: answer.problem });
			return;
		}
		this.#breaker.noteSuccess();
		const doubts = answer.kind === "ask" ? (this.#doubts.get(turnId) ?? 0) + 1 : 0;
		this.#doubts.delete(turnId);
		if (doubts > 0) this.#doubts.set(turnId, doubts);
		const [oldest] = this.#doubts.keys();
		if (this.#doubts.size > MAX_TURNS && oldest !== undefined) this.#doubts.delete(oldest);
	}
}

const ALWAYS: ReadonlySet<CallEffect> = new Set(["tell-others", "execute", "spend"]);
const WHEN_TAINTED: ReadonlySet<CallEffect> = new Set(["write", "reach", "persist"]);

/**
 * Whether a call is worth the time and the tokens: what can't be taken back always, what else has an effect while outside
 * content is in view. So an ordinary turn of the owner's costs nothing more.
 */
const isWorthALook = ({ effect, tainted }: CheckedCall): boolean =>
	ALWAYS.has(effect) || (tainted && WHEN_TAINTED.has(effect));

const concern = (doubt: string, why: string): Concern => ({ verdict: "ask", by: `light model (${doubt})`, why });
