/**
 * The part of vitest's JSON report that counts. Its reporter follows Jest's format.
 *
 * @typedef {{ status: string, fullName: string }} TestResult
 * @typedef {{ testResults: { name: string, status: string, assertionResults: TestResult[] }[] }} Report
 * @typedef {{ passed: number, failed: number, skipped: string[] }} Outcome `skipped` holds names
 */

/**
 * Counts the tests of one run. What fails outside a test counts as a failed test: a file that doesn't load, a hook, an
 * error nobody awaited, a run that ended without a report.
 *
 * @param {Report | undefined} report
 * @param {number} exitCode of vitest
 * @returns {Outcome}
 */
export function countTests(report, exitCode) {
	if (report === undefined) return { passed: 0, failed: 1, skipped: [] };
	const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
	const brokenFiles = report.testResults.filter(
		({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"),
	);
	const failed = tests.filter(({ status }) => status === "failed").length + brokenFiles.length;
	return {
		passed: tests.filter(({ status }) => status === "passed").length,
		failed: exitCode !== 0 && failed === 0 ? 1 : failed,
		skipped: tests.filter(({ status }) => !["passed", "failed"].includes(status)).map(({ fullName }) => fullName),
	};
}

/**
 * @param {Outcome[]} outcomes
 * @returns {Outcome}
 */
export function sumOutcomes(outcomes) {
	return {
		passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
		failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
		skipped: outcomes.flatMap(({ skipped }) => skipped),
	};
}

/** @typedef {{ project: "fast" | "heavy", options: string[] }} Stage */

/**
 * Which stages `npm test` runs: both, or with arguments the one that they are for.
 *
 * @param {string[]} extra arguments for vitest, such as a part of a file's path
 * @returns {Stage[]}
 */
export function chooseStages(extra) {
	if (extra.length === 0) {
		return [
			{ project: "fast", options: [] },
			{ project: "heavy", options: ["--passWithNoTests"] },
		];
	}
	return [{ project: extra.some((word) => word.includes("test/heavy")) ? "heavy" : "fast", options: extra }];
}
