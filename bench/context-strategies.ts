import { compactionRows } from "./compaction-rows.ts";
import { playOurs } from "./our-strategy.ts";
import { researchSources } from "./research-task.ts";
import type { Row } from "./row.ts";
import { playStrategy, STRATEGIES, type StrategyOutcome } from "./strategies.ts";

const WINDOW_TOKENS = 128_000;
/** The experiment's window, and one in which ours has to make room, too. */
const OUR_WINDOWS = [WINDOW_TOKENS, 24_000];

export const STRATEGY_NOTES = [
	`Strategies: experiment 2-10's task with a scripted model: ten pages of 48,000 to 60,000 characters in seven rounds, then one more question; ${WINDOW_TOKENS} tokens at four characters each. Ours is the whole daemon with its prompt, tools and status block, the others begin with the same prompt and tools. The summariser takes whole sentences: the first ones, or those that share words with the query; a third of the facts share none. So the rows show what goes over the wire and what survives to the letter; not whether a model would have understood, or gone on reading.`,
	"In reach: in view, or in a file or a stretch of the archive that the last request names. Anybody could fetch a page again, if it is still there and unchanged: that does not count.",
];

/** Experiment 2-10's strategies side by side, and ours. */
export async function measureStrategies(): Promise<Row[]> {
	const sources = researchSources();
	const facts = sources.flatMap((source) => source.facts).length;
	const rows: Row[] = [];
	const ours: Row[] = [];
	let front: Parameters<typeof playStrategy>[1]["front"] | undefined;
	for (const windowTokens of OUR_WINDOWS) {
		const outcome = await playOurs(sources, windowTokens);
		front ??= outcome.front;
		const name = `ours at ${windowTokens.toLocaleString("en-US")}`;
		ours.push(...outcomeRows(name, outcome, facts), ...compactionRows(`research, ${name}`, outcome.steps));
	}
	for (const strategy of STRATEGIES) {
		const outcome = await playStrategy(strategy, {
			sources,
			front: front ?? { messages: [] },
			windowTokens: WINDOW_TOKENS,
		});
		rows.push(...outcomeRows(strategy, outcome, facts));
	}
	return [...rows, ...ours];
}

function outcomeRows(name: string, outcome: StrategyOutcome, facts: number): Row[] {
	const { requests, sentTokens, cachedTokens, largestTokens, overflowAt, ratio, factsInView, factsInReach } = outcome;
	const what = (text: string) => `research, ${name}: ${text}`;
	return [
		{ what: what("requests"), value: requests, unit: "requests" },
		{ what: what("tokens sent"), value: sentTokens, unit: "tokens" },
		{ what: what("of these cached"), value: cachedTokens, unit: "tokens" },
		{ what: what("largest request"), value: largestTokens, unit: "tokens" },
		{ what: what("request over the window (0: none)"), value: overflowAt ?? 0, unit: "" },
		{ what: what("results in the last request, of what was read"), value: 100 * ratio, unit: "%" },
		{ what: what(`facts in view, of ${facts}`), value: factsInView, unit: "facts" },
		{ what: what(`facts in reach, of ${facts}`), value: factsInReach, unit: "facts" },
	];
}
