import type { ModelEntry } from "#config/schema.ts";
import type { Clock } from "#core/clock.ts";
import type { Failure } from "./failure.ts";
import type { FailureCause } from "./port.ts";

/** What only a person can change is not tried again for so long while another model answers. */
const LASTING_MS = 5 * 60_000;
/** A longer wait is more likely a wrong date than what the service means. */
const MAX_REST_MS = 60 * 60_000;
/** Asking again without anybody waiting for it would only go on failing, or spend what was just paid in. */
const BARRED_IN_BACKGROUND: ReadonlySet<FailureCause> = new Set(["unauthorized", "billing"]);

/** Who asks: somebody who waits for the answer, or work that nobody waits for. */
export type Lane = "turn" | "background";

interface Rest {
	untilMs: number;
	failure: Failure;
}

/** By entry, its key included: a new key, or any other change of the entry, is tried at once. */
type Rests = Map<string, Map<FailureCause, Rest>>;

/**
 * Remembers which models are not worth asking for a while, by entry and cause. What a turn learns holds for the background too,
 * and nothing the other way round: work that nobody waits for must never be why the owner's turn finds no model.
 */
export class CoolDowns {
	readonly #clock: Clock;
	readonly #rests: Record<Lane, Rests> = { turn: new Map(), background: new Map() };

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** Takes note of the failure that ended the attempts with a model. */
	note(entry: ModelEntry, failure: Failure, lane: Lane): void {
		if (lane === "turn") this.#rest(entry, failure, "turn", restMs(failure));
		this.#rest(
			entry,
			failure,
			"background",
			BARRED_IN_BACKGROUND.has(failure.cause) ? Number.POSITIVE_INFINITY : restMs(failure),
		);
	}

	/** The model has answered: whatever was noted is over. */
	clear(entry: ModelEntry): void {
		this.#rests.turn.delete(keyOf(entry));
		this.#rests.background.delete(keyOf(entry));
	}

	/**
	 * Which models to ask, in order, and why not the others. Where none is left, a turn asks those that only a person could mend:
	 * perhaps that has been done, and the request fails anyway if not. The background waits until a turn found it mended.
	 */
	choose(entries: readonly ModelEntry[], lane: Lane): { ask: ModelEntry[]; resting: Map<ModelEntry, Failure> } {
		const resting = new Map<ModelEntry, Failure>();
		for (const entry of entries) {
			const failure = this.#restOf(entry, lane);
			if (failure) resting.set(entry, failure);
		}
		const ready = entries.filter((entry) => !resting.has(entry));
		if (ready.length > 0 || lane === "background") return { ask: ready, resting };
		return { ask: entries.filter((entry) => resting.get(entry)?.lasting), resting };
	}

	#rest(entry: ModelEntry, failure: Failure, lane: Lane, forMs: number): void {
		if (forMs === 0) return;
		const causes = this.#rests[lane].get(keyOf(entry)) ?? new Map<FailureCause, Rest>();
		causes.set(failure.cause, { untilMs: this.#clock.monotonicMs() + forMs, failure });
		this.#rests[lane].set(keyOf(entry), causes);
	}

	/** The failure that keeps a model from being asked, with what is left of its wait. */
	#restOf(entry: ModelEntry, lane: Lane): Failure | undefined {
		const rests = this.#rests[lane];
		const causes = rests.get(keyOf(entry));
		if (!causes) return undefined;
		const now = this.#clock.monotonicMs();
		for (const [cause, { untilMs }] of causes) if (untilMs <= now) causes.delete(cause);
		if (causes.size === 0) rests.delete(keyOf(entry));
		const longest = [...causes.values()].sort((a, b) => (a.untilMs < b.untilMs ? 1 : -1))[0];
		if (!longest) return undefined;
		return longest.failure.lasting ? longest.failure : { ...longest.failure, retryAfterMs: longest.untilMs - now };
	}
}

const restMs = (failure: Failure): number =>
	failure.lasting ? LASTING_MS : Math.min(failure.retryAfterMs ?? 0, MAX_REST_MS);

const keyOf = ({ baseUrl, model, apiKey = "" }: ModelEntry): string => JSON.stringify([baseUrl, model, apiKey]);
