import { formatCount } from "#tools/text.ts";
import { MAX_FAILURES } from "./decide-compaction.ts";
import type { HandoverEnd } from "./handover.ts";

/** What came of a handover, for the owner who asked for it. */
export function endText(end: HandoverEnd): string {
	switch (end.kind) {
		case "done":
			return `Done. What I have in view went from ${formatCount(end.tokensBefore)} to ${formatCount(end.tokensAfter)} tokens. All of it is kept on disk.`;
		case "nothing-to-do":
			return "There is nothing to sum up yet: what I have in view is little more than our latest exchange.";
		case "failed":
		case "not-asked":
			return `I could not sum up our conversation: ${withoutStop(end.problem)}. Nothing is lost; \`/compact\` tries it again.`;
	}
}

/** For the owner, once: from here on only code makes room. */
export const brokenText = (problem: string): string =>
	`I could not sum up our earlier conversation ${MAX_FAILURES} times in a row (${withoutStop(problem)}). Nothing is lost: from ` +
	"now on the oldest parts leave my view as the window fills, and what is on record stays. `/compact` tries it again.";

/** Problems are worded with a full stop and without. */
const withoutStop = (problem: string): string => problem.replace(/\.$/, "");
