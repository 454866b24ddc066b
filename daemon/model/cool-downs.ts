import type { ModelEntry } from "#config/schema.ts";
import type { Clock } from "#core/clock.ts";
import type { Failure } from "./failure.ts";
import type { FailureCause } from "./port.ts";

/** What only a person can change is not tried again for so long while another model answers. */
const LASTING_MS = 5 * 60_000;
/** A longer wait is more likely a wrong date than what the service means. */
const MAX_REST_MS = 60 * 60_000;

interface Rest {
	untilMs: number;
	failure: Failure;
}

/** Remembers which models are not worth asking for a while, by entry and cause. */
export class CoolDowns {
	readonly #clock: Clock;
	/** By entry, its key included: a new key, or any other change of the entry, is tried at once. */
	readonly #rests = new Map<string, Map<FailureCause, Rest>>();

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** Takes note of the failure that ended the attempts with a model. */
	note(entry: ModelEntry, failure: Failure): void {
		const restMs = failure.lasting ? LASTING_MS : Math.min(failure.retryAfterMs ?? 0, MAX_REST_MS);
		if (restMs === 0) return;
		const causes = this.#rests.get(keyOf(entry)) ?? new Map<FailureCause, Rest>();
		causes.set(failure.cause, { untilMs: this.#clock.monotonicMs() + restMs, failure });
		this.#rests.set(keyOf(entry), causes);
	}

	/** The model has answered: whatever was noted is over. */
	clear(entry: ModelEntry): void {
		this.#rests.delete(keyOf(entry));
	}

	/**
	 * Which models to ask, in order, and why not the others. Where none is left, those are asked that only a person
	 * could mend: perhaps that has been done, and the request fails anyway if not.
	 */
	choose(entries: readonly ModelEntry[]): { ask: ModelEntry[]; resting: Map<ModelEntry, Failure> } {
		const resting = new Map<ModelEntry, Failure>();
		for (const entry of entries) {
			const failure = this.#restOf(entry);
			if (failure) resting.set(entry, failure);
		}
		const ready = entries.filter((entry) => !resting.has(entry));
		return { ask: ready.length > 0 ? ready : entries.filter((entry) => resting.get(entry)?.lasting), resting };
	}

	/** The failure that keeps a model from being asked, with what is left of its wait. */
	#restOf(entry: ModelEntry): Failure | undefined {
		const causes = this.#rests.get(keyOf(entry));
		if (!causes) return undefined;
		const now = this.#clock.monotonicMs();
		for (const [cause, { untilMs }] of causes) if (untilMs <= now) causes.delete(cause);
		if (causes.size === 0) this.#rests.delete(keyOf(entry));
		const longest = [...causes.values()].sort((a, b) => b.untilMs - a.untilMs)[0];
		if (!longest) return undefined;
		return longest.failure.lasting ? longest.failure : { ...longest.failure, retryAfterMs: longest.untilMs - now };
	}
}

const keyOf = ({ baseUrl, model, apiKey = "" }: ModelEntry): string => JSON.stringify([baseUrl, model, apiKey]);
