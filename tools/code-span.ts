/**
 * A line of text as a Markdown code span that it can't end: every character shows as it is, nothing in it renders, and it
 * breaks where the page does, so that no end of it is out of sight.
 */
export function codeSpan(line: string): string {
	const longest = Math.max(0, ...Array.from(line.matchAll(/`+/g), ([run]) => run.length));
	const fence = "`".repeat(longest + 1);
	// A space beside each fence is part of it, and keeps backticks of the text apart from it.
	return `${fence} ${line} ${fence}`;
}
