import type { ModelEntry } from "#config/schema.ts";
import { placeOf, TREATMENTS } from "./error-texts.ts";
import type { Failure } from "./failure.ts";
import type { ModelRequest } from "./port.ts";

/** What an answer may take where the entry sets no limit for it: a share of the window, and never more than this. */
const MAX_ASSUMED_OUTPUT_TOKENS = 4_096;
const ASSUMED_OUTPUT_SHARE = 0.1;
/** A limit for the output as large as the window must not leave nothing for the request. */
const MAX_OUTPUT_SHARE = 0.5;

/** How much of a model's window is kept free for its answer: services count what they are asked to leave room for. */
export function outputReserveTokens({
	contextTokens = Number.POSITIVE_INFINITY,
	maxOutputTokens,
}: Pick<ModelEntry, "contextTokens" | "maxOutputTokens">): number {
	return maxOutputTokens === undefined
		? Math.floor(Math.min(MAX_ASSUMED_OUTPUT_TOKENS, contextTokens * ASSUMED_OUTPUT_SHARE))
		: Math.floor(Math.min(maxOutputTokens, contextTokens * MAX_OUTPUT_SHARE));
}

/**
 * Why a request is not even sent to a model: by our own count it can't fit. Pure. Undefined where it may fit, or where nobody
 * knows, since the entry names no window or the caller didn't count.
 */
export function findTooLong(
	entry: ModelEntry,
	{ estimatedTokens }: Pick<ModelRequest, "estimatedTokens">,
): Failure | undefined {
	if (entry.contextTokens === undefined || estimatedTokens === undefined) return undefined;
	const limitTokens = entry.contextTokens - outputReserveTokens(entry);
	if (estimatedTokens <= limitTokens) return undefined;
	const { cause, passing, lasting, problem, remedy } = TREATMENTS["too-long"];
	const place = placeOf(entry);
	const summary = `${problem(place)}: about ${estimatedTokens} tokens, and ${limitTokens} fit beside the answer`;
	return {
		...{ cause, passing, lasting, summary, problem: summary, remedy: remedy(place) },
		...{ limitTokens, requestTokens: estimatedTokens },
	};
}
