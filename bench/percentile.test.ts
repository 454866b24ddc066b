import { expect, it } from "vitest";
import { median, percentile } from "./percentile.ts";

it("gives values that were measured, by nearest rank", () => {
	const values = [15, 20, 35, 40, 50];
	expect([5, 30, 40, 50, 100].map((percent) => percentile(values, percent))).toEqual([15, 20, 20, 35, 50]);
});

it("keeps the outlier of a hundred values above the 99th percentile, and finds two of them", () => {
	const calm = Array.from({ length: 99 }, () => 1);
	expect(percentile([...calm, 900], 99)).toBe(1);
	expect(percentile([...calm.slice(1), 900, 901], 99)).toBe(900);
});

it("sorts by number and leaves the values as they were", () => {
	const values = [100, 9, 20];
	expect(median(values)).toBe(20);
	expect(values).toEqual([100, 9, 20]);
});

it("refuses to summarise nothing", () => {
	expect(() => percentile([], 50)).toThrow("no value was measured");
});
