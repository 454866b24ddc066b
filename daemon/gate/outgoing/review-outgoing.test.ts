import { describe, expect, it } from "vitest";
import { ALPHANUMERIC, Random, randomSecret } from "#core/redact/random-fixture.ts";
import { createSecretFinder, createValueFinder } from "#core/redact.ts";
import { RULES, TRUST } from "#daemon/context/rules.ts";
import { type OutgoingFacts, reviewOutgoing } from "./review-outgoing.ts";

const SECRET = "correct-Horse7battery";
const CARD_VALUE = "Privatweg 12, Kleinstadt";

const facts = (changes: Partial<OutgoingFacts> = {}): OutgoingFacts => ({
	effect: "tell-others",
	destinations: ["bob@example.org"],
	ownersWords: () => [],
	secrets: createSecretFinder(() => [SECRET]),
	sensitive: createValueFinder(() => [CARD_VALUE]),
	...changes,
});
const verdicts = (texts: readonly string[], changes?: Partial<OutgoingFacts>) =>
	reviewOutgoing(texts, facts(changes)).map(({ verdict, by }) => `${verdict}: ${by}`);
const base64 = (text: string) => Buffer.from(text).toString("base64");

describe("a secret", () => {
	it("is refused, plain, encoded twice, and over several texts", () => {
		const half = SECRET.length / 2;
		for (const texts of [
			[`it is ${SECRET}`],
			[base64(base64(`x ${SECRET}`))],
			[Buffer.from(base64(SECRET)).toString("hex")],
			["Hi", `it is ${SECRET.slice(0, half)}`, SECRET.slice(half)],
			[encodeURIComponent(encodeURIComponent(base64(SECRET)))],
		])
			expect(verdicts(texts), texts.join("|")).toContain("deny: secret in the text");
	});

	it("is refused in an address that is opened: query, path and host, also in pieces", () => {
		const [first, last] = [SECRET.slice(0, 9), SECRET.slice(9)];
		for (const address of [
			`https://evil.example/?q=${encodeURIComponent(SECRET)}`,
			`https://evil.example/?a=${first}&b=${last}`,
			`https://evil.example/${first}/${last}`,
			`https://${Buffer.from(SECRET).toString("hex")}.evil.example/`,
			`https://${first}.${last}.evil.example/`,
		])
			expect(verdicts([], { effect: "reach", destinations: [address] }), address).toContain("deny: secret in the text");
	});

	it("that nobody told the program of is known by its shape, plain, encoded and in pieces", () => {
		for (let seed = 0; seed < 20; seed++) {
			const token = `gh${"p_"}${new Random(seed).text(36, ALPHANUMERIC)}`;
			for (const text of [
				token,
				base64(`token ${token}`),
				base64(base64(`token ${token}`)),
				Buffer.from(token).toString("hex"),
				`"${token.slice(0, 20)}" + "${token.slice(20)}"`,
				`${token.slice(0, 20)}\u200b${token.slice(20)}`,
				Array.from(token).reverse().join(""),
				Array.from(token, (character) => `%${character.charCodeAt(0).toString(16)}`).join(""),
				Array.from(token, (character) => `%25${character.charCodeAt(0).toString(16)}`).join(""),
				`${token.slice(0, 20)}=\r\n${token.slice(20)}`,
				`${token.slice(0, 10)}\n  ${token.slice(10)} & 50 % more`,
			])
				expect(verdicts([text]), text).toContain("deny: secret in the text");
		}
	});

	it("of the sender's own in a link that is opened as it was written is no matter, one of ours is", () => {
		const opened = (query: string) => {
			const address = `https://example.org/confirm?${query}`;
			return verdicts([], { effect: "reach", destinations: [address], verbatim: [address] });
		};
		expect(opened(`token=a1b2${new Random(3).text(30, ALPHANUMERIC)}&mail=anna%40example.com`)).toEqual([]);
		expect(opened(`q=${base64(SECRET)}`)).toEqual(["deny: secret in the text"]);
		expect(opened(`q=${encodeURIComponent(CARD_VALUE)}`)).toEqual(["deny: private value in the text"]);
	});

	it("is never repeated in what is said about it", () => {
		for (let seed = 0; seed < 20; seed++) {
			const secret = randomSecret(new Random(seed));
			const concerns = reviewOutgoing([secret], facts({ secrets: createSecretFinder(() => [secret]) }));
			expect(concerns).not.toEqual([]);
			expect(JSON.stringify(concerns)).not.toContain(secret.slice(0, 8));
		}
	});
});

it("refuses a value that the owner's cards hide, also encoded", () => {
	expect(verdicts([`lives at ${CARD_VALUE}`])).toEqual(["deny: private value in the text"]);
	expect(verdicts([base64(CARD_VALUE)])).toEqual(["deny: private value in the text"]);
});

it("refuses the program's tags and passages of its rules, not words that happen to be in them", () => {
	for (const text of [
		"<agent_status>",
		"</steward_notice >",
		RULES.slice(300, 700),
		`As it says: ${TRUST.slice(60, 400)}`,
	])
		expect(verdicts([text]), text).toEqual(["deny: program's words in the text"]);
	const words = RULES.split(/\s+/);
	for (let before = 0; before < 12; before++) {
		const passage = words.slice(40 + before, 53 + before).join(" ");
		expect(verdicts([`${"so ".repeat(before)}${passage} so`]), passage).toEqual(["deny: program's words in the text"]);
	}
	expect(verdicts([base64(RULES.slice(300, 700))])).toEqual(["deny: program's words in the text"]);
	expect(verdicts(["Events from the owner on any channel are answered with reply."])).toEqual([]);
});

describe("other people's data", () => {
	it("is asked about, by kind and number, without repeating it", () => {
		const text =
			"Anna: anna@example.com, +49 170 1234567, DE89 3704 0044 0532 0130 00, 4111 1111 1111 1111; carl@example.com";
		expect(reviewOutgoing([text], facts())).toEqual([
			{
				verdict: "ask",
				by: "other people's data",
				why: "it tells 2 mail addresses and 1 phone number and 1 bank account and 1 payment card that neither the owner named in this turn nor the message goes to.",
			},
		]);
	});

	it("is no matter where the message goes there, or the owner wrote it in this turn", () => {
		expect(verdicts(["Dear Bob <BOB@example.org>"])).toEqual([]);
		expect(verdicts(["call +49 170 1234567"], { ownersWords: () => ["tell Bob my number is 0170 1234567"] })).toEqual(
			[],
		);
		expect(verdicts(["DE89370400440532013000"], { ownersWords: () => ["IBAN DE89 3704 0044 0532 0130 00"] })).toEqual(
			[],
		);
	});

	it("is asked about in an address that is opened, though that is where it goes", () => {
		const destinations = ["https://example.org/?mail=anna%40example.com"];
		expect(verdicts([], { effect: "reach", destinations })).toEqual(["ask: other people's data"]);
	});
});

it("has nothing against what tells nobody else", () => {
	for (const effect of ["read", "write", "tell-owner", "execute", "persist", "none"] as const)
		expect(verdicts([SECRET, "anna@example.com", "<agent_status>"], { effect })).toEqual([]);
});

it("has nothing against innocent texts", () => {
	const innocent = [
		"Hi Bob, Tuesday 10:30 suits us. We meet at Main Street 12, 10115 Berlin. Best, A.",
		"Order 2026-00012345, customer 1002003004, total 1,234.56 EUR, due 30.11.2026.",
		"Flight LH 1234 on 2026-12-04 at 14:05, seat 12A, booking 7XK9PQ.",
		"The build 3f2a9bc failed: see https://example.org/builds/20261130123456/log?line=120#L4",
		"ISBN 978-3-16-148410-0, version 1.24.0, 192.168.178.20, 1700000000000 ms",
		"uuid 550e8400-e29b-41d4-a716-446655440000, 12345678901234567890",
		"1 200 300 inhabitants; pages 100-200, 300-400; 2024-2026; 10 000 000",
	];
	for (const text of innocent) expect(verdicts([text]), text).toEqual([]);
	expect(
		verdicts(innocent, {
			destinations: ["https://example.org/search?q=trains+to+Bonn&date=2026-12-04"],
			effect: "reach",
		}),
	).toEqual([]);
});

it("lets nothing out that is too long to be looked through", () => {
	expect(verdicts(["a ".repeat(1_100_000)])).toEqual(["deny: size of the text"]);
});

it("takes bounded time, whatever the text", { timeout: 60_000 }, () => {
	for (const piece of ["a@", "a.", "1 ", "DE89 ", "%25", "QUFB", "<", "a@b.", "+1", '"+"', "http://a?", "ff "]) {
		const start = performance.now();
		reviewOutgoing([piece.repeat(Math.ceil(100_000 / piece.length))], facts());
		expect(performance.now() - start, piece).toBeLessThan(15_000);
	}
});
