import { describe, expect, it } from "vitest";
import { argumentsDigestOf, problemClassOf, resultDigestOf } from "./fingerprint.ts";

describe("arguments", () => {
	it("are the same in any order of keys and with any white space", () => {
		const one = argumentsDigestOf('{"path":"a.md","range":{"from":1,"to":9}}');
		expect(argumentsDigestOf('{ "range": {"to": 9, "from": 1},\n"path": "a.md" }')).toBe(one);
	});

	it("are others with any other value, or in another order of a list", () => {
		const digests = [
			'{"p":"a"}',
			'{"p":"a "}',
			'{"p":"A"}',
			'{"p":1}',
			'{"p":"1"}',
			'{"p":[1,2]}',
			'{"p":[2,1]}',
			"{}",
		];
		expect(new Set(digests.map(argumentsDigestOf)).size).toBe(digests.length);
	});

	it("that are no JSON are taken as they are", () => {
		expect(argumentsDigestOf('{"p":')).toBe(argumentsDigestOf('{"p":'));
		expect(argumentsDigestOf('{"p":')).not.toBe(argumentsDigestOf('{"q":'));
	});
});

describe("results", () => {
	it("are the same by every character", () => {
		expect(resultDigestOf("run_script", "3 %")).toBe(resultDigestOf("run_script", "3 %"));
		expect(resultDigestOf("run_script", "3 %")).not.toBe(resultDigestOf("run_script", "4 %"));
		expect(resultDigestOf("read_file", "ran 3s")).not.toBe(resultDigestOf("read_file", "ran 4s"));
	});

	it("of polling are the same where only time has passed", () => {
		const listed = (text: string) => resultDigestOf("list_pending", text);
		const task = (elapsed: string) => `T-9 run_script: running, ${elapsed}`;
		for (const elapsed of ["13s", "2m10s", "1h2m", "500 ms", "3 minutes", "1.5 min"])
			expect(listed(task(elapsed))).toMatch(new RegExp(`^${task("#").length}:|^${task("##").length}:`));
		expect(listed(task("12s"))).toBe(listed(task("13s")));
		expect(listed(task("12s since 2026-11-30 10:30:45"))).toBe(listed(task("14s since 2026-11-30 10:30:47")));
		expect(resultDigestOf("read_task", "3 % after 12s")).not.toBe(resultDigestOf("read_task", "4 % after 12s"));
		expect(listed("T-9 running 12s")).not.toBe(listed("T-8 running 12s"));
	});

	it("say nothing of what was in them", () => {
		expect(resultDigestOf("read_file", "the safe's code is 4711")).toMatch(/^23:[0-9a-f]{32}$/);
	});
});

describe("the class of a problem", () => {
	const classOf = (text: string, tool = "edit_file") => problemClassOf(tool, "failed", text);

	it.each([
		["numbers", "found 2 times, must be once", "found 14 times, must be once"],
		["quoted parts", "`const a = 1;` was not found", "`let b` was not found"],
		["quotes of other kinds", "there is no “a b” and no 'x y'", 'there is no "c" and no ‘d e’'],
		["paths", "there is no file notes/a.md, nor /etc/b", "there is no file c/d/e.txt, nor /f"],
		["names of files", "there is no a.md here", "there is no other-notes.txt here"],
		["ids", "no task T-9 of E-12, 3f2a9c81d04e", "no task T-123 of E-4, 99ab12cd34ef"],
		["addresses", "https://a.example/x?y=1 did not answer", "http://b.example did not answer"],
		["case and white space", "Not  found.\n", "not found. "],
	])("leaves out %s", (_what, one, other) => {
		expect(classOf(one)).toBe(classOf(other));
	});

	it("keeps one reason from another, one tool from another, and a failure from a denial", () => {
		expect(classOf("the text was not found")).not.toBe(classOf("the text is not unique"));
		expect(classOf("it can't be opened, don't ask")).not.toBe(classOf("it can't be written, don't ask"));
		expect(classOf("not found", "read_file")).not.toBe(classOf("not found", "edit_file"));
		expect(problemClassOf("read_file", "denied", "no")).not.toBe(problemClassOf("read_file", "failed", "no"));
	});

	it("is there for failures only", () => {
		for (const state of ["done", "asked", "running", "not-run"] as const)
			expect(problemClassOf("read_file", state, "no")).toBeUndefined();
		for (const state of ["failed", "denied", "unknown"] as const)
			expect(problemClassOf("read_file", state, "no")).toMatch(/^[0-9a-f]{32}$/);
	});

	it("looks at both ends of a long text, and takes no time for a hostile one", () => {
		const log = (end: string) => `$ make\n${"compiling\n".repeat(500)}${end}`;
		expect(classOf(log("ValueError: bad value"))).not.toBe(classOf(log("KeyError: no such key")));
		expect(classOf(log("KeyError: no such key"))).toBe(
			classOf(`$ make\n${"compiling\n".repeat(900)}KeyError: no such key`),
		);
		const before = performance.now();
		for (const part of ["'", "a/", "`", "a-", "1.", "https://", "“"]) classOf(part.repeat(1_000_000));
		expect(performance.now() - before).toBeLessThan(5_000);
	});
});
