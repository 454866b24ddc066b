import { addressBehind, type Run, type Style } from "./formatted-text.ts";

/** How much goes into one part. */
export interface Room {
	/** UTF-16 units, also with the addresses of links written out: a part may have to be sent without entities. */
	length: number;
	entities: number;
}

/**
 * How far a part that begins at `start` can reach, as an offset into the text. It may be in the middle of anything. Always
 * beyond `start` while there is text. Each style of each run counts as an entity: Telegram splits them at each other's ends.
 */
export function reachFrom(runs: readonly Run[], start: number, room: Room): number {
	let { length, entities } = room;
	let before: Style = {};
	let reached = start;
	for (let index = findRun(runs, start); index < runs.length; index++) {
		const { start: runStart = 0, end = 0, style = {} } = runs[index] ?? {};
		const begin = Math.max(runStart, start);
		entities -= entitiesOf(style, before);
		if (style.link !== undefined && style.link !== before.link) length -= addressBehind(style.link).length;
		if (begin > start && (entities < 0 || length <= 0)) return begin;
		reached = Math.min(end, begin + Math.max(1, length));
		if (reached < end) return reached;
		length -= end - begin;
		before = style;
	}
	return reached;
}

function entitiesOf(style: Style, before: Style): number {
	const split = [style.bold, style.italic, style.strikethrough].filter(Boolean).length;
	const whole = (["quote", "pre", "link", "code"] as const).filter(
		(mark) => style[mark] !== undefined && style[mark] !== before[mark],
	).length;
	return split + whole;
}

/** The run at an offset, by halving. */
function findRun(runs: readonly Run[], offset: number): number {
	let low = 0;
	let high = runs.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((runs[middle]?.end ?? 0) <= offset) low = middle + 1;
		else high = middle;
	}
	return low;
}
