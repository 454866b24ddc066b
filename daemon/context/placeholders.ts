import { truncate } from "#core/truncate.ts";
import { countOf } from "#tools/text.ts";
import { escapeOurTags } from "./wrap.ts";

/** What gave way to a placeholder. */
export interface Cleared {
	/** How it is called: a call whose result it was, or an event. As `C-45` or `E-12`. */
	name: string;
	tool?: string;
	/** What the tool was used on, where the program or the owner named it; left out where it may be others' words. */
	target?: string;
	lines: number;
	characters: number;
}

const MAX_TARGET_LENGTH = 80;

/**
 * What stands in view in place of something old: what it was, and the one call that shows it again. Pure, and without times:
 * it is frozen with the epoch that first shows it.
 */
export function clearedPlaceholder({ name, tool, target, lines, characters }: Cleared): string {
	const on = target === undefined ? "" : ` on ${oneLine(target)}`;
	const what = tool === undefined ? "" : `${tool}${on}, `;
	const size = `${countOf(lines, "line")}, ${countOf(characters, "character")}`;
	const call = `call_tool read_conversation ${JSON.stringify({ from: name })}`;
	return `[cleared to save room: ${what}${size}; ${call} shows it again]`;
}

const oneLine = (target: string): string => {
	const flat = target.replace(/[\s\p{Cc}[\]]+/gu, " ").trim();
	const shown = flat.length > MAX_TARGET_LENGTH ? `${truncate(flat, MAX_TARGET_LENGTH)}…` : flat;
	return escapeOurTags(shown).text;
};
