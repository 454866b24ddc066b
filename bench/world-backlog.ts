import { chatRequestSchema } from "#test/stand-ins/model/body.ts";
import { openEvents } from "#test/stand-ins/model/conversation.ts";
import type { ModelScript } from "#test/stand-ins/model/types.ts";
import { UsageMeter } from "#test/stand-ins/model/usage.ts";
import type { WorldParts } from "./world-parts.ts";
import type { Drain } from "./world-protocol.ts";

/** Events that come in while the model is at work on one answer, and are worked off when it lets go. */
export class Backlog {
	readonly #answered = new Set<string>();
	#largestBody = "";
	#requests = 0;
	#letGo: () => void = () => undefined;
	readonly #held = new Promise<void>((resolve) => {
		this.#letGo = resolve;
	});

	/** Answers all open events with one reply, and the first time holds its answer in the middle. */
	readonly script: ModelScript = ({ body, rawBody }) => {
		this.#requests += 1;
		if (rawBody.length > this.#largestBody.length) this.#largestBody = rawBody;
		const to = openEvents(body).map(({ id }) => id);
		for (const id of to) this.#answered.add(id);
		const calls = [{ tool: "reply", arguments: { to, text: `All ${to.length} are noted.` } }];
		return { kind: "call", calls, hold: this.#held };
	};

	/** Resolves when so many events wait behind the one that is being answered. */
	async pileUp({ owner, page, model }: WorldParts, count: number): Promise<void> {
		const asked = model.untilRequest(model.requests.length + 1);
		owner.sendText("Please look through everything that comes in now.");
		await asked;
		for (let index = 0; index < count; index += 1)
			owner.sendText(`Event ${index}: the parcel with the number ${index * 7919} is on its way, and comes on Monday.`);
		await page().untilWaiting(count);
	}

	/** Lets the model go on, and waits until nothing is left to do. */
	async workOff({ page }: WorldParts): Promise<Drain> {
		const startedMs = performance.now();
		this.#letGo();
		await page().untilWorkedOff();
		const elapsedMs = performance.now() - startedMs;
		const largest = chatRequestSchema.parse(JSON.parse(this.#largestBody));
		const { prompt_tokens: largestTokens } = await new UsageMeter(true).measure(largest, "", "");
		return { elapsedMs, requests: this.#requests, answered: this.#answered.size, largestTokens };
	}
}
