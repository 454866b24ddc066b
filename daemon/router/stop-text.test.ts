import { expect, it } from "vitest";
import { NOTHING_STOPPED } from "./loop-fixture.ts";
import { stopNote, stopText } from "./stop-text.ts";

const TURN = { ...NOTHING_STOPPED, turn: true };

it("says one word where there is nothing more to say", () => {
	expect(stopText(TURN)).toBe("Stopped.");
	expect(stopText(NOTHING_STOPPED)).toBe("Nothing is running.");
});

it("says what was done before, what was ended, and what goes on", () => {
	const report = {
		...TURN,
		done: ["write_file on notes.md", "move_file on a.txt"],
		tasks: ["T-9 run_script"],
		approvals: 1,
		goingOn: ["T-3 run_script"],
	};
	expect(stopText(report)).toBe(
		"Stopped. Done before: `write_file on notes.md`, `move_file on a.txt`. Ended: T-9 run_script. A question was withdrawn. " +
			"T-3 run_script goes on; `/stop all` ends it.",
	);
	expect(stopNote(report, 'The owner said "/stop" (E-5)')).toBe(
		'[note] The owner said "/stop" (E-5). What you were doing was ended. Done before: `write_file on notes.md`, ' +
			"`move_file on a.txt`. Ended: T-9 run_script. A question was withdrawn. Still running: T-3 run_script. " +
			"Don't take up again what was ended, unless the owner asks for it.",
	);
});

it.each([
	[{ ...NOTHING_STOPPED, tasks: ["T-1 shell", "T-2 shell"] }, "Stopped. Ended: T-1 shell, T-2 shell."],
	[{ ...NOTHING_STOPPED, approvals: 3 }, "Stopped. 3 questions were withdrawn."],
	[{ ...TURN, goingOn: ["T-1 a", "T-2 b"] }, "Stopped. T-1 a, T-2 b go on; `/stop all` ends them."],
	[{ ...NOTHING_STOPPED, goingOn: ["T-1 a"] }, "Nothing was stopped. T-1 a goes on; `/stop all` ends it."],
	[{ ...NOTHING_STOPPED, compaction: true }, "Stopped. Summing up what is in view was given up."],
	[{ ...NOTHING_STOPPED, done: ["write_file on a"] }, "Nothing is running."],
])("says it of %j", (report, text) => expect(stopText(report)).toBe(text));

it("does not let a file's name be read as Markdown", () => {
	expect(stopText({ ...TURN, done: ["write_file on `x` ![](http://a)"] })).toBe(
		"Stopped. Done before: `write_file on 'x' ![](http://a)`.",
	);
});

it("names no more than anybody reads", () => {
	const tasks = Array.from({ length: 12 }, (_, index) => `T-${index} shell`);
	expect(stopText({ ...TURN, tasks })).toMatch(/T-9 shell, 2 more\.$/);
});

it("tells the assistant that nothing of its own was ended where only a task was", () => {
	expect(stopNote({ ...NOTHING_STOPPED, tasks: ["T-1 shell"] }, "X")).not.toContain("What you were doing");
});
