import { fileURLToPath } from "node:url";
import { projectRoot } from "./preflight.mjs";

/**
 * Runs a check when its file was started by node, and not when a test imports it: prints one problem a line and makes
 * the process fail when there are any.
 *
 * @param {string} moduleUrl the check's import.meta.url
 * @param {(root: string) => Promise<string[]>} check gives the problems it found
 */
export async function runAsScript(moduleUrl, check) {
	if (process.argv[1] !== fileURLToPath(moduleUrl)) return;
	const problems = await check(projectRoot);
	for (const problem of problems) console.error(problem);
	if (problems.length > 0) process.exitCode = 1;
}
