import { RULES, TOOL_GUIDANCE, TRUST } from "#daemon/context/rules.ts";

/** The tags that only the program writes, in what a model is sent. */
const TAGS = /<\s*\/?\s*(?:agent_status|steward_notice|external_content)\b/i;

/** How many words of the rules in a row are no accident. */
const WORDS_IN_A_ROW = 12;

/**
 * Whether a text quotes what only the model is told: the program's tags, or a passage of its rules. Somebody is trying out how
 * to get round them.
 */
export const quotesProgram = (text: string): boolean => TAGS.test(text) || quotesRules(new Words(text));

/** By code: ASCII letters, digits and `_`, since the rules are in English. */
const IS_WORD = Uint8Array.from({ length: 128 }, (_, code) => (/\w/.test(String.fromCharCode(code)) ? 1 : 0));

/** The words of a text, in small letters, each cut out only when it is asked for: of a letter a few are. */
class Words {
	readonly #text: string;
	readonly #starts: number[] = [];
	readonly #ends: number[] = [];

	constructor(text: string) {
		this.#text = text;
		let isWithin = false;
		for (let at = 0; at < text.length; at++) {
			const code = text.charCodeAt(at);
			const isWord = code < 128 && IS_WORD[code] === 1;
			if (isWord !== isWithin) (isWord ? this.#starts : this.#ends).push(at);
			isWithin = isWord;
		}
		if (isWithin) this.#ends.push(text.length);
	}

	get count(): number {
		return this.#starts.length;
	}

	/** So many words from the one with this number on, with one space between them. */
	run(first: number, count: number): string {
		let words = "";
		for (let index = first; index < Math.min(first + count, this.count); index++)
			words += `${this.#text.slice(this.#starts[index], this.#ends[index])} `;
		return words.toLowerCase();
	}
}

/** Every run of so many words in the rules, and every three words: most places of a text hold none, which costs least to see. */
const PASSAGES = new Set<string>();
const THREES = new Set<string>();
for (const rules of [RULES, TOOL_GUIDANCE, TRUST]) {
	const words = new Words(rules);
	for (let first = 0; first + 3 <= words.count; first++) THREES.add(words.run(first, 3));
	for (let first = 0; first + WORDS_IN_A_ROW <= words.count; first++) PASSAGES.add(words.run(first, WORDS_IN_A_ROW));
}

/** Three words are looked at after every tenth word: whatever run of twelve there is, they are within it. */
const STEP = WORDS_IN_A_ROW - 2;

function quotesRules(words: Words): boolean {
	for (let at = 0; at + 3 <= words.count; at += STEP) {
		if (!THREES.has(words.run(at, 3))) continue;
		for (let first = Math.max(0, at + 3 - WORDS_IN_A_ROW); first <= at; first++)
			if (PASSAGES.has(words.run(first, WORDS_IN_A_ROW))) return true;
	}
	return false;
}
