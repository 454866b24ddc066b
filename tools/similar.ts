/** Names longer than this are compared by their start only, so that the cost of one comparison has an end. */
const MAX_COMPARED = 64;

/** The names most like `wanted`, best first: for "did you mean". Leaves out those that have little in common with it. */
export function nearestNames(wanted: string, names: readonly string[], limit = 3): string[] {
	const goal = wanted.toLowerCase().slice(0, MAX_COMPARED);
	return names
		.map((name) => ({ name, distance: distanceTo(goal, name.toLowerCase().slice(0, MAX_COMPARED)) }))
		.filter(({ name, distance }) => distance <= Math.max(goal.length, name.length) / 2)
		.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
		.slice(0, limit)
		.map(({ name }) => name);
}

/** Edits between the two; a name that holds the other counts as near, however much longer it is. */
function distanceTo(goal: string, name: string): number {
	return goal.length > 2 && (name.includes(goal) || goal.includes(name)) ? 1 : levenshtein(goal, name);
}

/** How many characters must be added, removed or replaced to make `b` of `a`. */
function levenshtein(a: string, b: string): number {
	let row = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (let i = 1; i <= a.length; i++) {
		const next = [i];
		for (let j = 1; j <= b.length; j++) {
			const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
			next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
		}
		row = next;
	}
	return row[b.length] ?? 0;
}

/** How alike two texts are by their pairs of neighbouring characters (Dice's coefficient): 0 nothing, 1 the same pairs. */
export function likeness(a: string, b: string): number {
	if (a === b) return 1;
	const pairs = new Map<string, number>();
	for (let index = 0; index < a.length - 1; index++) {
		const pair = a.slice(index, index + 2);
		pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
	}
	let shared = 0;
	for (let index = 0; index < b.length - 1; index++) {
		const pair = b.slice(index, index + 2);
		const left = pairs.get(pair) ?? 0;
		if (left === 0) continue;
		pairs.set(pair, left - 1);
		shared++;
	}
	return (2 * shared) / Math.max(1, a.length + b.length - 2);
}
