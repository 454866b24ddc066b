import type { BenchOptions } from "./options.ts";
import { prefixTokens } from "./prefix-tokens.ts";
import { atMost, exactly, type Row, type Table } from "./row.ts";
import { playScenario, type TriggeredRequest } from "./scenario.ts";
import { inScope } from "./scope.ts";
import { sharedPrefixPercent } from "./shared-prefix.ts";

/** What a request holds, and how much of it the provider has already seen. Nothing here depends on the machine. */
export async function measureContext(_options: BenchOptions): Promise<Table> {
	const requests = await inScope(playScenario);
	return {
		name: "context",
		title: "what goes to the model, byte for byte",
		rows: [...hiRows(requests), ...prefixRows(requests)],
		notes: [
			"Tokens are o200k's, of the system message's text and of the tool list as the JSON that is sent.",
			"Shared prefix: how many of a request's bytes before its status block the next request begins with. The status block is the last message.",
		],
	};
}

function hiRows(requests: readonly TriggeredRequest[]): Row[] {
	const first = requests.filter(({ trigger }) => trigger === "hi");
	const { system, sentTools, toolTexts } = prefixTokens(first[0]?.rawBody ?? "");
	const tools = sum(sentTools);
	return [
		{ what: `model calls for "hi"`, value: first.length, unit: "calls", target: exactly(1), openClaw: "1" },
		{ what: "system + tools", value: system + tools, unit: "tokens", target: atMost(4_000), openClaw: "11,432" },
		{ what: "of these the system message", value: system, unit: "tokens" },
		{ what: `of these the ${sentTools.length} tools`, value: tools, unit: "tokens" },
		{
			what: "description and schema of a direct tool, average",
			value: sum(toolTexts) / toolTexts.length,
			unit: "tokens",
			target: atMost(110),
		},
		{ what: "description and schema of a direct tool, largest", value: Math.max(...toolTexts), unit: "tokens" },
	];
}

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
