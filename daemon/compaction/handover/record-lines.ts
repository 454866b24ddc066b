import { formatEventId } from "#core/event.ts";
import type { CarriedRecords } from "#daemon/compaction/carried.ts";
import { escapeOurTags } from "#daemon/context/wrap.ts";
import { fitTokens } from "./fit-tokens.ts";

/** A mail that waits for leave may be long. The owner sees all of it, and the program does exactly that. */
const ACTION_TOKENS = 500;

const clean = (text: string): string => escapeOurTags(text).text;

/** What the program keeps on record beside the conversation, line by line. Nothing where there is nothing. */
export const recordLines = ({ pins, decisions, todos, approvals, tasks }: CarriedRecords): string[] => [
	...block(
		"Pinned:",
		pins.map(({ name, text }) => `- ${name}: ${clean(text)}`),
	),
	...block(
		"Decided:",
		decisions.map(({ name, text, reason }) => `- ${name}: ${clean(text)}${reason ? ` Reason: ${clean(reason)}` : ""}`),
	),
	...block(
		"To do, open:",
		todos.map(({ id, text, state }) => `- ${id}. [${state}] ${clean(text)}`),
	),
	...block(
		"Waiting for the owner's yes or no. Not done; don't ask again, and don't do it in another way:",
		approvals.map(({ code, action }) => `- ${code}: ${shortened(action)}`),
	),
	...block(
		"Running in the background. No result yet; each comes as an event:",
		tasks.map(({ name, tool, events }) => `- ${name} ${clean(tool)}${worksFor(events)}`),
	),
];

const block = (title: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : [title, ...lines]);

const worksFor = (events: readonly number[]): string =>
	events.length === 0 ? "" : `, for ${events.map(formatEventId).join(", ")}`;

function shortened(action: string): string {
	const shown = fitTokens(action, ACTION_TOKENS);
	const note =
		shown.length < action.length
			? `\n[${shown.length} of ${action.length} characters. The owner was shown all of it.]`
			: "";
	return clean(shown) + note;
}
