import { expect, it } from "vitest";
import { interruptedText, placeholderText, queuedBehind, resultText, startedText } from "./task-texts.ts";

const withoutResult = [
	["a call that gave way", placeholderText("T-9", 3_200)],
	["an async call", startedText("T-9")],
	["a call that waits for another", queuedBehind("T-9", "T-8 run_script")],
] as const;

it.each(withoutResult)(
	"tells of %s its task, that there is no result, and that it comes as an event",
	(_name, text) => {
		expect(text).toContain("T-9");
		expect(text).toMatch(/no result/);
		expect(text).toMatch(/result comes by itself, as an event/);
	},
);

it("tells the model to deal with the new event first, and how long the call has run", () => {
	expect(placeholderText("T-9", 3_200)).toMatch(/after 3s.*don't guess it.*Deal with the new event first/);
});

it("says what a queued call waits for, and that nothing has happened", () => {
	expect(queuedBehind("T-10", "T-9 run_script")).toMatch(
		/^Not begun: .* until T-9 run_script has ended.*Nothing has happened/,
	);
	expect(queuedBehind("T-10", undefined)).toContain("until another call has ended");
});

it.each([
	["done", "Result of task T-9 (call C-12, run_script, ran 33s): done. 4 files"],
	["failed", "Result of task T-9 (call C-12, run_script, ran 33s): FAILED: 4 files"],
	["unknown", "Result of task T-9 (call C-12, run_script, ran 33s): CUT OFF: 4 files"],
] as const)("names the call of a result that is %s", (state, text) => {
	const result = { name: "T-9", callId: 12, tool: "run_script", elapsedMs: 33_400, output: "4 files" };
	expect(resultText({ ...result, state })).toBe(text);
});

it("stands a clock that was set back, and an empty result", () => {
	const result = { name: "T-9", callId: 12, tool: "glob", state: "done", elapsedMs: -5_000, output: "" } as const;
	expect(resultText(result)).toBe("Result of task T-9 (call C-12, glob, ran 0s): done.");
});

it("tells after a restart whether the call may be made again", () => {
	expect(interruptedText("grep", "rerun")).toMatch(/'grep'\. Nothing was changed.*Call it again if it is still needed/);
	expect(interruptedText("write_file", "unknown")).toMatch(/'write_file'.*may or may not have happened\. Check first/);
});
