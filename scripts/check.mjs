import { spawn } from "node:child_process";
import { projectRoot, requireReadyMachine } from "./preflight.mjs";

requireReadyMachine();

/** @type {[name: string, command: string[]][]} the slowest first, since all run at once */
const STEPS = [
	["dead code", ["node_modules/.bin/knip", "--no-progress"]],
	["types", ["node_modules/.bin/tsc", "--noEmit"]],
	["style", ["node_modules/.bin/biome", "check", "--error-on-warnings", "--colors=off"]],
	["imports", [process.execPath, "scripts/check-imports.mjs"]],
	["marks", [process.execPath, "scripts/check-marks.mjs"]],
	["length", [process.execPath, "scripts/check-length.mjs"]],
	["links", [process.execPath, "scripts/check-links.mjs"]],
	["dependencies", [process.execPath, "scripts/check-dependencies.mjs"]],
];

/**
 * Runs a command to its end, with what it wrote to both outputs in one text.
 *
 * @param {string[]} command
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
function run([program = "", ...options]) {
	return new Promise((resolve, reject) => {
		const child = spawn(program, options, { cwd: projectRoot, stdio: ["ignore", "pipe", "pipe"] });
		let output = "";
		child.stdout.setEncoding("utf8").on("data", (text) => {
			output += text;
		});
		child.stderr.setEncoding("utf8").on("data", (text) => {
			output += text;
		});
		child.on("error", reject);
		child.on("close", (code) => resolve({ ok: code === 0, output }));
	});
}

const results = await Promise.all(
	STEPS.map(async ([name, command]) => {
		const startedAt = performance.now();
		const { ok, output } = await run(command);
		console.log(`${ok ? "ok  " : "FAIL"} ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
		return { name, ok, output };
	}),
);

const failed = results.filter(({ ok }) => !ok);
for (const { name, output } of failed) console.log(`\n${name}:\n${output.trim()}`);
if (failed.length > 0) {
	console.log(`\nFailed: ${failed.map(({ name }) => name).join(", ")}`);
	process.exitCode = 1;
}
