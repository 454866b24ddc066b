import { describe, expect, it } from "vitest";
import { chooseStages, countTests } from "./test-report.mjs";

function report(...files: { status: string; tests: string[] }[]) {
	return {
		testResults: files.map(({ status, tests }, index) => ({
			name: `${index}.test.ts`,
			status,
			assertionResults: tests.map((result) => ({ status: result, fullName: `a ${result} test` })),
		})),
	};
}

describe("countTests", () => {
	it("counts what passed, failed and was skipped", () => {
		const tests = ["passed", "passed", "failed", "skipped", "todo"];
		expect(countTests(report({ status: "failed", tests }), 1)).toEqual({
			passed: 2,
			failed: 1,
			skipped: ["a skipped test", "a todo test"],
		});
	});

	it("counts a file that doesn't load, or whose hook fails, as failed", () => {
		const counted = countTests(report({ status: "failed", tests: [] }, { status: "failed", tests: ["skipped"] }), 1);
		expect(counted.failed).toBe(2);
	});

	it("counts an error outside of all tests as failed", () => {
		expect(countTests(report({ status: "passed", tests: ["passed"] }), 1)).toMatchObject({ passed: 1, failed: 1 });
	});

	it("counts a run without a report as failed", () => {
		expect(countTests(undefined, 0).failed).toBe(1);
	});
});

describe("chooseStages", () => {
	const projects = (...extra: string[]) => chooseStages(extra).map(({ project }) => project);

	it("runs both stages, or the one that the arguments are for", () => {
		expect(projects()).toEqual(["fast", "heavy"]);
		expect(projects("core/clock", "--bail=1")).toEqual(["fast"]);
		expect(projects("test/heavy/crash.test.ts")).toEqual(["heavy"]);
	});
});
