const ENGLISH =
	`one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
	eighteen nineteen`.split(/\s+/);
const GERMAN = `eins zwei drei vier fuenf sechs sieben acht neun zehn elf zwoelf dreizehn vierzehn fuenfzehn sechzehn
	siebzehn achtzehn neunzehn`.split(/\s+/);
const ENGLISH_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const GERMAN_TENS = ["zwanzig", "dreissig", "vierzig", "fuenfzig", "sechzig", "siebzig", "achtzig", "neunzig"];

const WORDS = new Map<string, number>([
	...ENGLISH.map((word, index): [string, number] => [word, index + 1]),
	...GERMAN.map((word, index): [string, number] => [word, index + 1]),
	...["ein", "eine", "einen", "einem", "einer", "eines"].map((word): [string, number] => [word, 1]),
	...ENGLISH_TENS.flatMap((tens, index) => withUnits(tens, (index + 2) * 10, (unit) => `${tens}-${ENGLISH[unit - 1]}`)),
	...GERMAN_TENS.flatMap((tens, index) =>
		withUnits(tens, (index + 2) * 10, (unit) => `${unit === 1 ? "ein" : GERMAN[unit - 1]}und${tens}`),
	),
]);

function withUnits(tens: string, value: number, compose: (unit: number) => string): [string, number][] {
	const compounds = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((unit): [string, number] => [compose(unit), value + unit]);
	return [[tens, value], ...compounds];
}

function anyWord(upTo: number): string {
	const words = [...WORDS].filter(([, value]) => value <= upTo).map(([word]) => word);
	// The longest first: an alternation takes the first that fits, and "seven" is the beginning of "seventeen".
	return words.sort((a, b) => b.length - a.length).join("|");
}

/** The source of a regular expression (without a group) for a whole number in figures or in words, folded. */
export const WHOLE_NUMBER = `(?:\\d{1,6}|${anyWord(99)})`;

/** The same for an hour of the day. */
export const HOUR_NUMBER = `(?:\\d{1,2}|${anyWord(24)})`;

/** A number as people write it: "20", "1.5", "1,5", "twenty-five", "fuenfundzwanzig" (folded); undefined for all else. */
export function readNumber(text: string): number | undefined {
	if (/^\d{1,6}(?:[.,]\d{1,2})?$/.test(text)) return Number(text.replace(",", "."));
	return WORDS.get(text);
}
