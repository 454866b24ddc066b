import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot, requireReadyMachine } from "./preflight.mjs";
import { chooseStages, countTests, sumOutcomes } from "./test-report.mjs";

/** @import { Outcome, Stage } from "./test-report.mjs" */

// npm test                       the fast tests, then those that need a build or a real service
// npm test -- core/clock         only tests whose path holds these words; so for any argument of vitest
// npm test -- test/heavy/crash   the same among the heavy tests
requireReadyMachine();

/**
 * Runs a command to its end, writing where this script writes.
 *
 * @param {string} program
 * @param {string[]} options
 * @returns {Promise<number>} its exit code, or 1 when a signal ended it
 */
function run(program, options) {
	return new Promise((resolve, reject) => {
		const child = spawn(program, options, { cwd: projectRoot, stdio: "inherit" });
		child.on("error", reject);
		child.on("close", (code) => resolve(code ?? 1));
	});
}

/**
 * @param {Stage} stage
 * @returns {Promise<Outcome>}
 */
async function runStage({ project, options }) {
	if (project === "heavy" && (await run(process.execPath, ["scripts/build.mjs", "--if-stale"])) !== 0) {
		console.log("The heavy tests were not run: they need a build.");
		return { passed: 0, failed: 1, skipped: [] };
	}
	const folder = await mkdtemp(join(tmpdir(), "steward-tests-"));
	try {
		const path = join(folder, "report.json");
		const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${path}`];
		const exitCode = await run("node_modules/.bin/vitest", ["run", "--project", project, ...reporters, ...options]);
		const report = existsSync(path) ? JSON.parse(await readFile(path, "utf8")) : undefined;
		return countTests(report, exitCode);
	} finally {
		await rm(folder, { recursive: true });
	}
}

const outcomes = [];
for (const stage of chooseStages(process.argv.slice(2))) {
	console.log(`\n=== ${stage.project} tests`);
	const startedAtMs = performance.now();
	outcomes.push(await runStage(stage));
	console.log(`=== ${stage.project} tests took ${((performance.now() - startedAtMs) / 1000).toFixed(1)} s`);
}

const { passed, failed, skipped } = sumOutcomes(outcomes);
const skipsAreFailures = process.env.CI === "true" && skipped.length > 0;
if (skipsAreFailures)
	console.log(`\nWith CI=true no test may be skipped:\n${skipped.map((name) => `  ${name}`).join("\n")}`);
if (failed > 0 || skipsAreFailures) process.exitCode = 1;
console.log(`\n${passed} passed, ${failed} failed, ${skipped.length} skipped`);
