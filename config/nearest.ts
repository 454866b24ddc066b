/** The candidate that was most likely meant by `word`, or undefined where none is close. Upper and lower case are one. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
	if (word.length > LONGEST_WORD) return undefined;
	// Two letters that changed places count as two changes.
	const allowed = word.length < 4 ? 1 : Math.max(2, Math.floor(word.length / 3));
	let best: { candidate: string; distance: number } | undefined;
	for (const candidate of candidates) {
		if (Math.abs(candidate.length - word.length) > allowed) continue;
		const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
		if (distance <= allowed && distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { candidate, distance };
	}
	return best?.candidate;
}

/** Longer than any name we know; the comparison takes time with the square of it. */
const LONGEST_WORD = 64;

/** How many letters must be added, removed or changed to make one word of the other (Levenshtein). */
function editDistance(from: string, to: string): number {
	let row = Array.from({ length: to.length + 1 }, (_, index) => index);
	for (const [i, letter] of [...from].entries()) {
		const next = [i + 1];
		for (const [j, other] of [...to].entries()) {
			const change = (row[j] ?? 0) + (letter === other ? 0 : 1);
			next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
		}
		row = next;
	}
	return row.at(-1) ?? 0;
}
