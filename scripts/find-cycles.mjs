/**
 * Import cycles, each as the shortest way round with its first file repeated at the end. A cycle that shares a file with
 * one already named comes up once that one is broken.
 *
 * @param {Map<string, string[]>} imports what each file imports
 * @returns {string[][]}
 */
export function findCycles(imports) {
	/** @type {string[][]} */
	const cycles = [];
	const named = new Set();
	for (const file of [...imports.keys()].sort()) {
		if (named.has(file)) continue;
		const cycle = shortestWayBack(file, imports);
		if (cycle === undefined) continue;
		cycles.push(cycle);
		for (const member of cycle) named.add(member);
	}
	return cycles;
}

/**
 * @param {string} start
 * @param {Map<string, string[]>} imports
 * @returns {string[] | undefined}
 */
function shortestWayBack(start, imports) {
	const seen = new Set();
	/** Grows while it is walked through: ways of one import first, then those of two, and so on. */
	const ways = [[start]];
	for (const way of ways) {
		const next = imports.get(way.at(-1) ?? start) ?? [];
		if (next.includes(start)) return [...way, start];
		const unseen = next.filter((file) => !seen.has(file));
		for (const file of unseen) seen.add(file);
		ways.push(...unseen.map((file) => [...way, file]));
	}
	return undefined;
}
