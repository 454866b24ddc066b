/**
 * The value below or at which `percent` of the values lie, by nearest rank: always one that was measured.
 * @param percent in (0, 100]; 100 is the largest value
 * @throws Error where there are no values
 */
export function percentile(values: readonly number[], percent: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	const value = sorted[Math.max(1, Math.ceil((percent / 100) * sorted.length)) - 1];
	if (value === undefined) throw new Error("There is no percentile of nothing: no value was measured.");
	return value;
}

export const median = (values: readonly number[]): number => percentile(values, 50);
