import { expect, it } from "vitest";
import { describeLoop, describeTask } from "./loop-words.ts";

const NOW = 1_000_000;

it.each([
	["idle", 90_000, undefined, "idle"],
	["thinking", 4_000, undefined, "thinking for 4s"],
	["acting", 80_000, undefined, "acting for 1m20s"],
	["cancelling", 0, undefined, "stopping for 0s"],
	["waiting-for-approval", 90_000, undefined, "waiting for your approval"],
	["failed", 90_000, "No model answers.", "failed: No model answers."],
	["a state of a later version", 1_000, undefined, "a state of a later version"],
])("calls a loop that has been %s for %i ms, problem %s: %s", (state, lastedMs, problem, words) => {
	expect(describeLoop({ state, since: NOW - lastedMs, problem }, NOW)).toBe(words);
});

it("counts no negative time where the clock was set back", () => {
	expect(describeLoop({ state: "thinking", since: NOW + 60_000 }, NOW)).toBe("thinking for 0s");
	expect(describeTask({ name: "T-9", tool: "run_script", startedAt: NOW + 1 }, NOW)).toBe("T-9 run_script (0s)");
});

it("names a task with its time and without anybody's words", () => {
	expect(describeTask({ name: "T-9", tool: "run_script", startedAt: NOW - 80_000 }, NOW)).toBe(
		"T-9 run_script (1m20s)",
	);
});
