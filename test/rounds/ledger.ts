import { DateTime } from "luxon";
import type { Manifest } from "./manifests.ts";
import type { Sent } from "./sent.ts";

/** What the stand-in's tokens cost, as the configuration of the rounds has it. */
export const PRICE = { inputPerMillion: 2, outputPerMillion: 8 } as const;

interface Line {
	id: number;
	modelCallId: number | null;
	turnId: number | null;
	model: string;
	startedAt: number;
	/** The program guessed: the answer was cut off, so that the service told nobody what it counted. */
	estimated: number;
	inputTokens: number;
	outputTokens: number;
}

type Costed = Line & {
	/** In millionths. */
	cost: number;
	/** `2026-11-30`, the owner's. */
	day: string;
};

/** What the service itself counted of each request, in the order in which the program took note of its answers. */
export class Ledger {
	readonly #lines: readonly Costed[];
	readonly #tokens: ReadonlyMap<number, number>;

	constructor(lines: readonly Line[], all: readonly Sent[]) {
		const counted = new Map(all.map((sent) => [sent.manifest.id, sent.request.usage]));
		const tokens = new Map<number, number>();
		this.#lines = lines.map((line) => {
			const usage = line.modelCallId === null || line.estimated === 1 ? undefined : counted.get(line.modelCallId);
			const input = usage?.prompt_tokens ?? line.inputTokens;
			const output = usage?.completion_tokens ?? line.outputTokens;
			// The last attempt is the one that counts for the turn.
			if (line.modelCallId !== null) tokens.set(line.modelCallId, input + output);
			const cost = line.model === "scripted" ? input * PRICE.inputPerMillion + output * PRICE.outputPerMillion : 0;
			return { ...line, cost, day: dayOf(line.startedAt) };
		});
		this.#tokens = tokens;
	}

	/** In and out, of requests that were answered. */
	tokensOf(ids: readonly number[]): number {
		return ids.reduce((sum, id) => sum + (this.#tokens.get(id) ?? 0), 0);
	}

	/** In the owner's money, up to the moment of a request. */
	spendAt({ at, latestUsageId, turnId }: Manifest): { turn: number; day: number; month: number } {
		const until = this.#lines.filter(({ id }) => id <= latestUsageId);
		const sum = (chosen: readonly Costed[]) => chosen.reduce((total, { cost }) => total + cost, 0) / 1e6;
		const today = dayOf(at);
		return {
			turn: sum(until.filter((line) => line.turnId === turnId)),
			day: sum(until.filter(({ day }) => day === today)),
			month: sum(until.filter(({ day }) => day.slice(0, 7) === today.slice(0, 7))),
		};
	}
}

/** The owner's clock. */
export const inBerlin = (at: number): DateTime => DateTime.fromMillis(at, { zone: "Europe/Berlin", locale: "en" });

const dayOf = (at: number): string => inBerlin(at).toFormat("yyyy-MM-dd");
