import type { Failure } from "./failure.ts";
import type { ModelOutcome, Overflow } from "./port.ts";

export const NOT_CONFIGURED: ModelOutcome = {
	kind: "failed",
	cause: "not-configured",
	problem: "No model is configured yet.",
	remedy:
		"The card on the page offers what this machine has, and `steward setup` asks for any other. By hand it goes under " +
		"`models.main` in config.yaml; docs/models.md has an example for each service.",
};

/** What is said when no model answered: of all of them, in their order; the first one's cause stands for all. */
export function reportFailures(failures: readonly Failure[], lastModel: string): ModelOutcome {
	const [first] = failures;
	if (!first) return NOT_CONFIGURED;
	if (failures.every((failure) => failure.malformed !== undefined)) {
		return { kind: "malformed", problem: joined(failures.map(({ problem }) => problem)), model: lastModel };
	}
	const waits = failures.flatMap(({ retryAfterMs }) => retryAfterMs ?? []);
	return {
		kind: "failed",
		cause: first.cause,
		problem: joined(failures.map(({ problem }) => problem)),
		remedy: [...new Set(failures.map(({ remedy }) => remedy))].join(" "),
		...(waits.length > 0 ? { retryAfterMs: Math.min(...waits) } : {}),
		...largestOverflow(failures),
	};
}

/** Of those models for which the request was too long, the one that loses the least of it. */
function largestOverflow(failures: readonly Failure[]): Overflow {
	const tooLong = failures.filter(({ cause }) => cause === "too-long");
	const [first] = tooLong.sort((a, b) => (b.limitTokens ?? 0) - (a.limitTokens ?? 0));
	if (!first) return {};
	const { limitTokens, requestTokens } = first;
	return { ...(limitTokens !== undefined && { limitTokens }), ...(requestTokens !== undefined && { requestTokens }) };
}

const joined = (problems: string[]): string => `${problems.map((problem) => problem.replace(/\.$/, "")).join("; ")}.`;
