/**
 * What Telegram's servers do to the characters of every text, done before offsets are counted: control characters and tabs
 * become spaces; separators, directional embeddings and three combining marks go (as in `clean_input_string` of TDLib, which
 * the Bot API server runs on). A ring above a letter is one of those marks, and stays where letter and ring are one character.
 */
export function cleanText(text: string): string {
	if (!UNCLEAN.test(text)) return text;
	return (
		text
			.replace(/\p{L}\u030a/gu, (letter) => letter.normalize("NFC"))
			.replace(/\r\n?|[\u2028\u2029]/g, "\n")
			// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what has to go
			.replace(/[\u0000-\u0009\u000b-\u001f]/g, " ")
			.replace(/[\u202a-\u202e]|\u0333|\u033f|\u030a/g, "")
	);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what has to go
const UNCLEAN = /[\u0000-\u0009\u000b-\u001f\u2028-\u202e]|\u0333|\u033f|\u030a/;

const TAB_WIDTH = 4;

/** Code with tabs as the spaces that an editor shows, since Telegram makes one space of each. */
export function expandTabs(code: string): string {
	if (!code.includes("\t")) return code;
	const lines = code.split("\n").map((line) => {
		const [first = "", ...cells] = line.split("\t");
		return cells.reduce((before, cell) => before + " ".repeat(TAB_WIDTH - (before.length % TAB_WIDTH)) + cell, first);
	});
	return lines.join("\n");
}

/** Whether nothing of a text can be seen. Telegram refuses such a message. */
export const isBlank = (text: string): boolean => /^[\s\p{Cf}\u180e\u2800\ufffc]*$/u.test(text);
