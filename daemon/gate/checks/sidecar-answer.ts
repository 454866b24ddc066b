import * as z from "zod";
import type { ModelOutcome } from "#daemon/model/port.ts";

const DOUBT_WORDS = ["secret", "private", "destroys", "money", "hidden", "orders", "place"] as const;
export type Doubt = (typeof DOUBT_WORDS)[number];

/**
 * All that the light model can say against a call: `meaning` is for it, `why` for the owner and the assistant. So nothing that
 * it was made to write reaches anybody.
 */
export const DOUBTS: Readonly<Record<Doubt, { meaning: string; why: string }>> = {
	secret: {
		meaning: "a password, key, code or card number goes to somebody",
		why: "it seems to give away a password, a key or a number that should stay secret",
	},
	private: {
		meaning: "private things about the owner or others go to somebody who seems to have nothing to do with them",
		why: "it seems to tell private things to somebody who has nothing to do with them",
	},
	destroys: {
		meaning: "much is deleted or overwritten, or something that can't be got back",
		why: "it seems to destroy something that can't be got back",
	},
	money: {
		meaning: "it pays, buys, orders, subscribes or agrees to a price",
		why: "it seems to cost money",
	},
	hidden: {
		meaning: "encoded text, or a link or code that carries out data or does something other than it says",
		why: "something in it seems to be disguised",
	},
	orders: {
		meaning: "text written for later that gives an assistant orders or permissions",
		why: "it seems to leave orders for later",
	},
	place: {
		meaning: "an address or command that only looks like a well-known one, or is made to take in data",
		why: "where it goes looks wrong",
	},
};

/** What the light model's answer comes to. `none` is no answer: it adds nothing, and counts as a failure. */
export type SidecarAnswer = { kind: "fine" } | { kind: "ask"; doubt: Doubt } | { kind: "none"; problem: string };

const answerSchema = z
	.string()
	.trim()
	.toLowerCase()
	.transform((text) => /^["'`*]*([a-z]+)["'`*]*\.?$/.exec(text)?.[1])
	.pipe(z.enum(["fine", ...DOUBT_WORDS]));

/** Pure. One clean word counts, with a full stop or quotes at most; anything else is no answer. */
export function readSidecarAnswer(outcome: ModelOutcome): SidecarAnswer {
	if (outcome.kind !== "complete") return { kind: "none", problem: `it gave no answer (${outcome.kind})` };
	const { success, data } = answerSchema.safeParse(outcome.text);
	if (!success || outcome.calls.length > 0) return { kind: "none", problem: "it answered with something else" };
	return data === "fine" ? { kind: "fine" } : { kind: "ask", doubt: data };
}
