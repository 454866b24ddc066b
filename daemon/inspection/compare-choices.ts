import { canonicalJson } from "#core/digest.ts";

/** What a model made of a request. */
export interface Choice {
	/** `complete`, or how else it ended: `length`, `refusal`, `malformed`. */
	ended: string;
	text?: string | undefined;
	/** Arguments as JSON. */
	calls: readonly { tool: string; arguments: string }[];
}

/** `same-calls`: the same calls with the same arguments, beside other words. */
export type Likeness = "same" | "same-calls" | "other";

/** Compares two choices. Pure. Arguments that mean the same are the same, however they are written. */
export function compareChoices(one: Choice, other: Choice): Likeness {
	if (one.ended !== other.ended || callsOf(one) !== callsOf(other)) return "other";
	if (wordsOf(one) === wordsOf(other)) return "same";
	return one.calls.length > 0 ? "same-calls" : "other";
}

const callsOf = ({ calls }: Choice): string =>
	JSON.stringify(calls.map((call) => [call.tool, canonicalArguments(call.arguments)]));

const wordsOf = ({ text = "" }: Choice): string => text.trim();

function canonicalArguments(text: string): string {
	try {
		return canonicalJson(JSON.parse(text));
	} catch {
		return text;
	}
}
