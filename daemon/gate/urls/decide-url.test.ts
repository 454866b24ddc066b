import { expect, it } from "vitest";
import { decideUrl } from "./decide-url.ts";
import { publicUrlsIn } from "./known-urls.ts";
import { parsePublicUrl } from "./public-url.ts";

const url = "https://a.example/page?x=1";
const question = { url, isVerbatim: true, tainted: true, usedThisTurn: 0, cap: 3 };

it("lets an untainted view open what is public", () => {
	expect(decideUrl({ ...question, tainted: false, isVerbatim: false, usedThisTurn: 99 })).toBeUndefined();
});

it("lets a tainted view open what stands in it, up to the cap, and then asks", () => {
	expect(decideUrl({ ...question, usedThisTurn: 2 })).toBeUndefined();
	expect(decideUrl({ ...question, usedThisTurn: 3 })).toMatchObject({ verdict: "ask", by: "addresses in one turn" });
});

it("asks before a tainted view opens what stands nowhere", () => {
	expect(decideUrl({ ...question, isVerbatim: false })).toMatchObject({ verdict: "ask" });
});

it.each([false, true])("refuses what is not public, tainted or not (%s)", (tainted) => {
	for (const secret of ["http://169.254.169.254/latest", "http://localhost/", "file:///etc/passwd", "nonsense"]) {
		const concern = decideUrl({ ...question, tainted, url: secret });
		expect(concern).toMatchObject({ verdict: "deny" });
		expect(concern?.why).not.toContain(secret);
	}
});

const isIn = (text: string, other: string): boolean => {
	const address = parsePublicUrl(other);
	return address.kind === "public" && publicUrlsIn(text).has(address.url);
};

it("knows an address in any spelling of the same, and with any fragment", () => {
	const text = 'see HTTPS://A.example:443/page?x=1#part. Or <a href="https://b.example/?a=1&amp;b=2">';
	for (const same of [url, `${url}#other`, "https://a.EXAMPLE/page?x=1", "https://b.example/?a=1&b=2"]) {
		expect(isIn(text, same), same).toBe(true);
	}
});

it("knows no part of an address, and nothing with more in it", () => {
	const text = "see https://a.example/page?x=1 and https://b.example/?to=https://c.example/ and http://10.0.0.1/";
	const others = [
		...["https://a.example/", "https://a.example/page", "https://a.example/page?x=", `${url}2`, `${url}&y=2`],
		...[
			"http://a.example/page?x=1",
			"https://x.a.example/page?x=1",
			"https://c.example/",
			"https://a.example/PAGE?x=1",
		],
		...["https://b.example/", "https://b.example/?to=", "http://10.0.0.1/"],
	];
	for (const other of others) expect(isIn(text, other), other).toBe(false);
});
