import { describe, expect, it } from "vitest";
import type { ModelCallRecord } from "#daemon/records/model-calls.ts";
import { chooseRequest } from "./choose-request.ts";
import { recordedChoice } from "./recorded-choice.ts";

const call = (id: number, of: Partial<ModelCallRecord> = {}): ModelCallRecord => ({
	...{
		id,
		turnId: 1,
		round: id,
		epochId: 1,
		lastEntryId: id,
		statusBlock: "",
		statusPlace: "message",
		purpose: "turn",
	},
	...{ requestDigest: "", estimatedTokens: undefined, inputTokens: undefined, model: undefined, outcome: "complete" },
	...{ detail: undefined, startedAt: 0, endedAt: undefined },
	...of,
});

/** Round 2 was asked twice; the program asked for a handover of its own after that. */
const calls = [
	call(1),
	call(2, { outcome: "failed" }),
	call(3, { round: 2 }),
	call(4, { round: 0, purpose: "handover" }),
];
const turn = { turnId: 1, rounds: 2 };

describe("chooseRequest", () => {
	it.each([
		[undefined, 3],
		["1", 1],
		["2", 3],
		["handover", 4],
		["Handover", 4],
	])("finds %j", (which, id) =>
		expect(chooseRequest(turn, calls, which)).toMatchObject({ kind: "found", call: { id } }),
	);

	it("takes the program's own where the turn has no other", () =>
		expect(chooseRequest(turn, calls.slice(3), undefined)).toMatchObject({ call: { id: 4 } }));

	it.each([
		["3", 'no request "3" on record. It has: 1, 2, handover.'],
		["turn", 'no request "turn"'],
		["0", 'no request "0"'],
	])("says what there is instead of %j", (which, reason) =>
		expect(chooseRequest(turn, calls, which)).toEqual({ kind: "none", reason: expect.stringContaining(reason) }),
	);

	it("tells a turn that asked nothing from one whose requests were thrown away, and from none", () => {
		expect(chooseRequest({ ...turn, rounds: 0 }, [], undefined)).toMatchObject({
			reason: "Turn 1 has asked no model.",
		});
		expect(chooseRequest(turn, [], undefined)).toMatchObject({ reason: expect.stringContaining("retention.requests") });
		expect(chooseRequest({ ...turn, rounds: undefined }, [], undefined)).toMatchObject({
			reason: "There is no turn 1.",
		});
	});
});

describe("recordedChoice", () => {
	const entry = (id: number, content: string) => ({
		...{ id, turnId: 1, kind: "assistant" as const, tokens: 1, groupId: id, position: 0, createdAt: 0 },
		message: { role: "assistant" as const, content },
	});
	const [first, second] = [call(1, { lastEntryId: 1 }), call(2, { lastEntryId: 4 })];

	it("is the message that came after what was shown, and before the next request", () => {
		const entries = [entry(2, "one"), entry(6, "two")];
		expect(recordedChoice(first, [first, second], entries)).toMatchObject({ choice: { text: "one" } });
		expect(recordedChoice(second, [first, second], entries)).toMatchObject({ choice: { text: "two" } });
	});

	it("is nothing where the model said nothing, and not what it said to the next request", () =>
		expect(recordedChoice(first, [first, second], [entry(6, "two")])).toEqual({
			...{ kind: "answered", choice: { ended: "complete", calls: [] } },
		}));

	it("is not there where no model answered", () => {
		for (const outcome of ["aborted", "failed", undefined])
			expect(recordedChoice({ ...first, outcome }, [first], [entry(2, "one")]).kind).toBe("unanswered");
	});
});
