/** Where a secret stands in a text: from `start` up to, but without, `end`. */
export interface Span {
	start: number;
	end: number;
	/** Its number in the list of known values; undefined for one known by its shape only. */
	secret?: number;
}

export interface FoundSecret {
	start: number;
	end: number;
	/** How many different secrets stand there, one in the other's end. */
	count: number;
	by: "value" | "pattern";
}

/** One find for each place, in order, without overlap. A secret within another one is a part of that. */
export function mergeSpans(spans: readonly Span[]): FoundSecret[] {
	const found: FoundSecret[] = [];
	let secrets = new Set<number | undefined>();
	for (const { start, end, secret } of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
		const last = found.at(-1);
		if (!last || start >= last.end) {
			found.push({ start, end, count: 1, by: secret === undefined ? "pattern" : "value" });
			secrets = new Set([secret]);
			continue;
		}
		if (secret !== undefined) last.by = "value";
		if (end <= last.end) continue;
		last.end = end;
		last.count = secrets.add(secret).size;
	}
	return found;
}
