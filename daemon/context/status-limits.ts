import type { SpendReading } from "#daemon/spend/spend-desk.ts";

/** What a turn has used of what it may use. */
export interface TurnUseReading {
	/** In and out. */
	tokens: number;
	maxTokens: number;
	/** At work, without waiting for a model that does not answer. */
	activeMs: number;
	maxMs: number;
}

/** From this share of a limit on, what is left should be spent with care. */
const NEAR = 0.8;
/** From here on old results are cleared. */
const FULL = 0.7;

/** @param withTimes false where no times are shown */
export function describeUse({ tokens, maxTokens, activeMs, maxMs }: TurnUseReading, withTimes: boolean): string {
	const minutes = withTimes ? `, ${(activeMs / 60_000).toFixed(1)} of ${Math.round(maxMs / 60_000)} minutes` : "";
	const isNear = tokens >= NEAR * maxTokens || activeMs >= NEAR * maxMs;
	const rule = isNear ? " (little left: come to an end)" : "";
	return `${thousands(tokens)} of ${thousands(maxTokens)} tokens${minutes}${rule}`;
}

const thousands = (count: number): string =>
	count < 1_000 ? String(count) : `${(count / 1_000).toFixed(count < 100_000 ? 1 : 0)}k`;

/** Undefined where nothing has a price and nothing is limited. */
export function describeSpend({ turn, day, month, limits }: SpendReading): string | undefined {
	const spent: readonly Spend[] = [
		{ used: turn, limit: limits.turn, of: "this turn" },
		{ used: day, limit: limits.day, of: "today" },
		{ used: month, limit: limits.month, of: "this month" },
	];
	if (spent.every(({ used, limit }) => used === 0 && limit === undefined)) return undefined;
	return `${spent.map(amountOf).join(", ")}${ruleFor(spent)}`;
}

interface Spend {
	used: number;
	limit: number | undefined;
	of: string;
}

function ruleFor(spent: readonly Spend[]): string {
	if (spent.some((spend) => isAt(spend, 1))) return " (used up: nothing more but what the owner wants)";
	return spent.some((spend) => isAt(spend, NEAR)) ? " (near a limit: spend little)" : "";
}

const isAt = ({ used, limit }: Spend, share: number): boolean =>
	limit !== undefined && used > 0 && used >= share * limit;

const amountOf = ({ used, limit, of }: Spend): string =>
	`${money(used)}${limit === undefined ? "" : ` of ${money(limit)}`} ${of}`;

/** Parts of a cent are what a request costs. */
const money = (amount: number): string => amount.toFixed(amount === 0 || amount >= 0.1 ? 2 : 4);

/** @param fill the share of the working window that is taken, 1 where it is full */
export const describeWindow = (fill: number): string =>
	`${Math.round(fill * 100)}% full${fill >= FULL ? " (old results leave it soon: note what you need of them)" : ""}`;
