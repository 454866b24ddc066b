/** What a stretch of text looks like. */
export interface Style {
	bold?: true;
	italic?: true;
	strikethrough?: true;
	/** Excludes the three above, as Telegram does. */
	code?: true;
	/** A block of code, told from the next one by being another object. Excludes all others but `quote`. */
	pre?: { language: string };
	quote?: true;
	/** An address that the text leads to. Excludes `code`. */
	link?: string;
	/** An address that stands in the text, which Telegram finds by itself; nothing but "don't cut here". */
	address?: true;
}

/** Text of one style. Offsets are in UTF-16 units, as Telegram counts. */
export interface Run {
	start: number;
	end: number;
	style: Style;
}

/** https://core.telegram.org/bots/api#messageentity, as far as Steward uses it. */
export type Entity = { offset: number; length: number } & (
	| { type: "bold" | "italic" | "strikethrough" | "code" | "blockquote" }
	| { type: "pre"; language?: string }
	| { type: "text_link"; url: string }
);

export interface FormattedText {
	text: string;
	/** By offset, the longer first. */
	entities: Entity[];
}

const MARKS = ["quote", "pre", "link", "code", "bold", "italic", "strikethrough"] as const;
type Mark = (typeof MARKS)[number];

/** The part of a text between two offsets. `runs` may reach beyond. */
export function formatRange(text: string, runs: readonly Run[], from: number, to: number): FormattedText {
	const inside = runs
		.filter(({ start, end }) => start < to && end > from)
		.map(({ start, end, style }) => ({ style, start: Math.max(start, from) - from, end: Math.min(end, to) - from }));
	const part = text.slice(from, to);
	const entities = MARKS.flatMap((mark) =>
		stretches(inside, mark).flatMap((stretch) => toEntity(mark, stretch, leadingSpace(part, inside, mark, stretch))),
	);
	return { text: part, entities: entities.sort((a, b) => a.offset - b.offset || b.length - a.length) };
}

/** Neighbouring runs that share a mark, as one. */
export function stretches(runs: readonly Run[], mark: Mark | "address"): Run[] {
	const joined: Run[] = [];
	for (const run of runs) {
		const last = joined.at(-1);
		if (run.style[mark] === undefined) continue;
		if (last && last.end === run.start && last.style[mark] === run.style[mark]) last.end = run.end;
		else joined.push({ ...run });
	}
	return joined;
}

function toEntity(mark: Mark, { start, end, style }: Run, space: number): Entity[] {
	const range = { offset: start, length: end - start };
	if (mark === "link") return [{ type: "text_link", url: style.link ?? "", ...range }];
	if (mark === "code") return [{ type: "code", ...range }];
	if (mark === "pre") {
		const language = style.pre?.language ?? "";
		return [{ type: "pre", ...(language === "" ? {} : { language }), ...range }];
	}
	const offset = start + space;
	return offset === end ? [] : [{ type: mark === "quote" ? "blockquote" : mark, offset, length: end - offset }];
}

/** Telegram takes white space off the beginning of styles and quotes, of a quote up to the first code or link in it. */
function leadingSpace(text: string, runs: readonly Run[], mark: Mark, { start, end }: Run): number {
	const words = text.slice(start, end);
	const space = words.length - words.replace(/^[ \n]+/, "").length;
	if (mark !== "quote" || space === 0) return space;
	const first = runs.find(({ start: at, style }) => at >= start && isHidden(style));
	return Math.min(space, (first?.start ?? end) - start);
}

/** Telegram never shortens these: what they hold is more than can be seen. */
export const isHidden = ({ pre, code, link }: Style): boolean =>
	pre !== undefined || code !== undefined || link !== undefined;

/** The same with words in front. */
export function prefixed(prefix: string, { text, entities }: FormattedText): FormattedText {
	return {
		text: prefix + text,
		entities: entities.map((entity) => ({ ...entity, offset: entity.offset + prefix.length })),
	};
}

/** What a text says without entities: the addresses of its links stand behind their labels. */
export function toPlainText({ text, entities }: FormattedText): string {
	let plain = "";
	let at = 0;
	for (const entity of entities) {
		if (entity.type !== "text_link") continue;
		const end = entity.offset + entity.length;
		plain += text.slice(at, end) + addressBehind(entity.url);
		at = end;
	}
	return plain + text.slice(at);
}

/** How an address is written behind the words that lead to it. */
export const addressBehind = (url: string): string => ` (${url})`;
