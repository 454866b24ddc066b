import { describe, expect, it } from "vitest";
import { interpolate, mergeEnvironment } from "./interpolate.ts";

const environment = { KEY: "value", OTHER: "more", EMPTY: "", TRICKY: `\${KEY}$&` };

describe("interpolate", () => {
	it.each([
		["plain", "plain", []],
		[`\${KEY}`, "value", ["value"]],
		[`a\${KEY}b\${OTHER}c`, "avaluebmorec", ["value", "more"]],
		["costs 5$ or $KEY or {KEY}", "costs 5$ or $KEY or {KEY}", []],
		[`$\${KEY} is written so`, `\${KEY} is written so`, []],
		[`$\${\${KEY}}`, `\${value}`, ["value"]],
	])("fills %j in as %j", (text, filled, values) => {
		expect(interpolate(text, environment)).toEqual({ kind: "filled", text: filled, values });
	});

	it("doesn't look into what it has put in", () => {
		expect(interpolate(`\${TRICKY}`, environment)).toMatchObject({ kind: "filled", text: `\${KEY}$&` });
	});

	it("names every name that is unset or set to nothing, once", () => {
		const result = interpolate(`\${NONE} \${KEY} \${EMPTY} \${NONE} \${toString}`, environment);
		expect(result).toEqual({ kind: "unset", names: ["NONE", "EMPTY", "toString"] });
	});

	it.each([`\${`, `\${KEY`, `\${}`, `\${a-b}`, `\${1A}`, `\${ KEY }`])("finds no name in %j", (text) => {
		expect(interpolate(text, environment)).toEqual({ kind: "malformed" });
	});
});

describe("mergeEnvironment", () => {
	it("lets the process win over .env, but not with an empty value", () => {
		const merged = mergeEnvironment(
			{ A: "process", B: "", C: undefined },
			{ A: "file", B: "file", C: "file", D: "file" },
		);
		expect(merged).toEqual({ A: "process", B: "file", C: "file", D: "file" });
	});
});
