import { describe, expect, it } from "vitest";
import { inMessage, times, turn, type WrittenCall } from "./calls-fixture.ts";
import { detectStall, type StallReading, stallOfMessage } from "./detect-stall.ts";
import type { FinishedCall } from "./finished-call.ts";

/** The reading after each call. */
const readings = (calls: readonly FinishedCall[]): StallReading["kind"][] =>
	calls.map((_call, index) => detectStall(calls.slice(0, index + 1)).kind);

const read: WrittenCall = { tool: "read_file", arguments: { path: "auth.py" }, result: "def login(): …" };
const edit: WrittenCall = {
	tool: "edit_file",
	arguments: { path: "auth.py" },
	state: "failed",
	result: "`x` is not unique",
} as const;
const page = "A line of text that is long enough to be content.\n".repeat(10);

describe("the same call with the same result", () => {
	it("is noticed at the third time and stopped at the fifth", () => {
		expect(readings(turn(...times(5, read)))).toEqual(["none", "none", "notice", "notice", "stop"]);
	});

	it("is found in circles of two, three and four calls", () => {
		const search = { tool: "grep", arguments: { pattern: "login" }, result: "auth.py:1" };
		const list = { tool: "list_folder", result: "auth.py" };
		expect(readings(turn(...times(5, read, search))).at(-2)).toBe("stop");
		expect(readings(turn(...times(5, read, search, list))).at(12)).toBe("stop");
		expect(readings(turn(...times(3, read, search, list, { tool: "glob", result: "none" }))).at(8)).toBe("notice");
	});

	it("is another one when its result is another: what changes is watched, not polled in vain", () => {
		const calls = Array.from({ length: 9 }, (_, percent) => ({ ...read, result: `${percent} %` }));
		expect(new Set(readings(turn(...calls)))).toEqual(new Set(["none"]));
	});

	it("is forgotten after many other calls", () => {
		const others = Array.from({ length: 12 }, (_, n) => ({ ...read, arguments: { path: `${n}` }, result: `${n}` }));
		expect(readings(turn(read, read, ...others, read)).at(-1)).toBe("none");
	});

	it("is found where the owner is asked again and again, whatever code the placeholder has", () => {
		const asked = [1, 2, 3, 4, 5].map((code) => ({
			tool: "send",
			state: "asked" as const,
			result: `/approve C${code}`,
		}));
		expect(readings(turn(...asked))).toEqual(["none", "none", "notice", "notice", "stop"]);
	});

	it("is not taken for granted where a result left no digest", () => {
		const unknown = turn(...times(5, read)).map((call) => ({ ...call, resultDigest: undefined }));
		expect(new Set(readings(unknown))).toEqual(new Set(["none"]));
	});
});

describe("the same problem", () => {
	const failing = (n: number) => ({
		...edit,
		arguments: { path: "auth.py", old: `try ${n}` },
		result: `\`try ${n}\` is not unique`,
	});

	it("counts whatever the arguments are, and with reading in between", () => {
		const calls = [1, 2, 3, 4, 5].flatMap((n) => [{ ...read, arguments: { from: n }, result: `${n}` }, failing(n)]);
		const kinds = readings(turn(...calls));
		expect(kinds.filter((_kind, index) => index % 2 === 1)).toEqual(["none", "none", "notice", "notice", "stop"]);
	});

	it("is over when the tool has worked", () => {
		const worked = { ...edit, state: "done" as const, result: "Edited." };
		expect(readings(turn(failing(1), failing(2), worked, failing(3), failing(4)))).toEqual(times(5, "none"));
	});

	it("is not another problem of the same tool", () => {
		const other = { ...edit, result: "the file was changed since it was read" };
		expect(readings(turn(failing(1), failing(2), other)).at(-1)).toBe("none");
		expect(readings(turn(failing(1), failing(2), other, failing(3))).at(-1)).toBe("notice");
	});
});

describe("the same content", () => {
	it("counts by other arguments, so that another offset of the same file is nothing new", () => {
		const calls = [1, 2, 3, 4, 5].map((offset) => ({ ...read, arguments: { path: "a.md", offset }, result: page }));
		expect(readings(turn(...calls))).toEqual(["none", "none", "notice", "notice", "stop"]);
	});

	it("does not count where it is only a word on how it went", () => {
		const calls = [1, 2, 3, 4, 5, 6].map((n) => ({ tool: "grep", arguments: { pattern: n }, result: "No match." }));
		expect(new Set(readings(turn(...calls)))).toEqual(new Set(["none"]));
	});

	it("is not there where ten different files are read: that is progress", () => {
		const calls = Array.from({ length: 10 }, (_, n) => ({
			...read,
			arguments: { path: `${n}.md` },
			result: `${n}${page}`,
		}));
		expect(new Set(readings(turn(...calls)))).toEqual(new Set(["none"]));
	});
});

describe("several calls of one message", () => {
	it("end nothing before the model has seen a notice", () => {
		const guesses = inMessage(1, ...times(7, edit));
		expect(detectStall(guesses).kind).toBe("notice");
		expect(stallOfMessage([...guesses, ...inMessage(2, edit)], 2).kind).toBe("stop");
	});

	it("are judged by the worst of them, and only by those of that message", () => {
		const calls = [...turn(...times(4, read)), ...inMessage(5, read, { tool: "glob", result: "a" })];
		expect(stallOfMessage(calls, 5).kind).toBe("stop");
		expect(stallOfMessage([...calls, ...inMessage(6, { tool: "glob", result: "b" })], 6).kind).toBe("none");
		expect(stallOfMessage(calls, 7).kind).toBe("none");
	});

	it("that were left out count for nothing", () => {
		const leftOut = { ...read, state: "not-run" as const, result: "call 1 failed" };
		expect(readings(turn(...times(6, leftOut)))).toEqual(times(6, "none"));
	});
});
