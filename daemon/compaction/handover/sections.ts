import type { HandoverNote } from "#daemon/compaction/carried.ts";

/** A part of a handover that a model writes. The other two, the owner's words and what is left out, are written by code. */
interface Section {
	key: keyof HandoverNote;
	heading: string;
	/** What is asked of it, for the one who writes it. */
	asks: string;
}

/** In the order in which they are asked for. */
export const SECTIONS: readonly Section[] = [
	{
		key: "goal",
		heading: "Task goal",
		asks:
			"What is to be achieved and why, with the first request quoted word for word, and every limit that was set, also " +
			"one that seems done with. Several tasks: each of them.",
	},
	{
		key: "information",
		heading: "Key information",
		asks:
			"What was found out and decided, with reasons; each fact whole, with who, when and how much. What was changed, " +
			"sent or begun, and where; what was checked and whether it passed. Errors in their own words.",
	},
	{
		key: "problems",
		heading: "Problems and solutions",
		asks:
			"What went wrong, why, and what helped. What failed and what was ruled out, each with its reason, so that nobody " +
			'tries it again. Write "None." where there was nothing.',
	},
	{
		key: "state",
		heading: "Current state and next step",
		asks:
			"What is done, what is half done, what waits for whom. The last steps in their own words, then the one next step " +
			"that follows from them. Don't guess at where it may lead.",
	},
];
