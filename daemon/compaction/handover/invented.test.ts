import { describe, expect, it } from "vitest";
import { inventedIdentifiers, occursIn, withoutInvented } from "./invented.ts";

const SHOWN = [
	"[E-12 2026-11-30 10:30:45 telegram] Order AB-1234 at https://shop.example/orders/AB-1234?x=1, call +49 30 1234567",
	'{"path":"src/payment/callbacks.py","text":"line one\\nLH2031 leaves"}',
	"commit 9fceb02d0ae598e95dc970b74767f19372d61af8, IP 10.0.0.7",
];
const invented = (output: string) => inventedIdentifiers(output, occursIn(SHOWN));

describe("an identifier in a model's text", () => {
	it.each([
		"AB-1234 was ordered at https://shop.example/orders/AB-1234?x=1 (E-12).",
		"handle_callback in callbacks.py and src/payment/callbacks.py:42",
		"LH2031, +49 30 1234567, 10.0.0.7, commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
		"on 30 November 2026 for 1,234.50 EUR, 3 of 12 done",
		"nothing to check here",
	])("was shown: %s", (output) => {
		expect(invented(output)).toEqual([]);
	});

	it.each([
		["AB-1235", "one digit off"],
		["ab-1234", "another case"],
		["AB-123", "the beginning of a longer one"],
		["E-1", "of our own, the beginning of another"],
		["H2031", "the end of a longer one"],
		["https://shop.example/orders/AB-1234?x=2", "a link with another end"],
		["+49 30 1234568", "a telephone"],
		["src/payment/callback.py", "a path"],
		["10.0.0.70", "an address"],
	])("was invented: %s (%s)", (identifier) => {
		expect(invented(`It is ${identifier}, and E-12.`)).toEqual([identifier]);
	});

	it("is named once", () => {
		expect(invented("XY9999 and XY9999")).toEqual(["XY9999"]);
	});
});

describe("what was invented is taken out", () => {
	it("where it stands by itself, and nothing of a longer one", () => {
		const text = "E-1 is E-12 in (AB-123) and AB-1234, on 2026-12-24.";
		expect(withoutInvented(text, occursIn(SHOWN), "[?]")).toBe("[?] is E-12 in ([?]) and AB-1234, on 2026-12-24.");
	});

	it("and a text without any stays as it is", () => {
		expect(withoutInvented("AB-1234 👍", occursIn(SHOWN), "[?]")).toBe("AB-1234 👍");
	});
});
