const UNITS = [
	["hour", 3_600_000],
	["minute", 60_000],
] as const;

/** `every minute`, `every 90 minutes`, `every 48 hours` (elapsed, so not "every 2 days"), `every 90.5 seconds`. */
export function describeInterval(everyMs: number): string {
	for (const [unit, unitMs] of UNITS) {
		const count = everyMs / unitMs;
		if (!Number.isInteger(count)) continue;
		return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`;
	}
	return `every ${everyMs / 1000} seconds`;
}
