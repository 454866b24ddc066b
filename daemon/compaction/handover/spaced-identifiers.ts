export interface FoundIdentifier {
	/** To the letter. */
	text: string;
	/** Where it begins. */
	index: number;
	/** A date or an amount: it means nothing by itself, and is written in more than one way. */
	isValue: boolean;
}

// Every repetition below has a bound, so that the time that a place takes does not depend on the length of the text.

const MONTH =
	"(?:jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz|apr(?:il)?|ma[iy]|jun[ei]?|jul[yi]?|aug(?:ust)?|sep(?:t|tember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)\\.?";
const CLOCK = "\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?(?:Z|[+-]\\d{2}:?\\d{2})?";
const MONEY = "[€$£¥₹]|EUR|USD|GBP|CHF|JPY|CNY";
const AMOUNT = "\\d{1,15}(?:[.,'’]\\d{1,6}){0,6}";

/** Not in the middle of a word, a path or a link. */
const BEFORE = "(?<![\\p{Script=Latin}\\p{N}_/.=@#+%&?-])";
const AFTER = "(?![\\p{Script=Latin}\\p{N}_/%&=-]|[.,:@]\\p{N}|\\.\\p{Script=Latin})";

const pattern = (source: string, flags = "gu"): RegExp => new RegExp(`${BEFORE}(?:${source})${AFTER}`, flags);

interface Spaced {
	pattern: RegExp;
	isValue: boolean;
	/** How many digits it has. Left out: any. */
	digits?: { from: number; to: number };
}

/** What is written with blanks in it, the surest first. */
const SPACED: readonly Spaced[] = [
	{ pattern: pattern(`\\d{4}-\\d{2}-\\d{2}(?:[T ]${CLOCK})?`), isValue: true },
	{ pattern: pattern("\\d{1,2}([./])\\d{1,2}\\1\\d{2,4}"), isValue: true },
	{ pattern: pattern(`\\d{1,2}(?:\\.|st|nd|rd|th)? ${MONTH},? \\d{4}`, "giu"), isValue: true },
	{ pattern: pattern(`${MONTH} \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}`, "giu"), isValue: true },
	{ pattern: pattern(`(?:${MONEY}) ?${AMOUNT}`), isValue: true },
	{ pattern: pattern(`${AMOUNT} ?(?:${MONEY})`), isValue: true },
	// Accounts (IBAN) and cards, in groups of four.
	{
		pattern: pattern("[A-Z]{2}\\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?"),
		isValue: false,
		digits: { from: 8, to: 32 },
	},
	{ pattern: pattern("\\d{4}(?: \\d{4}){2,4}"), isValue: false },
	// Telephones: with the country, with a leading zero, as in America.
	{ pattern: pattern("\\+\\d[\\d ()./-]{5,20}\\d"), isValue: false, digits: { from: 7, to: 15 } },
	{ pattern: pattern("\\(?0\\d{1,5}\\)?[ /-]{1,2}\\d[\\d /-]{3,14}\\d"), isValue: false, digits: { from: 7, to: 15 } },
	{ pattern: pattern("\\(?\\d{3}\\)?[ .-]\\d{3}[.-]\\d{4}"), isValue: false },
];

/** Finds what may have blanks in it. `rest` is the text with blanks in place of what was found. */
export function takeSpaced(text: string): { found: FoundIdentifier[]; rest: string } {
	const found: FoundIdentifier[] = [];
	if (!/\p{N}/u.test(text)) return { found, rest: text };
	let rest = text;
	for (const { pattern: spaced, isValue, digits } of SPACED) {
		rest = rest.replace(spaced, (match: string, ...groups: unknown[]) => {
			const index = groups.find((group) => typeof group === "number");
			const count = match.replace(/\D/g, "").length;
			if (typeof index !== "number" || (digits && (count < digits.from || count > digits.to))) return match;
			found.push({ text: match, index, isValue });
			return " ".repeat(match.length);
		});
	}
	return { found, rest };
}
