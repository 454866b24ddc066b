import { REPEAT_MARK } from "#channels/channel.ts";
import type { World } from "./world.ts";

const MARK = REPEAT_MARK.trim();
/** It says of itself that it may have come before. */
export const isMarked = (text: string): boolean => text.startsWith(MARK);

/** A text without the mark of a repetition. */
export const bare = (text: string): string => (isMarked(text) ? text.slice(MARK.length).trimStart() : text);

/** The different questions that the owner got on Telegram, answered ones among them. */
export const questionsOf = ({ bot }: Pick<World, "bot">): string[] => [
	...new Set(bot.sent.map(({ firstText }) => bare(firstText)).filter((text) => text.startsWith("May I do this?"))),
];
