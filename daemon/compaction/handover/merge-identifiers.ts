import { formatEventId } from "#core/event.ts";
import type { Identifier } from "#daemon/compaction/carried.ts";
import { estimateTokens } from "#daemon/context/tokens.ts";
import { escapeOurTags } from "#daemon/context/wrap.ts";
import { findIdentifiers } from "./identifiers.ts";

/** As the opening shows it. */
export const identifierLine = ({ text, event, uses }: Identifier): string =>
	`- ${escapeOurTags(text).text} (${formatEventId(event)}${uses > 1 ? `, in ${uses} events` : ""})`;

/**
 * What is carried on of the identifiers, with those of the events that leave the view now. What is used in more events comes
 * first, then what is older: nothing else repeats that. Dates and amounts, which say little by themselves, come last.
 * @param leaving the owner's events that leave; each of them once, over all compactions
 * @returns what fits, best first, and how many do not
 */
export function mergeIdentifiers(
	earlier: readonly Identifier[],
	leaving: readonly { event: number; text: string }[],
	budgetTokens: number,
): { identifiers: Identifier[]; leftOut: number } {
	const all = new Map(earlier.map((identifier) => [identifier.text, { ...identifier, isValue: false }]));
	for (const { text } of earlier) {
		const known = all.get(text);
		if (known) known.isValue = isValue(text);
	}
	for (const { event, text } of leaving) {
		for (const [found, isValue] of new Map(findIdentifiers(text).map((each) => [each.text, each.isValue]))) {
			const known = all.get(found);
			if (known) known.uses += 1;
			else all.set(found, { text: found, event, uses: 1, isValue });
		}
	}
	return take([...all.values()].sort(byWorth), budgetTokens);
}

interface Ranked extends Identifier {
	isValue: boolean;
}

const isValue = (text: string): boolean => findIdentifiers(text).some((found) => found.text === text && found.isValue);

const byWorth = (a: Ranked, b: Ranked): number =>
	Number(a.isValue) - Number(b.isValue) || b.uses - a.uses || a.event - b.event || (a.text < b.text ? -1 : 1);

function take(ranked: readonly Ranked[], budgetTokens: number): { identifiers: Identifier[]; leftOut: number } {
	const identifiers: Identifier[] = [];
	let left = budgetTokens;
	for (const { text, event, uses } of ranked) {
		const tokens = estimateTokens(`${identifierLine({ text, event, uses })}\n`);
		if (tokens > left) continue;
		left -= tokens;
		identifiers.push({ text, event, uses });
	}
	return { identifiers, leftOut: ranked.length - identifiers.length };
}
