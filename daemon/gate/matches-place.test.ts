import { expect, it } from "vitest";
import { matchesPlace } from "./matches-place.ts";

it.each([
	["bob@example.org", "bob@example.org", true],
	["bob@example.org", "BOB@example.org", true],
	["bob@example.org", "bob@example.org.evil.example", false],
	["bob@example.org", "xbob@example.org", false],
	["*@school.example", "ada@school.example", true],
	["*@school.example", "@school.example", true],
	["*@school.example", "ada@evil.example@school.example", false],
	["*@school.example", "ada@school.example.evil.example", false],
	["https://example.org/*", "https://example.org/a", true],
	["https://example.org/*", "https://example.org/a/b", false],
	["https://*.example.org/", "https://evil.example/.example.org/", false],
	["b*b*b@x", "bob-bib@x", true],
	["b*b*c@x", "bob-bib@x", false],
	["telegram:-100*", "telegram:-1001", true],
])("%s matches %s: %s", (pattern, place, expected) => {
	expect(matchesPlace(pattern, place)).toBe(expected);
});

it("is done in time with whatever stars", () => {
	expect(matchesPlace(`${"*a".repeat(500)}b`, "a".repeat(5_000))).toBe(false);
});
