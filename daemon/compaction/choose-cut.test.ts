import { expect, it } from "vitest";
import type { ViewEntry } from "#daemon/context/view-entry.ts";
import { chooseCut } from "./choose-cut.ts";

/** Entries of ten tokens each, numbered from 1, of these turns. */
const entriesOf = (...turnIds: number[]): ViewEntry[] =>
	turnIds.map((turnId, index) => ({
		id: index + 1,
		turnId,
		kind: "event",
		groupId: index + 1,
		position: 0,
		message: { role: "user", content: "" },
		tokens: 10,
		outside: false,
		derived: false,
		replaced: undefined,
	}));

it.each([
	["cuts where a turn begins and the rest fits", [1, 1, 2, 2, 3], 30, 3],
	["never cuts within a turn", [1, 1, 1, 2], 20, 4],
	["keeps the newest turn, however long it is", [1, 2, 2, 2], 5, 2],
	["cuts before the newest turn where nothing else may stay", [1, 2, 3], 0, 3],
	["keeps whole what went on after another turn", [1, 2, 3, 2], 10, 2],
] as const)("%s", (_, turnIds, keepTokens, cut) => {
	expect(chooseCut(entriesOf(...turnIds), keepTokens)).toBe(cut);
});

it.each([
	["all fits", [1, 2], 1_000],
	["there is one turn", [1, 1, 1], 0],
	["there is nothing", [], 0],
] as const)("cuts nowhere where %s", (_, turnIds, keepTokens) => {
	expect(chooseCut(entriesOf(...turnIds), keepTokens)).toBeUndefined();
});
