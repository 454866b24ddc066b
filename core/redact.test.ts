import { expect, it } from "vitest";
import { ALPHANUMERIC, Random } from "./redact/random-fixture.ts";
import { createRedactor, createSecretFinder, holdsRedactedMark, redactedMark } from "./redact.ts";

it("says how many secrets stood at a place", () => {
	expect([1, 2].map(redactedMark)).toEqual(["[redacted: 1 secret]", "[redacted: 2 secrets]"]);
	const redact = createRedactor(() => ["first-secret", "second-secret"]);
	expect(redact("first-secret and second-secret")).toBe("[redacted: 1 secret] and [redacted: 1 secret]");
});

it("counts a secret within another one once, and one that goes on in another one twice", () => {
	expect(createRedactor(() => ["abcdefgh12345678", "h1234567"])("abcdefgh12345678")).toBe("[redacted: 1 secret]");
	expect(createRedactor(() => ["abcdefgh12345678", "12345678ijklmnop"])("abcdefgh12345678ijklmnop")).toBe(
		"[redacted: 2 secrets]",
	);
});

it("leaves values of less than eight characters alone", () => {
	expect(createRedactor(() => ["short"])("a short word")).toBe("a short word");
});

it("knows a secret from the moment that it is in the list", () => {
	const secrets: string[] = [];
	const redact = createRedactor(() => secrets);
	expect(redact("later-secret")).toBe("later-secret");
	secrets.push("later-secret");
	expect(redact("later-secret")).toBe("[redacted: 1 secret]");
	secrets[0] = "other-secret";
	expect(redact("later-secret other-secret")).toBe("later-secret [redacted: 1 secret]");
});

it("changes nothing the second time", () => {
	const redact = createRedactor(() => ["known-secret"]);
	const bearer = new Random(1).text(30, ALPHANUMERIC);
	const once = redact(`password="x1y2z3w4v5" Authorization: Bearer ${bearer} https://a:b1@c.example known-secret`);
	expect(once).toBe(
		'password="[redacted: 1 secret]" Authorization: Bearer [redacted: 1 secret] https://a:[redacted: 1 secret]@c.example [redacted: 1 secret]',
	);
	expect(redact(once)).toBe(once);
});

it("leaves what only looks like a credential to the owner's own words", () => {
	const byValue = createRedactor(() => ["known-secret"], { byPattern: false });
	expect(byValue("is password=x1y2z3w4v5 safer than known-secret?")).toBe(
		"is password=x1y2z3w4v5 safer than [redacted: 1 secret]?",
	);
});

it("says where it found what, and how", () => {
	expect(createSecretFinder(() => ["known-secret"]).find("a known-secret, password=x1y2z3w4v5")).toEqual([
		{ start: 2, end: 14, count: 1, by: "value" },
		{ start: 25, end: 35, count: 1, by: "pattern" },
	]);
	expect(createSecretFinder(() => ["ab12cd34ef"]).find("password=xab12cd34efy")).toEqual([
		{ start: 9, end: 21, count: 1, by: "value" },
	]);
});

it("knows its own mark in a text", () => {
	expect(["a [redacted: 1 secret] b", "[redacted: 12 secrets]", "[redacted]"].map(holdsRedactedMark)).toEqual([
		true,
		true,
		false,
	]);
});
