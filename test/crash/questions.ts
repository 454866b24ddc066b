import { REPEAT_MARK } from "#channels/channel.ts";
import type { World } from "./world.ts";

const MARK = REPEAT_MARK.trim();
/** What the program adds to a question that was answered. */
const SETTLED = /\n\n[A-Z][a-z]+ \([^)\n]*\)\.$/;

/** A text as it was first said: without the mark of a repetition, and without what became of a question. */
export const bare = (text: string): string => {
	const once = text.startsWith(MARK) ? text.slice(MARK.length).trimStart() : text;
	return once.startsWith("May I do this?") ? once.replace(SETTLED, "") : once;
};

/** The different questions that the owner got on Telegram, answered ones among them. */
export const questionsOf = ({ bot }: Pick<World, "bot">): string[] => [
	...new Set(bot.sent.map(({ text }) => bare(text)).filter((text) => text.startsWith("May I do this?"))),
];
