import type { UsageAnswer, UsageSliceAnswer } from "#daemon/control/usage-answer.ts";
import { describeSpent, formatMoney } from "#daemon/spend/spend-texts.ts";

export const GROUPINGS = ["day", "model", "purpose"] as const;
export type Grouping = (typeof GROUPINGS)[number];

type Row = UsageSliceAnswer & { name: string };

/** A bar that is shorter says nothing. */
const MIN_BAR_COLUMNS = 4;
const MAX_NAME_COLUMNS = 36;

/**
 * Draws what was used: a bar for each day, model or purpose, then the sums. Bars show money where anything cost some, else
 * tokens. Pure.
 * @param columns how wide the terminal is
 */
export function renderUsage(usage: UsageAnswer, by: Grouping, columns: number): string {
	const { total, days, models, purposes } = usage;
	const span = days.length === 1 ? "today" : `in ${days.length} days`;
	if (total.calls === 0) return [`No model was called ${span}.`, describeLimits(usage), ...pricesOf(usage)].join("\n");
	const rows = { day: days, model: models, purpose: purposes };
	const others = GROUPINGS.filter((each) => each !== "day" && each !== by);
	return [
		...drawBars(rows[by], total, columns),
		"",
		`Total ${span}: ${describeSlice(total)}`,
		...others.flatMap((each) => ["", `By ${each}`, ...list(rows[each])]),
		"",
		describeLimits(usage),
		...pricesOf(usage),
	].join("\n");
}

function list(rows: readonly Row[]): string[] {
	const nameColumns = widestName(rows);
	return rows.map((row) => `  ${cut(row.name).padEnd(nameColumns)}  ${describeSlice(row)}`);
}

function drawBars(rows: readonly Row[], total: UsageSliceAnswer, columns: number): string[] {
	const isMoney = total.cost > 0;
	const amountOf = (slice: UsageSliceAnswer) => (isMoney ? slice.cost : tokensOf(slice));
	const figureOf = (slice: UsageSliceAnswer) =>
		isMoney ? formatMoney(slice.cost) : `${formatTokens(tokensOf(slice))} tokens`;
	const nameColumns = widestName(rows);
	const figureColumns = Math.max(...rows.map((row) => figureOf(row).length));
	const barColumns = Math.max(MIN_BAR_COLUMNS, columns - nameColumns - figureColumns - 4);
	const most = Math.max(...rows.map(amountOf));
	return rows.map((row) => {
		const bar = drawBar(most > 0 ? amountOf(row) / most : 0, barColumns);
		return `${cut(row.name).padEnd(nameColumns)}  ${figureOf(row).padStart(figureColumns)}  ${bar}`.trimEnd();
	});
}

/** Eighths of a column, from one to seven. */
const PARTS = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** @param share of the longest bar, from 0 to 1; whatever is more than nothing shows */
function drawBar(share: number, columns: number): string {
	const eighths = share > 0 ? Math.max(1, Math.round(share * columns * 8)) : 0;
	return "█".repeat(Math.floor(eighths / 8)) + (PARTS[(eighths % 8) - 1] ?? "");
}

const widestName = (rows: readonly Row[]): number => Math.max(...rows.map(({ name }) => cut(name).length));

const cut = (name: string): string =>
	name.length > MAX_NAME_COLUMNS ? `${name.slice(0, MAX_NAME_COLUMNS - 1)}…` : name;

const tokensOf = ({ inputTokens, outputTokens }: UsageSliceAnswer): number => inputTokens + outputTokens;

/** `812`, `45.3k`, `1.2M` */
function formatTokens(tokens: number): string {
	if (tokens < 1_000) return String(tokens);
	return tokens < 1_000_000 ? `${(tokens / 1_000).toFixed(1)}k` : `${(tokens / 1_000_000).toFixed(1)}M`;
}

function describeSlice(slice: UsageSliceAnswer): string {
	const { calls, inputTokens, cachedTokens, outputTokens, cost, unpriced } = slice;
	const share = inputTokens > 0 ? Math.round((100 * cachedTokens) / inputTokens) : 0;
	return [
		calls === 1 ? "1 call" : `${calls} calls`,
		`${formatTokens(inputTokens)} tokens in (${share} % cached)`,
		`${formatTokens(outputTokens)} out`,
		unpriced === calls ? "no price known" : `cost ${formatMoney(cost)}`,
		...(unpriced > 0 && unpriced < calls ? [`${unpriced} without a price`] : []),
	].join(", ");
}

function describeLimits({ spent, limits }: UsageAnswer): string {
	return `Spent ${describeSpent("today", spent.day, limits.day)}, ${describeSpent("this month", spent.month, limits.month)}.`;
}

/** Each model once, though several roles may use it. */
const pricesOf = ({ prices }: UsageAnswer): string[] => [...new Set(prices.map(describePrice))];

function describePrice(price: UsageAnswer["prices"][number]): string {
	const { model, inputPerMillion, cachedPerMillion, outputPerMillion, from } = price;
	if (inputPerMillion === undefined || outputPerMillion === undefined)
		return `${model}: no price known, so that it is not counted. Give its entry in config.yaml a price.`;
	if (from === "local" || from === "free") return `${model}: costs nothing (${from})`;
	const cached = cachedPerMillion === undefined ? "" : `, ${cachedPerMillion} cached`;
	return `${model}: ${inputPerMillion} in${cached}, ${outputPerMillion} out for a million tokens (${from})`;
}
