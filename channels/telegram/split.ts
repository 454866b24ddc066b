import { isHidden, stretches } from "./formatted-text.ts";
import { findCut } from "./natural-cut.ts";
import { type Room, reachFrom } from "./room.ts";
import type { Rendered, Unit } from "./writer.ts";

/** A piece of the rendered text, without the white space around it. */
export interface Piece {
	start: number;
	end: number;
}

/**
 * Cuts a rendered text into pieces that each have room in a message. What belongs together stays together where it fits a
 * piece of its own; no link, no stretch of one style and no character is cut that fits. Styles go on in the next piece, so
 * that a block of code that is longer than a piece is one in each.
 */
export function split(rendered: Rendered, room: Room): Piece[] {
	const splitter = new Splitter(rendered, room);
	const pieces: Piece[] = [];
	for (let start = splitter.begin(); start < rendered.text.length; ) {
		const cut = splitter.cut(start);
		const piece = { start, end: start + rendered.text.slice(start, cut).replace(/[ \n]+$/, "").length };
		if (piece.end > piece.start) pieces.push(piece);
		start = cut + leadingLength(rendered.text, cut, /\n*/y);
	}
	return pieces;
}

/** A piece that is being cut: it begins at `start` and reaches up to `limit`. */
interface Span {
	start: number;
	limit: number;
	half: number;
}

class Splitter {
	readonly #rendered: Rendered;
	readonly #room: Room;
	/** What has one style, or leads to one address. */
	readonly #marked: Piece[];

	constructor(rendered: Rendered, room: Room) {
		this.#rendered = rendered;
		this.#room = room;
		const marks = ["link", "address", "code", "bold", "italic", "strikethrough"] as const;
		this.#marked = marks.flatMap((mark) => stretches(rendered.runs, mark));
	}

	/** Telegram takes white space off the beginning, up to a link or code. */
	begin(): number {
		const { text, runs } = this.#rendered;
		const hidden = runs.find(({ style }) => isHidden(style));
		return Math.min(leadingLength(text, 0, /[ \n]*/y), hidden?.start ?? text.length);
	}

	/** Where the piece that begins at `start` ends. Always after `start`. */
	cut(start: number): number {
		const { text, runs, units } = this.#rendered;
		const limit = reachFrom(runs, start, this.#room);
		if (limit >= text.length) return text.length;
		const half = start + Math.floor((limit - start) / 2);
		const span = { start, limit, half };
		return this.#cutUnits(units, 0, span) ?? this.#cutText(start, span);
	}

	/**
	 * @param outer where what holds `units` begins: its first unit may have something in front, as the sign of an item
	 * @returns undefined where nothing in `units` begins or ends at a good place
	 */
	#cutUnits(units: readonly Unit[], outer: number, span: Span): number | undefined {
		const { start, limit, half } = span;
		if (units.length === 0) return undefined;
		const index = units.findIndex(({ end }) => end > limit);
		const unit = units[index];
		// The limit is in the space between two.
		if (!unit || unit.start >= limit) return beforeUnit(units, index < 0 ? units.length : index, outer, start);
		if (this.#fits(unit) || unit.start >= half) {
			const cut = beforeUnit(units, index, outer, start);
			if (cut !== undefined) return cut;
		}
		const begin = index === 0 ? outer : unit.start;
		return this.#cutUnits(unit.children, begin, span) ?? this.#cutText(unit.start, span);
	}

	#cutText(unitStart: number, { start, limit, half }: Span): number {
		const earliest = Math.min(limit, Math.max(half, unitStart));
		const whole = this.#marked
			.filter((range) => range.start < limit && range.end > earliest)
			// What began in the piece before is not cut a second time.
			.map((range) => ({ start: Math.max(range.start, start), end: range.end }))
			.filter((range) => this.#fits(range));
		return findCut({ text: this.#rendered.text, start, limit, earliest, whole });
	}

	#fits({ start, end }: Piece): boolean {
		return reachFrom(this.#rendered.runs, start, this.#room) >= end;
	}
}

/** The place before a unit, and before the headings that stand above it. Undefined where that is not after `start`. */
function beforeUnit(units: readonly Unit[], index: number, outer: number, start: number): number | undefined {
	let first = index;
	while (units[first - 1]?.isHeading) first -= 1;
	const cut = first === 0 ? outer : (units[first]?.start ?? units[first - 1]?.end);
	return cut !== undefined && cut > start ? cut : undefined;
}

function leadingLength(text: string, at: number, pattern: RegExp): number {
	pattern.lastIndex = at;
	return pattern.exec(text)?.[0].length ?? 0;
}
