import { expect, it } from "vitest";
import { parseUrl } from "./parse-url.ts";

it("takes addresses apart, with a base where one is given, and knows what is none", () => {
	expect(parseUrl("https://example.org/a")?.pathname).toBe("/a");
	expect(parseUrl("../b", "https://example.org/x/a")?.href).toBe("https://example.org/b");
	expect([parseUrl("no address"), parseUrl("")]).toEqual([undefined, undefined]);
});

it("says the same of an address with umlauts however often it is asked", () => {
	const wrong = Array.from({ length: 60_000 }, () => parseUrl("https://bücher.example/ä")).filter((url) => !url);
	expect(wrong).toHaveLength(0);
});
