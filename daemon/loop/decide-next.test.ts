import { describe, expect, it } from "vitest";
import type { ModelOutcome } from "#daemon/model/port.ts";
import { decideNext } from "./decide-next.ts";
import { complete, cut, malformed, round, usage } from "./round-fixture.ts";

const reply = { tool: "reply", succeeded: true, settles: true };
const read = { tool: "read_file", succeeded: true, settles: false };
const done = { kind: "end", end: { kind: "done" } };

describe("after a message with calls", () => {
	it("ends the turn when a reply came last and everything is answered", () => {
		expect(decideNext(round({ calls: [reply] }))).toMatchObject(done);
		expect(decideNext(round({ calls: [read, reply] }))).toMatchObject(done);
	});

	it("goes on when something came after the reply, since its result has not been seen", () => {
		expect(decideNext(round({ calls: [reply, read] }))).toEqual({ kind: "continue" });
	});

	it("goes on when a call failed, even if a reply came last", () => {
		expect(decideNext(round({ calls: [{ ...read, succeeded: false }, reply] }))).toEqual({ kind: "continue" });
		expect(decideNext(round({ calls: [{ ...reply, succeeded: false }], openEvents: [3] }))).toEqual({
			kind: "continue",
		});
	});

	it("names the events that a reply left out, twice, and then tells the owner", () => {
		const left = { calls: [reply], openEvents: [4, 7] };
		const notice = expect.stringContaining("E-4, E-7");
		expect(decideNext(round(left))).toMatchObject({ kind: "remind", path: "unanswered", notice });
		expect(decideNext(round({ ...left, recoveries: { unanswered: 1 } }))).toMatchObject({ kind: "remind" });
		expect(decideNext(round({ ...left, recoveries: { unanswered: 2 } }))).toMatchObject({
			kind: "end",
			end: { kind: "failed", tell: expect.any(String) },
		});
	});

	it("ends while a task works for what is open, and asks only for the rest", () => {
		expect(decideNext(round({ calls: [reply], openEvents: [4], pendingEvents: [4] }))).toMatchObject(done);
		const step = decideNext(round({ calls: [reply], openEvents: [4, 7], pendingEvents: [4] }));
		expect(step).toMatchObject({ kind: "remind", notice: expect.stringContaining("E-7") });
		expect(step).not.toMatchObject({ notice: expect.stringContaining("E-4") });
	});
});

describe("after a message without calls", () => {
	it("delivers plain text while an event is open, also one that a task works for", () => {
		const deliver = { kind: "deliver", text: "Hello.", end: { kind: "done", detail: expect.any(String) } };
		expect(decideNext(round({ outcome: complete("Hello."), openEvents: [1] }))).toEqual(deliver);
		expect(decideNext(round({ outcome: complete("Hello."), openEvents: [1], pendingEvents: [1] }))).toEqual(deliver);
	});

	it("does not say anything twice: text after a reply is not delivered", () => {
		expect(decideNext(round({ outcome: complete("Hello again.") }))).toMatchObject(done);
	});

	it("reminds once of an empty message, then tells the owner", () => {
		const empty = { outcome: complete("  \n"), openEvents: [1] };
		expect(decideNext(round(empty))).toMatchObject({ kind: "remind", path: "empty-answer" });
		expect(decideNext(round({ ...empty, recoveries: { "empty-answer": 1 } }))).toMatchObject({
			kind: "end",
			end: { kind: "failed", tell: expect.any(String) },
		});
	});

	it("takes an empty message for an end where only tasks are waited for", () => {
		expect(decideNext(round({ outcome: complete(), openEvents: [1], pendingEvents: [1] }))).toMatchObject(done);
		expect(decideNext(round({ outcome: complete(), openEvents: [1, 2], pendingEvents: [1] }))).toMatchObject({
			kind: "remind",
			notice: expect.stringContaining("E-2"),
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
		const causes = ["not-configured", "unauthorized", "billing", "rate-limited", "unreachable", "broken"] as const;
		for (const cause of causes) {
			expect(decideNext(round({ outcome: { kind: "failed", cause, ...failed } }))).toMatchObject({
				kind: "wait-for-model",
			});
		}
	});

	it("ends as stopped where it was cut off", () => {
		expect(decideNext(round({ outcome: { kind: "aborted" }, openEvents: [1] }))).toMatchObject({
			kind: "end",
			end: { kind: "stopped" },
		});
	});

	it("asks once more after a message that makes no sense, and then tells the owner", () => {
		expect(decideNext(round({ outcome: malformed, openEvents: [1] }))).toMatchObject({
			kind: "remind",
			path: "malformed-answer",
		});
		const again = round({ outcome: malformed, openEvents: [1], recoveries: { "malformed-answer": 1 } });
		expect(decideNext(again)).toMatchObject({
			kind: "end",
			end: { kind: "failed", tell: expect.stringContaining("without a name") },
		});
	});

	it("asks for a shorter message when one was cut, at most twice", () => {
		for (const tried of [{}, { "output-limit": 1 }]) {
			expect(decideNext(round({ outcome: cut, openEvents: [1], recoveries: tried }))).toMatchObject({
				kind: "remind",
				path: "output-limit",
			});
		}
		expect(decideNext(round({ outcome: cut, openEvents: [1], recoveries: { "output-limit": 2 } }))).toMatchObject({
			kind: "end",
			end: { kind: "failed", tell: expect.any(String) },
		});
	});

	it("does not let one kind of trouble use up the tries of another", () => {
		const usedUp = { "malformed-answer": 1, "empty-answer": 1, unanswered: 2, "open-todos": 2 };
		expect(decideNext(round({ outcome: cut, openEvents: [1], recoveries: usedUp }))).toMatchObject({ kind: "remind" });
		const others = { "output-limit": 2, "empty-answer": 1, unanswered: 2, "open-todos": 2 };
		const nonsense = round({ outcome: malformed, openEvents: [1], recoveries: others });
		expect(decideNext(nonsense)).toMatchObject({ kind: "remind" });
	});
});
