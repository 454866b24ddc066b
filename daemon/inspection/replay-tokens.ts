import { estimateTokens } from "#daemon/context/tokens.ts";
import type { Choice } from "./compare-choices.ts";
import type { RequestPart } from "./request-parts.ts";

/**
 * How many tokens a replay will use: all input anew, and as much output as was written then. Pure.
 * @param calibrated our estimate as the service will count it
 */
export function estimateReplay(
	asked: readonly { parts: readonly RequestPart[]; choice: Choice }[],
	calibrated: (estimate: number) => number,
): { inputTokens: number; outputTokens: number } {
	const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
	return {
		inputTokens: calibrated(sum(asked.flatMap(({ parts }) => parts.map(({ tokens }) => tokens)))),
		outputTokens: calibrated(
			sum(asked.map(({ choice: { text, calls } }) => estimateTokens(JSON.stringify([text, calls])))),
		),
	};
}
