import { contentText } from "#test/stand-ins/model/body.ts";
import { parseRequest } from "#test/stand-ins/model/validate.ts";
import { measureAblation } from "./context-ablation.ts";
import { MONEY_NOTES, measureMoney } from "./context-money.ts";
import { measureStrategies, STRATEGY_NOTES } from "./context-strategies.ts";
import { measureYear, YEAR_NOTES } from "./context-year.ts";
import { grownParts } from "./grown-parts.ts";
import type { BenchOptions } from "./options.ts";
import { prefixTokens } from "./prefix-tokens.ts";
import { tellProgress } from "./progress.ts";
import { atMost, exactly, type Row, type Table } from "./row.ts";
import { playScenario, type TriggeredRequest } from "./scenario.ts";
import { inScope } from "./scope.ts";
import { sharedPrefixPercent } from "./shared-prefix.ts";

/** What a request holds, how much of it the provider has already seen, what that costs, and what becomes of it in a year. */
export async function measureContext({ days }: BenchOptions): Promise<Table> {
	const requests = await inScope(playScenario);
	// The year before what loads and keeps much: its memory is this process's.
	const year = await measureYear(days);
	tellProgress("a day of cold bursts, with and without making room");
	const money = await measureMoney();
	tellProgress("a research task by seven strategies");
	const strategies = await measureStrategies();
	return {
		name: "context",
		title: "what goes to the model, byte for byte",
		rows: [...hiRows(requests), ...measureAblation(), ...prefixRows(requests), ...year, ...money, ...strategies],
		notes: [
			"Tokens are o200k's, of the system message's text and of the tool list as the JSON that is sent.",
			"Shared prefix: how many of a request's bytes before its status block the next request begins with. The status block is the last message.",
			...YEAR_NOTES,
			...MONEY_NOTES,
			...STRATEGY_NOTES,
		],
	};
}

function hiRows(requests: readonly TriggeredRequest[]): Row[] {
	const first = requests.filter(({ trigger }) => trigger === "hi");
	const { system, sentTools, toolTexts } = prefixTokens(first[0]?.rawBody ?? "");
	const tools = sum(sentTools);
	const { skills, cards } = grownParts(systemMessageOf(first[0]?.rawBody ?? ""));
	const own = system - skills - cards;
	return [
		{
			what: `model calls for "hi", with Telegram and the page on`,
			value: first.length,
			unit: "calls",
			target: exactly(1),
			openClaw: "1",
		},
		{ what: "system + tools", value: own + tools, unit: "tokens", target: atMost(4_000), openClaw: "11,432" },
		{ what: "of these the system message", value: own, unit: "tokens" },
		{ what: `of these the ${sentTools.length} tools`, value: tools, unit: "tokens" },
		{ what: "beside these the skill catalogue", value: skills, unit: "tokens" },
		{ what: "beside these the card snapshot", value: cards, unit: "tokens" },
		{
			what: "description and schema of a direct tool, average",
			value: sum(toolTexts) / toolTexts.length,
			unit: "tokens",
			target: atMost(110),
		},
		{ what: "description and schema of a direct tool, largest", value: Math.max(...toolTexts), unit: "tokens" },
	];
}

const systemMessageOf = (rawBody: string): string => {
	const parsed = parseRequest(rawBody);
	return "request" in parsed ? contentText(parsed.request.messages[0]?.content) : "";
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** For each trigger the worst of its requests, and then the worst of all. */
function prefixRows(requests: readonly TriggeredRequest[]): Row[] {
	const shares = requests.slice(1).map(({ trigger, rawBody }, index) => ({
		trigger,
		value: sharedPrefixPercent(requests[index]?.rawBody ?? "", rawBody),
	}));
	const lowest = (some: typeof shares) => Math.min(...some.map(({ value }) => value));
	const target = exactly(100);
	const byTrigger = [...new Set(shares.map(({ trigger }) => trigger))].map((trigger): Row => {
		const some = shares.filter((share) => share.trigger === trigger);
		return { what: `shared prefix: ${trigger}`, value: lowest(some), unit: "%", target };
	});
	const what = `shared prefix: lowest of all ${shares.length}`;
	return [...byTrigger, { what, value: lowest(shares), unit: "%", target, openClaw: "2.7–99.5 %" }];
}
