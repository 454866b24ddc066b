import { expect, it } from "vitest";
import { decideUrl } from "./decide-url.ts";
import { KnownUrls } from "./known-urls.ts";

const url = "https://a.example/page?x=1";
const question = { url, isVerbatim: () => true, tainted: true, usedThisTurn: 0, cap: 3 };

it("lets an untainted view open what is public, without a search", () => {
	const isVerbatim = () => {
		throw new Error("Not to be asked");
	};
	expect(decideUrl({ ...question, tainted: false, isVerbatim, usedThisTurn: 99 })).toBeUndefined();
});

it("lets a tainted view open what stands in it, up to the cap, and then asks", () => {
	expect(decideUrl({ ...question, usedThisTurn: 2 })).toBeUndefined();
	expect(decideUrl({ ...question, usedThisTurn: 3 })).toMatchObject({ verdict: "ask", by: "addresses in one turn" });
});

it("asks before a tainted view opens what stands nowhere", () => {
	expect(decideUrl({ ...question, isVerbatim: () => false })).toMatchObject({ verdict: "ask" });
});

it.each([false, true])("refuses what is not public, tainted or not (%s)", (tainted) => {
	for (const secret of ["http://169.254.169.254/latest", "http://localhost/", "file:///etc/passwd", "nonsense"]) {
		const concern = decideUrl({ ...question, tainted, url: secret });
		expect(concern).toMatchObject({ verdict: "deny" });
		expect(concern?.why).not.toContain(secret);
	}
});

const written = (...texts: string[]) => texts.map((content) => ({ message: { content } }));

it("knows an address in any spelling of the same, and with any fragment", () => {
	const known = new KnownUrls();
	const texts = written(
		"nothing",
		"see HTTPS://A.example:443/page?x=1#part.",
		'<a href="https://b.example/?a=1&amp;b=2">',
	);
	for (const same of [url, `${url}#other`, "https://a.EXAMPLE/page?x=1", "https://b.example/?a=1&b=2"]) {
		expect(known.has(texts, same)).toBe(true);
	}
});

it("knows no part of an address, and nothing with more in it", () => {
	const known = new KnownUrls();
	const texts = written("see https://a.example/page?x=1 and https://b.example/?to=https://c.example/");
	const others = ["https://a.example/", "https://a.example/page", "https://a.example/page?x=", `${url}2`, `${url}&y=2`];
	others.push(
		"http://a.example/page?x=1",
		"https://x.a.example/page?x=1",
		"https://c.example/",
		"https://a.example/PAGE?x=1",
	);
	for (const other of others) expect(known.has(texts, other), other).toBe(false);
});

it("asks only about what is given: a text that has left the view is not known any more", () => {
	const known = new KnownUrls();
	const texts = written(url, "other");
	expect(known.has(texts, url)).toBe(true);
	expect(known.has(texts.slice(1), url)).toBe(false);
});
