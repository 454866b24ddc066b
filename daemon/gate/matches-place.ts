/**
 * Whether a place is one that a rule names. Pure. Case does not count, as in mail addresses and names of hosts. A star stands for
 * any characters but `@` and `/`, so that `*@school.example` reaches nobody at `x@evil.example/@school.example`. Linear in the
 * length of both for each star: no rule can make it hang.
 */
export function matchesPlace(pattern: string, place: string): boolean {
	const wanted = pattern.toLowerCase();
	const given = place.toLowerCase();
	let [at, from] = [0, 0];
	let [star, resume] = [-1, 0];
	while (from < given.length) {
		if (at < wanted.length && wanted[at] === "*") {
			star = at;
			at += 1;
			resume = from;
		} else if (at < wanted.length && wanted[at] === given[from]) {
			at += 1;
			from += 1;
		} else if (star >= 0 && !isBorder(given[resume])) {
			// The star takes one character more.
			resume += 1;
			at = star + 1;
			from = resume;
		} else return false;
	}
	return [...wanted.slice(at)].every((left) => left === "*");
}

const isBorder = (character: string | undefined): boolean => character === "@" || character === "/";
