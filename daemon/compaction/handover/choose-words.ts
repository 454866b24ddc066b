import { formatEventId } from "#core/event.ts";
import type { CarriedRecords } from "#daemon/compaction/carried.ts";
import { estimateTokens } from "#daemon/context/tokens.ts";
import { escapeOurTags } from "#daemon/context/wrap.ts";
import { fitTokens } from "./fit-tokens.ts";
import { seeAgain } from "./see-again.ts";

/** A message of the owner's. */
export type Word = CarriedRecords["words"][number];

/** As the opening shows it. */
export const wordLines = ({ stamp, text, isOpen }: Word): string =>
	`${stamp}${isOpen ? " (open)" : ""} ${escapeOurTags(text).text}`;

/** One message may take a third of the room: a pasted text must not push out the request that it belongs to. */
const LARGEST_SHARE = 3;

/**
 * The owner's words that an opening shows, to the letter. First those on open tasks: the first of them, which says what is
 * wanted, then the newest, which correct it. Then the newest of the others, without a gap.
 * @param messages oldest first
 * @returns what fits, oldest first, and how many do not
 */
export function chooseWords(messages: readonly Word[], budgetTokens: number): { words: Word[]; olderWords: number } {
	const largest = Math.floor(budgetTokens / LARGEST_SHARE);
	const open = messages.filter(({ isOpen }) => isOpen).reverse();
	const first = open.pop();
	const others = messages.filter(({ isOpen }) => !isOpen).reverse();
	const chosen = new Set<number>();
	const words: Word[] = [];
	let left = budgetTokens;
	const takeFrom = (group: readonly Word[]): void => {
		for (const message of group) {
			const word = cut(message, largest);
			const tokens = weigh(word);
			if (tokens > left) return;
			left -= tokens;
			words.push(word);
			chosen.add(message.event);
		}
	};
	takeFrom(first ? [first, ...open] : []);
	takeFrom(others);
	words.sort((a, b) => a.event - b.event);
	return { words, olderWords: messages.filter(({ event }) => !chosen.has(event)).length };
}

const weigh = (word: Word): number => estimateTokens(`${wordLines(word)}\n\n`);

function cut(message: Word, maxTokens: number): Word {
	if (weigh(message) <= maxTokens) return message;
	const name = formatEventId(message.event);
	const note = `\n[The end of ${name} is cut here. See the whole: ${seeAgain(name)}]`;
	const room = maxTokens - weigh({ ...message, text: note });
	// The escaped text is what is weighed, and a bracket that is escaped grows.
	let text = fitTokens(message.text, room);
	while (text !== "" && weigh({ ...message, text: text + note }) > maxTokens) {
		text = fitTokens(text, Math.floor(estimateTokens(text) * 0.9));
	}
	return { ...message, text: text + note };
}
