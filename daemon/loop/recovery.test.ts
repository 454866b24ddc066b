import { describe, expect, it } from "vitest";
import type { ModelOutcome } from "#daemon/model/port.ts";
import { mayTry, overcomeBy, RECOVERIES, type RecoveryPath } from "./recovery.ts";

const PATHS = Object.keys(RECOVERIES) as RecoveryPath[];
const usage = { inputTokens: 1, cachedTokens: 0, outputTokens: 1, estimated: false };
const call = { id: "1", tool: "reply", rawArguments: "{}", kind: "parsed", arguments: {}, repaired: false } as const;

const OUTCOMES: Record<string, ModelOutcome> = {
	text: { kind: "complete", text: "Hello", calls: [], usage, model: "m" },
	calls: { kind: "complete", text: "", calls: [call], usage, model: "m" },
	nothing: { kind: "complete", text: " \n", calls: [], usage, model: "m" },
	cut: { kind: "length", text: "…", usage, model: "m" },
	nonsense: { kind: "malformed", problem: "a call without a name", model: "m" },
	outage: { kind: "failed", cause: "unreachable", problem: "No answer.", remedy: "Wait." },
	stop: { kind: "aborted" },
};

describe("the breakers", () => {
	it.each(PATHS.filter((path) => path !== "model-outage"))("let %s be tried as often as the table says", (path) => {
		const { atMost } = RECOVERIES[path];
		expect(mayTry(path, {})).toBe(true);
		expect(mayTry(path, { [path]: atMost - 1 })).toBe(true);
		expect(mayTry(path, { [path]: atMost })).toBe(false);
		expect(mayTry(path, { [path]: atMost + 7 })).toBe(false);
	});

	it("know nothing of each other: one that is used up leaves the others all their tries", () => {
		for (const used of PATHS) {
			for (const path of PATHS.filter((other) => other !== used)) expect(mayTry(path, { [used]: 1_000 })).toBe(true);
		}
	});

	it("let only the wait for a model go on without end", () => {
		const endless = PATHS.filter((path) => RECOVERIES[path].atMost === Number.POSITIVE_INFINITY);
		expect(endless).toEqual(["model-outage"]);
		expect(mayTry("model-outage", { "model-outage": 1_000_000 })).toBe(true);
	});
});

it.each([
	["text", ["model-outage", "output-limit", "malformed-answer", "full-window"]],
	["calls", ["model-outage", "output-limit", "malformed-answer", "full-window", "empty-answer"]],
	["nothing", ["model-outage", "output-limit", "malformed-answer", "full-window"]],
	["cut", ["model-outage", "malformed-answer", "full-window"]],
	["nonsense", ["model-outage", "output-limit", "full-window"]],
	["outage", []],
	["stop", []],
] as const)("an answer with %s begins these counters anew: %j", (outcome, paths) => {
	expect(overcomeBy(OUTCOMES[outcome] ?? { kind: "aborted" })).toEqual(paths);
});
