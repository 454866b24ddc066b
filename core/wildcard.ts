/**
 * Whether a text is as a pattern says, letter for letter. A star stands for any characters, also none, but never for one of the
 * borders. Pure, and linear in the length of both for each star: no pattern can make it hang, as a regular expression could.
 * @param borders as `@/`; none unless given
 */
export function matchesWildcard(pattern: string, text: string, borders = ""): boolean {
	let [at, from] = [0, 0];
	let [star, resume] = [-1, 0];
	while (from < text.length) {
		if (at < pattern.length && pattern[at] === "*") {
			star = at;
			at += 1;
			resume = from;
		} else if (at < pattern.length && pattern[at] === text[from]) {
			at += 1;
			from += 1;
		} else if (star >= 0 && !borders.includes(text.charAt(resume))) {
			// The star takes one character more.
			resume += 1;
			at = star + 1;
			from = resume;
		} else return false;
	}
	return [...pattern.slice(at)].every((left) => left === "*");
}
