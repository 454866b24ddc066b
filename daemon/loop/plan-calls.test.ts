import { expect, it } from "vitest";
import { planCalls } from "./plan-calls.ts";

const read = { parallel: true };
const write = { parallel: false };

it.each([
	[[], []],
	[[read, read, read], [[0, 1, 2]]],
	[
		[write, write],
		[[0], [1]],
	],
	[
		[read, read, write, read],
		[[0, 1], [2], [3]],
	],
	[
		[write, read, read],
		[[0], [1, 2]],
	],
])("keeps the order of the calls and lets neighbouring reads run together: %o", (calls, steps) => {
	expect(planCalls(calls)).toEqual(steps);
});
