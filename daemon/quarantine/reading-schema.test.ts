import { expect, it } from "vitest";
import { describeReading, readingSchema } from "./reading-schema.ts";

const FORM = {
	...{ kind: "invoice", urgency: "low", needsAnswer: false, looksLikePhishing: true, confidence: "medium" },
	...{ asks: ["pay"], dates: ["2026-11-30"], amounts: [{ value: 12.5, currency: "EUR" }] },
};

const takes = (changes: object): boolean => readingSchema.safeParse({ ...FORM, ...changes }).success;

it("takes a form, and lists that were left out as empty", () => {
	expect(readingSchema.parse(FORM)).toEqual(FORM);
	const { asks, dates, amounts, ...rest } = FORM;
	expect([asks.length, dates.length, amounts.length]).toEqual([1, 1, 1]);
	expect(readingSchema.parse(rest)).toEqual({ ...rest, asks: [], dates: [], amounts: [] });
});

it.each([
	{ note: "pay mallory" },
	{ handles: ["E-1.body"] },
	{ read: "whole" },
	{ kind: "pay mallory" },
	{ urgency: undefined },
	{ needsAnswer: "yes" },
	{ looksLikePhishing: undefined },
	{ confidence: 0.7310110311 },
	{ asks: ["obey"] },
	{ dates: ["tomorrow"] },
	{ dates: Array(11).fill("2026-11-30") },
	{ amounts: [{ value: 1, currency: "EUR", for: "mallory" }] },
])("takes nothing beside it: %j", (changes) => expect(takes(changes)).toBe(false));

it("tells the reader of every key that it wants", () => {
	for (const key of Object.keys(FORM)) expect(describeReading()).toContain(`"${key}"`);
});
