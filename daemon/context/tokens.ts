/** Kinds of characters that tokenizers keep apart, as far as it matters for a count. */
type Kind = "letter" | "digit" | "space" | "sign" | "syllable" | "foreign" | "wide";

/** What a run of characters of one kind costs. Fitted to o200k over prose in several languages, code, JSON, CSV and logs. */
const COSTS: Record<Kind, (length: number) => number> = {
	letter: (length) => Math.max(1, length / 6),
	digit: (length) => Math.ceil(length / 3),
	// A single space belongs to the word after it.
	space: (length) => (length === 1 ? 0.05 : 0.6),
	sign: (length) => Math.max(1, length * 0.55),
	syllable: (length) => length * 0.75,
	foreign: (length) => Math.max(1, length / 3.2),
	// Emoji and the like: two units each.
	wide: (length) => length * 0.8,
};

/**
 * How many tokens a text will be, roughly and without a network. Within a fifth of o200k for what a conversation holds, and
 * rather too many than too few, which is the safe side for a limit; what nobody reads, as base64, may be a third more.
 */
export function estimateTokens(text: string): number {
	let tokens = 0;
	let start = 0;
	let kind: Kind | undefined;
	for (let index = 0; index < text.length; index += 1) {
		const code = text.charCodeAt(index);
		const next = kindOf(code);
		// A capital begins a word of its own: `readFile`, base64.
		const isNewWord = next === "letter" && isCapital(code) && index > start && !isCapital(text.charCodeAt(index - 1));
		if (next === kind && !isNewWord) continue;
		if (kind !== undefined) tokens += COSTS[kind](index - start);
		kind = next;
		start = index;
	}
	if (kind !== undefined) tokens += COSTS[kind](text.length - start);
	return Math.ceil(tokens);
}

const isCapital = (code: number): boolean => code >= 65 && code <= 90;

function kindOf(code: number): Kind {
	if (code < 128) return ASCII[code] ?? "sign";
	if (code < 0x250) return "letter";
	if (code >= 0xd800 && code <= 0xdfff) return "wide";
	return (code >= 0x3000 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7af) ? "syllable" : "foreign";
}

const ASCII: readonly Kind[] = Array.from({ length: 128 }, (_, code) => {
	const character = String.fromCharCode(code);
	if (/[a-z]/i.test(character)) return "letter";
	if (/\d/.test(character)) return "digit";
	return /\s/.test(character) ? "space" : "sign";
});
