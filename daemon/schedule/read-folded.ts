const UMLAUTS: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };

/** Behind "am 7.12" and "am 3" the dot was a part of the date. */
const GERMAN_DATE_END = /(?:^|\s)(?:\d{1,2}\. ?\d{1,2}|(?:am|den) \d{1,2})$/;

/**
 * A time as it was written, made even for the readers: lower case, one blank between words, umlauts as two letters
 * (many phones and models write them so), typographic signs as plain ones, no sign at its end.
 */
export function fold(text: string): string {
	return text
		.normalize("NFC")
		.toLowerCase()
		.replace(/[äöüß]/g, (letter) => UMLAUTS[letter] ?? letter)
		.replace(/[’‘`´]/g, "'")
		.replace(/[‐‑–—]/g, "-")
		.replace(/\b([ap])\.\s?m\b\.?/g, "$1m")
		.replace(/\s+/g, " ")
		.trim()
		.replace(/[\s,;!.?]+$/, "")
		.replace(GERMAN_DATE_END, "$&.");
}

const GERMAN = new RegExp(
	`(?:^|[^a-z])(?:${[
		"um|uhr|am \\d{1,2}\\.|bis|und|oder|halb|viertel|mich|mir|ich|dass|erinner[a-z]*|weck[a-z]*|stell[a-z]*",
		"jede[nrs]?|alle|morgen|morgens|heute|uebermorgen|mittags?|abends?|nachts|frueh|naechste[nrsm]?|kommende[nm]",
		"stunden?|minuten|tage?n?|wochen?|monate?n?|[a-z]+tags?|mittwochs?|[a-z]+lich",
	].join("|")})(?![a-z])`,
);

/** Whether a text is likelier German than English: which of the two an answer about it should be in. */
export function looksGerman(text: string): boolean {
	return GERMAN.test(fold(text));
}
