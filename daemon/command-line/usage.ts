import { type UsageAnswer, usageSchema } from "#daemon/control/usage-answer.ts";
import { type CommandContext, CommandFailure, EXIT } from "./command.ts";
import { DaemonClient } from "./daemon-client.ts";
import { print, printJson } from "./terminal-text.ts";
import { GROUPINGS, type Grouping, renderUsage } from "./usage-chart.ts";

/** Where the output is no terminal that would say how wide it is. */
const USUAL_COLUMNS = 80;
const MAX_DAYS = 366;

/** `steward usage`: what the models cost, drawn by day, model or purpose. */
export async function usage(
	{ home, output }: CommandContext,
	options: { days: string; by: string; json?: boolean },
): Promise<number> {
	const days = readDays(options.days);
	const by = readGrouping(options.by);
	const answer: UsageAnswer = await new DaemonClient(home).get(`/usage?days=${days}`, usageSchema);
	if (options.json) printJson(output, answer);
	else print(output, renderUsage(answer, by, output.columns ?? USUAL_COLUMNS));
	return EXIT.done;
}

function readDays(text: string): number {
	const days = Number(text);
	if (/^\d+$/.test(text) && days >= 1 && days <= MAX_DAYS) return days;
	throw new CommandFailure(`--days must be a number from 1 to ${MAX_DAYS}, not "${text}".`);
}

function readGrouping(text: string): Grouping {
	const grouping = GROUPINGS.find((each) => each === text);
	if (grouping) return grouping;
	throw new CommandFailure(`--by must be ${GROUPINGS.join(", ")}, not "${text}".`);
}
