import { stripVTControlCharacters } from "node:util";
import { truncate } from "#core/truncate.ts";
import { escapeOurTags } from "#daemon/context/wrap.ts";

/** The most of a reason or a note that is passed on. */
const MAX_LENGTH = 500;

/** Line ends and controls, and what shows nothing or turns text round; the two joiners that scripts and emoji need are left. */
const UNCLEAN = /(?:[\s\p{Cc}]|(?![\u200C\u200D])\p{Cf})+/gu;

/**
 * What a hook says, as one line for the model: without secrets and control characters, with look-alikes of our tags escaped,
 * and short. A hook is the owner's, but what it says may quote what others wrote.
 * @param redact takes secrets out
 */
export function cleanHookWords(text: string, redact: (text: string) => string): string {
	const flat = redact(stripVTControlCharacters(text)).replace(UNCLEAN, " ").trim();
	return escapeOurTags(truncate(flat, MAX_LENGTH)).text;
}
