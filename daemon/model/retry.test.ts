import { describe, expect, it } from "vitest";
import type { Failure } from "./failure.ts";
import { decideRetry, type RetrySituation } from "./retry.ts";
import { readRetryAfter } from "./retry-after.ts";

const failure: Failure = {
	cause: "unreachable",
	passing: true,
	lasting: false,
	summary: "",
	problem: "",
	remedy: "",
};

const decide = (changes: Partial<RetrySituation>, of: Partial<Failure> = {}) =>
	decideRetry({
		...{ attempt: 1, elapsedMs: 0, fraction: 0, background: false, modelsLeft: 0 },
		failure: { ...failure, ...of },
		...changes,
	});

describe("decideRetry", () => {
	it.each([
		["first wait at its shortest", {}, {}, 500],
		["first wait at its longest", { fraction: 0.999 }, {}, 1000],
		["second wait", { attempt: 2 }, {}, 1000],
		["a rate limit without a word", {}, { cause: "rate-limited" }, 2000],
		["a rate limit never beyond the cap", { attempt: 2, fraction: 0.9999 }, { cause: "rate-limited" }, 8000],
		["Retry-After", {}, { retryAfterMs: 7_000 }, 7_000],
		["Retry-After of nought is not a busy loop", {}, { retryAfterMs: 0 }, 500],
		["the longest Retry-After", {}, { retryAfterMs: 30_000 }, 30_000],
	] as const)("%s", (_, situation, of, delayMs) => {
		expect(decide(situation, of)).toEqual({ kind: "retry", delayMs });
	});

	it.each([
		["the third attempt failed", { attempt: 3 }, {}],
		["nobody waits for it", { background: true }, {}],
		["it can't pass by itself", {}, { passing: false }],
		["the service wants a long rest", {}, { retryAfterMs: 30_001 }],
		["the model has had its time", { elapsedMs: 119_800 }, {}],
	])("goes on to the next model, or gives up, when %s", (_, situation, of) => {
		expect(decide({ ...situation, modelsLeft: 1 }, of)).toEqual({ kind: "next-model" });
		expect(decide({ ...situation, modelsLeft: 0 }, of)).toEqual({ kind: "give-up" });
	});
});

describe("readRetryAfter", () => {
	const now = Date.parse("2026-11-30T10:00:00Z");

	it.each([
		[{ "retry-after": "12" }, 12_000],
		[{ "retry-after": "0.25" }, 250],
		[{ "retry-after": "-5" }, 0],
		[{ "retry-after": "Mon, 30 Nov 2026 10:00:20 GMT" }, 20_000],
		[{ "retry-after": "Mon, 30 Nov 2026 09:00:00 GMT" }, 0],
		[{ "retry-after-ms": "1500", "retry-after": "9" }, 1500],
		[{ "retry-after-ms": "soon", "retry-after": "9" }, 9_000],
		[{ "retry-after": "soon" }, undefined],
		[{}, undefined],
	])("%j", (headers, delayMs) => {
		expect(readRetryAfter(new Headers(headers as Record<string, string>), now)).toBe(delayMs);
	});

	it("knows nothing without headers", () => {
		expect(readRetryAfter(undefined, now)).toBeUndefined();
	});
});
