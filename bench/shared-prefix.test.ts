import { expect, it } from "vitest";
import { sharedPrefixPercent } from "./shared-prefix.ts";

const request = (words: readonly string[], status: string): string => {
	const messages = [...words, `<agent_status>${status}`].map((content) => ({ role: "user", content }));
	return JSON.stringify({ model: "m", messages });
};

it("is all of it where a request extends the one before, whatever the status block says", () => {
	expect(sharedPrefixPercent(request(["a"], "one"), request(["a", "b"], "two"))).toBe(100);
	expect(sharedPrefixPercent(request(["a"], "one"), request(["a"], "two"))).toBe(100);
});

it("ends at the first byte that differs, and counts bytes, not characters", () => {
	const before = request(["äöü", "x"], "");
	const length = Buffer.byteLength(before.slice(0, before.indexOf(',{"role":"user","content":"<agent_status>')));
	const same = Buffer.byteLength(before.slice(0, before.indexOf("ü")));
	const after = request(["äöu", "x"], "");
	expect(sharedPrefixPercent(before, after)).toBeCloseTo((100 * same) / length);
});

it("is never more than what a shorter request has", () => {
	expect(sharedPrefixPercent(request(["a", "b"], ""), request(["a"], ""))).toBeLessThan(100);
});

it("refuses a request without a status block", () => {
	expect(() => sharedPrefixPercent("{}", "{}")).toThrow("no status block");
});
