import type { Model, ModelOutcome, ModelRequest, ProposedCall } from "#daemon/model/port.ts";
import { usage } from "./round-fixture.ts";

export const saying = (text: string): ModelOutcome => ({ kind: "complete", text, calls: [], usage, model: "scripted" });

/** A message that makes calls, each as its tool and its arguments. */
export const calling = (...calls: readonly [tool: string, args: unknown][]): ModelOutcome => ({
	kind: "complete",
	text: "",
	calls: calls.map(([tool, args], index): ProposedCall => {
		const rawArguments = JSON.stringify(args);
		return { kind: "parsed", id: String(index), tool, rawArguments, arguments: args, repaired: false };
	}),
	usage,
	model: "scripted",
});

export const replying = (to: readonly string[], text: string): ModelOutcome => calling(["reply", { to, text }]);

export const unreachable: Extract<ModelOutcome, { kind: "failed" }> = {
	kind: "failed",
	cause: "unreachable",
	problem: "nothing answers.",
	remedy: "Start it.",
};

/** A model that gives the answers it was told, one for each request, and thinks until it is cut off where it has none. */
export class ScriptedModel implements Model {
	readonly requests: ModelRequest[] = [];
	readonly #answers: ModelOutcome[] = [];
	/** Requests that wait for an answer, oldest first. */
	readonly #thinking: ((outcome: ModelOutcome) => void)[] = [];

	/** What it answers next: to those who wait, the oldest first, then to those who come. */
	answer(...outcomes: readonly ModelOutcome[]): void {
		this.#answers.push(...outcomes);
		while (this.#thinking.length > 0 && this.#answers.length > 0) this.#give(this.#thinking.shift());
	}

	/** Answers who asked last. */
	answerNewest(outcome: ModelOutcome): void {
		this.#thinking.pop()?.(outcome);
	}

	async complete(request: ModelRequest, signal: AbortSignal): Promise<ModelOutcome> {
		this.requests.push(request);
		return new Promise((resolve) => {
			if (signal.aborted) return resolve({ kind: "aborted" });
			if (this.#answers.length > 0) return this.#give(resolve);
			this.#thinking.push(resolve);
			signal.addEventListener(
				"abort",
				() => {
					const index = this.#thinking.indexOf(resolve);
					if (index !== -1) this.#thinking.splice(index, 1);
					resolve({ kind: "aborted" });
				},
				{ once: true },
			);
		});
	}

	#give(to: ((outcome: ModelOutcome) => void) | undefined): void {
		const next = this.#answers.shift();
		if (next) to?.(next);
	}
}
