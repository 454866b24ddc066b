import { expect, it } from "vitest";
import { matchesWildcard } from "./wildcard.ts";

it.each([
	["*", "", true],
	["", "a", false],
	["write_*", "write_file", true],
	["write_*", "Write_file", false],
	["*_file", "edit_file", true],
	["*_file", "edit_files", false],
	["a.c", "abc", false],
	["(a+)+*", "(a+)+b", true],
])("%s matches %s: %s", (pattern, text, expected) => {
	expect(matchesWildcard(pattern, text)).toBe(expected);
});

it("lets no star stand for a border", () => {
	expect([matchesWildcard("*/c", "a/b/c", "/"), matchesWildcard("*/c", "a/b/c")]).toEqual([false, true]);
});
