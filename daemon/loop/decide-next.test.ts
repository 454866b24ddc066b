import { describe, expect, it } from "vitest";
import type { ModelOutcome } from "#daemon/model/port.ts";
import { decideNext, type RoundResult } from "./decide-next.ts";

const usage = { inputTokens: 1, cachedTokens: 0, outputTokens: 1, estimated: false };
const complete = (text = ""): ModelOutcome => ({ kind: "complete", text, calls: [], usage, model: "m" });
const round = (changes: Partial<RoundResult>): RoundResult => ({
	outcome: complete(),
	calls: [],
	openEvents: [],
	reminders: 0,
	...changes,
});
const reply = { tool: "reply", state: "done", settles: true } as const;
const read = { tool: "read_file", state: "done", settles: false } as const;

describe("after a message with calls", () => {
	it("ends the turn when a reply came last and everything is answered", () => {
		expect(decideNext(round({ calls: [reply] }))).toMatchObject({ kind: "end", end: { kind: "done" } });
		expect(decideNext(round({ calls: [read, reply] }))).toMatchObject({ kind: "end", end: { kind: "done" } });
	});

	it("goes on when something came after the reply, since its result has not been seen", () => {
		expect(decideNext(round({ calls: [reply, read] }))).toEqual({ kind: "continue" });
	});

	it("goes on when a call failed, even if a reply came last", () => {
		for (const state of ["failed", "denied", "unknown", "not-run"] as const) {
			expect(decideNext(round({ calls: [{ ...read, state }, reply] }))).toEqual({ kind: "continue" });
		}
	});

	it("goes on when the reply itself was not run", () => {
		expect(decideNext(round({ calls: [{ ...reply, state: "not-run" }], openEvents: [3] }))).toEqual({
			kind: "continue",
		});
	});

	it("ends when an action waits for approval and the reply said so", () => {
		expect(decideNext(round({ calls: [{ ...read, state: "asked" }, reply] }))).toMatchObject({
			kind: "end",
			end: { kind: "done" },
		});
	});

	it("names the events that a reply left out, twice, and then tells the owner", () => {
		const left = { calls: [reply], openEvents: [4, 7] };
		expect(decideNext(round(left))).toMatchObject({ kind: "remind", notice: expect.stringContaining("E-4, E-7") });
		expect(decideNext(round({ ...left, reminders: 1 }))).toMatchObject({ kind: "remind" });
		expect(decideNext(round({ ...left, reminders: 2 }))).toMatchObject({
			kind: "end",
			end: { kind: "failed", tell: expect.any(String) },
		});
	});
});

describe("after a message without calls", () => {
	it("delivers plain text while an event is open", () => {
		expect(decideNext(round({ outcome: complete("Hello."), openEvents: [1] }))).toEqual({
			kind: "deliver",
			text: "Hello.",
		});
	});

	it("does not say anything twice: text after a reply is not delivered", () => {
		expect(decideNext(round({ outcome: complete("Hello again.") }))).toMatchObject({
			kind: "end",
			end: { kind: "done" },
		});
	});

	it("reminds once of an empty message, then tells the owner", () => {
		expect(decideNext(round({ outcome: complete("  \n"), openEvents: [1] }))).toMatchObject({ kind: "remind" });
		expect(decideNext(round({ outcome: complete(), openEvents: [1], reminders: 1 }))).toMatchObject({
			kind: "end",
			end: { kind: "failed", tell: expect.any(String) },
		});
	});
});

describe("when the model did not finish a message", () => {
	const failed = { problem: "No answer.", remedy: "Wait." };

	it.each([
		[{ kind: "refusal", text: "No.", usage, model: "m" }, "refused"],
		[{ kind: "failed", cause: "rejected", ...failed }, "failed"],
	] as [ModelOutcome, string][])("tells the owner of %o", (outcome, kind) => {
		expect(decideNext(round({ outcome, openEvents: [1] }))).toMatchObject({
			kind: "end",
			end: { kind, tell: expect.any(String) },
		});
	});

	it("waits for a model where none answers", () => {
		for (const cause of [
			"not-configured",
			"unauthorized",
			"billing",
			"rate-limited",
			"unreachable",
			"broken",
		] as const) {
			expect(decideNext(round({ outcome: { kind: "failed", cause, ...failed } }))).toMatchObject({
				kind: "wait-for-model",
			});
		}
	});

	it("asks once more after a message that makes no sense, and then tells the owner", () => {
		const outcome: ModelOutcome = { kind: "malformed", problem: "a call without a name", model: "m" };
		expect(decideNext(round({ outcome, openEvents: [1] }))).toMatchObject({ kind: "remind" });
		expect(decideNext(round({ outcome, openEvents: [1], reminders: 1 }))).toMatchObject({
			kind: "end",
			end: { kind: "failed", tell: expect.stringContaining("without a name") },
		});
	});

	it("asks for a shorter message when one was cut, at most twice", () => {
		const outcome: ModelOutcome = { kind: "length", text: "…", usage, model: "m" };
		expect(decideNext(round({ outcome, openEvents: [1] }))).toMatchObject({ kind: "remind" });
		expect(decideNext(round({ outcome, openEvents: [1], reminders: 2 }))).toMatchObject({
			kind: "end",
			end: { kind: "failed" },
		});
	});
});
