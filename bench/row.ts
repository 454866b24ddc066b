import { median, percentile } from "./percentile.ts";

/** What a value has to be. The figures are DESIGN's and are never moved to fit. */
export type Target = { kind: "at-most" | "at-least" | "exactly"; value: number };

export const atMost = (value: number): Target => ({ kind: "at-most", value });
export const atLeast = (value: number): Target => ({ kind: "at-least", value });
export const exactly = (value: number): Target => ({ kind: "exactly", value });

/** One measured value. */
export interface Row {
	what: string;
	value: number;
	unit: string;
	/** Undefined for what is only told, to understand the others by. */
	target?: Target;
	/** The same of OpenClaw, as DESIGN has it. */
	openClaw?: string;
}

/** What one name of `npm run bench` gives. */
export interface Table {
	name: string;
	/** What was measured where, in a sentence. */
	title: string;
	rows: Row[];
	/** From when to when each time was taken, and what else a reader needs to judge the values. */
	notes: string[];
}

/** Whether a row is as it should be. A row without a target can't miss one. */
export function holds({ value, target }: Pick<Row, "value" | "target">): boolean {
	switch (target?.kind) {
		case "at-most":
			return value <= target.value;
		case "at-least":
			return value >= target.value;
		case "exactly":
			return value === target.value;
		case undefined:
			return true;
	}
}

/** Median, 99th percentile and slowest of many times in ms; targets and comparison are for the first two. */
export function latencyRows(
	what: string,
	timesMs: readonly number[],
	targets: { p50?: Target; p99?: Target; openClaw?: string },
): Row[] {
	const { p50, p99, openClaw } = targets;
	return [
		{
			what: `${what}, p50`,
			value: median(timesMs),
			unit: "ms",
			...(p50 && { target: p50 }),
			...(openClaw && { openClaw }),
		},
		{ what: `${what}, p99`, value: percentile(timesMs, 99), unit: "ms", ...(p99 && { target: p99 }) },
		{ what: `${what}, slowest of ${timesMs.length}`, value: Math.max(...timesMs), unit: "ms" },
	];
}

/** Median and slowest of a few runs in ms, both held to one target. */
export function runRows(what: string, timesMs: readonly number[], target: Target, openClaw?: string): Row[] {
	return [
		{ what: `${what}, median`, value: median(timesMs), unit: "ms", target, ...(openClaw && { openClaw }) },
		{ what: `${what}, slowest of ${timesMs.length}`, value: Math.max(...timesMs), unit: "ms", target },
	];
}
