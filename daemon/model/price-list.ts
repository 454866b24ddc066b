import type { Price } from "./price.ts";

/** What a model costs by its maker's list, in US dollars. */
export interface ListedPrice {
	/** As the maker spells it, with dashes for dots. */
	model: string;
	price: Price;
	/** The day of the page that it was found on. */
	asOf: string;
	/** Its weights can be had: a server of one's own may run it for nothing. */
	open: boolean;
}

interface Maker {
	open: boolean;
	/** Name, then input, cached input, cache writes, output, for a million tokens each; `0` for what has no price of its own. */
	rows: readonly [model: string, input: number, cached: number, cacheWrite: number, output: number, asOf: string][];
}

/*
 * Where a price depends on something that a request doesn't show, the dearer one stands here: the ledger may say too much,
 * never too little. Long prompts are the exception: their surcharge (from 100,000 to 272,000 tokens on, by model) is beyond
 * the usual working window. Models whose price could not be backed up, or depends on the prompt's length below that, are left out.
 */
const MAKERS: readonly Maker[] = [
	{
		// developers.openai.com/api/docs/pricing; cache writes cost 1.25 times the input from GPT-5.6 on.
		open: false,
		rows: [
			["gpt-6-2-sol", 2, 0.1, 2.5, 10, "2026-11-30"],
			["gpt-6-2-astra", 8, 0.4, 10, 40, "2026-11-30"],
			["gpt-6-1-sol", 2, 0.1, 2.5, 10, "2026-10-01"],
			["gpt-6-1-terra", 1, 0.05, 1.25, 5, "2026-10-27"],
			["gpt-6-sol", 2, 0.2, 2.5, 10, "2026-09-22"],
			["gpt-6-luna", 0.1, 0.01, 0.125, 0.5, "2026-09-22"],
			["gpt-5-6", 4, 0.4, 5, 20, "2026-09-07"],
			["gpt-5-6-sol", 4, 0.4, 5, 20, "2026-09-07"],
			["gpt-5-6-terra", 2, 0.2, 2.5, 12, "2026-09-07"],
			["gpt-5-6-luna", 0.2, 0.02, 0.25, 1.2, "2026-09-07"],
			["gpt-5-5", 5, 0.5, 0, 30, "2026-09-03"],
			["gpt-5-4", 2.5, 0.25, 0, 15, "2026-09-03"],
			["gpt-5-4-mini", 0.75, 0.075, 0, 4.5, "2026-09-03"],
			["gpt-5-2", 1.75, 0.175, 0, 14, "2026-09-30"],
			["gpt-5-1", 1.25, 0.125, 0, 10, "2026-09-30"],
			["gpt-5", 1.25, 0.125, 0, 10, "2026-06-30"],
		],
	},
	{
		// platform.claude.com/docs/en/about-claude/pricing; cache writes for five minutes.
		open: false,
		rows: [
			["claude-fable-5-1", 10, 0.25, 12.5, 50, "2026-10-01"],
			["claude-opus-5-5", 4, 0.2, 5, 20, "2026-10-16"],
			["claude-opus-5", 5, 0.5, 6.25, 25, "2026-10-16"],
			["claude-opus-4-6", 5, 0.5, 6.25, 25, "2026-10-15"],
			["claude-opus-4-5", 5, 0.5, 6.25, 25, "2026-10-15"],
			["claude-sonnet-5-5", 2, 0.1, 2.5, 10, "2026-10-16"],
			["claude-sonnet-5", 2, 0.2, 2.5, 10, "2026-10-16"],
			["claude-sonnet-4-6", 3, 0.3, 3.75, 15, "2026-10-15"],
			["claude-sonnet-4-5", 3, 0.3, 3.75, 15, "2026-10-15"],
			["claude-haiku-5-5", 0.1, 0.01, 0.125, 0.5, "2026-10-16"],
			["claude-haiku-4-5", 1, 0.1, 1.25, 5, "2026-10-16"],
		],
	},
	{
		// ai.google.dev/gemini-api/docs/pricing
		open: false,
		rows: [
			["gemini-4-neon", 3, 0.15, 0, 15, "2026-11-30"],
			["gemini-4-hydrogen", 1.5, 0.075, 0, 7.5, "2026-11-30"],
			["gemini-3-5-flash", 1.5, 0, 0, 9, "2026-05-31"],
			["gemini-3-1-pro", 2, 0, 0, 12, "2026-05-31"],
			["gemini-3-1-flash-lite", 0.25, 0, 0, 1.5, "2026-05-31"],
			["gemini-3-flash", 0.5, 0, 0, 3, "2026-05-31"],
			["gemini-2-5-pro", 1.25, 0.125, 0, 10, "2026-05-31"],
			["gemini-2-5-flash", 0.3, 0.03, 0, 2.5, "2026-05-31"],
			["gemini-2-5-flash-lite", 0.1, 0.01, 0, 0.4, "2026-05-31"],
		],
	},
	{
		// api-docs.deepseek.com/quick_start/pricing, at peak hours; half of it at others. V4 Flash is answered by Flash.
		open: true,
		rows: [
			["deepseek-flash", 0.3, 0.006, 0, 1.2, "2026-10-31"],
			["deepseek-v4-flash", 0.3, 0.006, 0, 1.2, "2026-10-31"],
			["deepseek-v4-pro", 1.32, 0.044, 0, 3.96, "2026-10-31"],
		],
	},
	{
		// platform.kimi.ai/docs/pricing
		open: true,
		rows: [
			["kimi-k3-1-pro", 2, 0.2, 2, 10, "2026-10-25"],
			["kimi-k3-1-pro-highspeed", 4, 0.2, 4, 20, "2026-10-25"],
			["kimi-k3", 3, 0.3, 0, 15, "2026-07-31"],
		],
	},
	{
		// mistral.ai/pricing
		open: true,
		rows: [
			["mistral-medium-3-5", 1.5, 0, 0, 7.5, "2026-05-31"],
			["mistral-medium-latest", 1.5, 0, 0, 7.5, "2026-05-31"],
		],
	},
	{
		// openrouter.ai/qwen; the maker's own prices rise with the prompt's length.
		open: true,
		rows: [["qwen3-7-flash", 0.03, 0, 0, 0.13, "2026-08-29"]],
	},
];

export const PRICE_LIST: ReadonlyMap<string, ListedPrice> = new Map(
	MAKERS.flatMap(({ open, rows }) =>
		rows.map(([model, inputPerMillion, cached, cacheWrite, outputPerMillion, asOf]) => {
			const price: Price = {
				inputPerMillion,
				...(cached > 0 && { cachedPerMillion: cached }),
				...(cacheWrite > 0 && { cacheWritePerMillion: cacheWrite }),
				outputPerMillion,
			};
			return [model, { model, price, asOf, open }] as const;
		}),
	),
);
