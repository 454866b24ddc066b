/** Breaks lines that are too long, after a space where there is one in reach. Put together again, it is the same text. */
export function wrapText(text: string, columns: number): string {
	return text
		.split("\n")
		.flatMap((line) => wrapLine(line, Math.max(MIN_COLUMNS, columns)))
		.join("\n");
}

const MIN_COLUMNS = 20;

function wrapLine(line: string, columns: number): string[] {
	const lines: string[] = [];
	let rest = line;
	while (rest.length > columns) {
		const afterSpace = rest.lastIndexOf(" ", columns - 1) + 1;
		// A word that is longer than half a line is cut: base64 must not leave the line before it empty.
		const end = afterSpace > columns / 2 ? afterSpace : endOfCharacter(rest, columns);
		lines.push(rest.slice(0, end));
		rest = rest.slice(end);
	}
	return [...lines, rest];
}

/** Not between the two halves of a character beyond the first 65,536. */
const endOfCharacter = (text: string, end: number): number =>
	/[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end;
