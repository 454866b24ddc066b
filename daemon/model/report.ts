import type { Failure } from "./failure.ts";
import type { ModelOutcome } from "./port.ts";

const EXAMPLE = `models:
  main:
    - baseUrl: "https://api.openai.com/v1"
      model: gpt-5.6
      apiKey: "\${OPENAI_API_KEY}"`;

export const NOT_CONFIGURED: ModelOutcome = {
	kind: "failed",
	cause: "not-configured",
	problem: "No model is configured: models.main in config.yaml is empty.",
	remedy: `Add one to config.yaml, for example:\n\n${EXAMPLE}\n\ndocs/models.md has an example for each service.`,
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
	};
}

const joined = (problems: string[]): string => `${problems.map((problem) => problem.replace(/\.$/, "")).join("; ")}.`;
