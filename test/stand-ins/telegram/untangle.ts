import type { MessageEntity } from "grammy/types";

/** Server-side limit of entities that count (https://core.telegram.org/bots/api#messageentity). */
const MAX_ENTITIES = 100;

const CHARACTER_STYLES = ["bold", "italic", "underline", "strikethrough", "spoiler"] as const;
const QUOTES = new Set<string>(["blockquote", "expandable_blockquote"]);

const endOf = ({ offset, length }: { offset: number; length: number }) => offset + length;
const isCharacterStyle = ({ type }: MessageEntity) => CHARACTER_STYLES.some((style) => style === type);

export const byPlace = (a: MessageEntity, b: MessageEntity): number => a.offset - b.offset || b.length - a.length;

/**
 * What Telegram makes of entities that overlap, as `fix_entities` of TDLib: of links, code and blocks that overlap the first
 * stays, quotes don't nest, nothing crosses the border of a quote, and characters have one style once, in code none.
 */
export function untangle(entities: readonly MessageEntity[]): MessageEntity[] {
	const sorted = entities.filter(({ length }) => length > 0).sort(byPlace);
	const quotes = withoutOverlaps(sorted.filter(({ type }) => QUOTES.has(type)));
	const whole = withoutOverlaps(
		sorted.filter((entity) => !QUOTES.has(entity.type) && !isCharacterStyle(entity)),
	).filter((entity) => quotes.every((quote) => isInside(entity, quote) || isApart(entity, quote)));
	const code = whole.filter(({ type }) => type === "code" || type === "pre");
	const styled = CHARACTER_STYLES.flatMap((type) => {
		const ranges = joined(sorted.filter((entity) => entity.type === type));
		return ranges.flatMap((range) => outside(range, code)).map((range): MessageEntity => ({ type, ...range }));
	});
	return [...quotes, ...whole, ...styled].sort(byPlace);
}

/** The entities that are shown. The rest is ignored: styles of characters first, and each counts again where another begins. */
export function countable(entities: readonly MessageEntity[]): MessageEntity[] {
	const whole = entities.filter((entity) => !isCharacterStyle(entity)).slice(0, MAX_ENTITIES);
	const styles = entities.filter(isCharacterStyle);
	const begins = [...new Set(styles.map(({ offset }) => offset))].sort((a, b) => a - b);
	const pieces = styles.flatMap((entity) => cutAt(entity, begins)).sort(byPlace);
	const shown = pieces.slice(0, MAX_ENTITIES - whole.length);
	const rejoined = CHARACTER_STYLES.flatMap((type) =>
		joined(shown.filter((piece) => piece.type === type)).map((range): MessageEntity => ({ type, ...range })),
	);
	return [...whole, ...rejoined].sort(byPlace);
}

function cutAt(entity: MessageEntity, places: readonly number[]): MessageEntity[] {
	const inside = places.filter((place) => place > entity.offset && place < endOf(entity));
	return [entity.offset, ...inside].map((offset, index) => ({
		...entity,
		offset,
		length: (inside[index] ?? endOf(entity)) - offset,
	}));
}

function withoutOverlaps(sorted: readonly MessageEntity[]): MessageEntity[] {
	let end = 0;
	return sorted.filter((entity) => {
		if (entity.offset < end) return false;
		end = endOf(entity);
		return true;
	});
}

interface Range {
	offset: number;
	length: number;
}

const isInside = (inner: Range, outer: Range) => inner.offset >= outer.offset && endOf(inner) <= endOf(outer);
const isApart = (one: Range, other: Range) => endOf(one) <= other.offset || one.offset >= endOf(other);

/** Ranges that touch or overlap, as one. */
function joined(sorted: readonly Range[]): Range[] {
	const result: Range[] = [];
	for (const { offset, length } of sorted) {
		const last = result.at(-1);
		if (last && offset <= endOf(last)) last.length = Math.max(endOf(last), offset + length) - last.offset;
		else result.push({ offset, length });
	}
	return result;
}

/** What is left of a range without others. */
function outside(range: Range, others: readonly Range[]): Range[] {
	const left: Range[] = [];
	let offset = range.offset;
	for (const other of others.filter((one) => !isApart(one, range))) {
		if (other.offset > offset) left.push({ offset, length: other.offset - offset });
		offset = Math.max(offset, endOf(other));
	}
	if (offset < endOf(range)) left.push({ offset, length: endOf(range) - offset });
	return left;
}
