import type { Model, ModelOutcome, ModelRequest, ProposedCall } from "#daemon/model/port.ts";

const usage = { inputTokens: 1, cachedTokens: 0, outputTokens: 1, estimated: false };

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
	readonly #thinking: (() => void)[] = [];

	/** What it answers next; also to a request that is waiting. */
	answer(...outcomes: readonly ModelOutcome[]): void {
		this.#answers.push(...outcomes);
		for (const look of this.#thinking.splice(0)) look();
	}

	async complete(request: ModelRequest, signal: AbortSignal): Promise<ModelOutcome> {
		this.requests.push(request);
		for (;;) {
			if (signal.aborted) return { kind: "aborted" };
			const next = this.#answers.shift();
			if (next) return next;
			await new Promise<void>((resolve) => {
				this.#thinking.push(resolve);
				signal.addEventListener("abort", () => resolve(), { once: true });
			});
		}
	}
}
