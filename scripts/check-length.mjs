import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runAsScript } from "./report.mjs";
import { isCode, isTest, listFiles } from "./source-files.mjs";

/** @typedef {Record<string, number>} Lengths lines for each file */

const LIMITS_FILE = "scripts/length-limits.json";
const LOWER = `run "node scripts/check-length.mjs --lower"`;
const CODE_LINES = 200;
const TEST_LINES = 300;
const MOST_LINES = 400;

/**
 * Keeps files from growing: 200 lines for code, 300 for tests. A longer file stands in scripts/length-limits.json with
 * its exact length, which may only go down.
 *
 * @param {string} root
 * @returns {Promise<string[]>} a sentence for each problem
 */
export async function checkLength(root) {
	return judgeLengths(await measureFiles(root), await readLimits(root));
}

/**
 * Writes shorter lengths into scripts/length-limits.json and drops files that no longer need an entry. Never raises one.
 *
 * @param {string} root
 */
export async function lowerLimits(root) {
	const lowered = lower(await measureFiles(root), await readLimits(root));
	await writeFile(join(root, LIMITS_FILE), `${JSON.stringify(lowered, null, "\t")}\n`);
}

/**
 * @param {Lengths} lengths
 * @param {Lengths} limits
 * @returns {string[]}
 */
export function judgeLengths(lengths, limits) {
	const files = Object.keys({ ...lengths, ...limits }).sort();
	return files.flatMap((file) => judgeLength(file, lengths[file], limits[file]) ?? []);
}

/**
 * @param {string} file
 * @param {number | undefined} lines undefined when the file is gone
 * @param {number | undefined} listed
 * @returns {string | undefined}
 */
function judgeLength(file, lines, listed) {
	const usual = isTest(file) ? TEST_LINES : CODE_LINES;
	if (lines === undefined) return `${file} is gone but stands in ${LIMITS_FILE}: ${LOWER}.`;
	if (lines > MOST_LINES) return `${file} has ${lines} lines and no file may have more than ${MOST_LINES}: split it.`;
	if (listed === undefined) {
		return lines > usual ? `${file} has ${lines} lines, more than ${usual}: split it.` : undefined;
	}
	if (lines > listed) return `${file} grew from ${listed} lines to ${lines}, and may only get shorter: split it.`;
	if (lines < listed || lines <= usual) return `${file} has ${lines} lines now, and its limit is ${listed}: ${LOWER}.`;
	return undefined;
}

/**
 * @param {Lengths} lengths
 * @param {Lengths} limits
 * @returns {Lengths}
 */
export function lower(lengths, limits) {
	const kept = Object.entries(limits).flatMap(([file, listed]) => {
		const lines = lengths[file];
		if (lines === undefined || lines <= (isTest(file) ? TEST_LINES : CODE_LINES)) return [];
		return [[file, Math.min(listed, lines)]];
	});
	return Object.fromEntries(kept);
}

/**
 * @param {string} root
 * @returns {Promise<Lengths>}
 */
async function measureFiles(root) {
	const files = (await listFiles(root)).filter(isCode);
	const texts = await Promise.all(files.map((file) => readFile(join(root, file), "utf8")));
	return Object.fromEntries(
		texts.map((text, index) => [files[index] ?? "", text.replace(/\n$/, "").split("\n").length]),
	);
}

/**
 * @param {string} root
 * @returns {Promise<Lengths>}
 */
async function readLimits(root) {
	const path = join(root, LIMITS_FILE);
	return existsSync(path) ? JSON.parse(await readFile(path, "utf8")) : {};
}

await runAsScript(import.meta.url, async (root) => {
	if (process.argv.includes("--lower")) await lowerLimits(root);
	return checkLength(root);
});
