import { RULES, TOOL_GUIDANCE, TRUST } from "#daemon/context/rules.ts";

/** The tags that only the program writes, in what a model is sent. */
const TAGS = /<\s*\/?\s*(?:agent_status|steward_notice|external_content)\b/i;

/** How many words of the rules in a row are no accident. */
const WORDS_IN_A_ROW = 12;

/**
 * Whether a text quotes what only the model is told: the program's tags, or a passage of its rules. Somebody is trying out how
 * to get round them.
 */
export const quotesProgram = (text: string): boolean => TAGS.test(text) || quotesRules(wordsOf(text));

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

const passageAt = (words: readonly string[], first: number): string =>
	words.slice(first, first + WORDS_IN_A_ROW).join(" ");

/** Seldom the same in two texts, and made without joining twelve words. */
const startAt = (words: readonly string[], first: number): string =>
	`${words[first]} ${words[first + 1]} ${words[first + 2]}`;

/** Every run of so many words, by its first three: most places of a text begin none, which costs least to see. */
const PASSAGES = new Map<string, Set<string>>();
for (const rules of [RULES, TOOL_GUIDANCE, TRUST]) {
	const words = wordsOf(rules);
	for (let first = 0; first + WORDS_IN_A_ROW <= words.length; first++) {
		const same = PASSAGES.get(startAt(words, first)) ?? new Set();
		PASSAGES.set(startAt(words, first), same.add(passageAt(words, first)));
	}
}

const quotesRules = (words: readonly string[]): boolean =>
	words.some((_, first) => PASSAGES.get(startAt(words, first))?.has(passageAt(words, first)) === true);
