/** One request, as we counted it and as its service did. */
export interface TokenSample {
	model: string;
	/** By `estimateTokens`, not calibrated. */
	estimated: number;
	/** The service's count of the whole input, cached parts included. */
	actual: number;
}

/** How many requests back it looks: a conversation changes its language, or what it is about. */
const REMEMBERED = 10;
/** The latest of them, which show first where it is going; enough for one odd report to be outvoted. */
const LATEST = 3;
/** No tokenizer is so far below our estimate: such a service left something out, as what came from its cache. */
const MIN_FACTOR = 0.5;
/** Above this it may be a tokenizer that knows little of a language. To count too much is the safe side. */
const MAX_FACTOR = 2.5;

/**
 * What our own count has to be multiplied with to be near a service's, by model. The middle of ten requests, so that an odd report
 * changes nothing; or of the latest three where that is more, since a conversation that turns to a language with long tokens
 * must rather be counted too high than too low.
 */
export class TokenCalibration {
	readonly #factors = new Map<string, number[]>();

	/** @param samples what is on record, the oldest first */
	constructor(samples: Iterable<TokenSample> = []) {
		for (const { model, estimated, actual } of samples) this.note(model, estimated, actual);
	}

	/** Takes note of a request that its service counted. What can't be a count of it is ignored. */
	note(model: string, estimated: number, actual: number): void {
		const factor = actual / estimated;
		if (!Number.isFinite(factor) || factor < MIN_FACTOR) return;
		const latest = this.#factors.get(model) ?? [];
		latest.push(Math.min(MAX_FACTOR, factor));
		this.#factors.set(model, latest.slice(-REMEMBERED));
	}

	/** Between 0.5 and 2.5; 1 before the model's first request. */
	factor(model: string): number {
		const factors = this.#factors.get(model);
		return factors === undefined ? 1 : Math.max(middle(factors), middle(factors.slice(-LATEST)));
	}
}

/** The median; of an even number, between the two in the middle. */
function middle(numbers: readonly number[]): number {
	const sorted = [...numbers].sort((a, b) => a - b);
	const [lower = 1, upper = 1] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
	return (lower + upper) / 2;
}
