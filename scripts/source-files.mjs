import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseSync } from "oxc-parser";

/** Folders that hold what is installed or generated. Hidden folders are left out too. */
const NOT_OURS = new Set(["node_modules", "dist", "coverage"]);

/**
 * Every file below `root`, as a sorted path relative to it with `/` between folders.
 *
 * @param {string} root
 * @returns {Promise<string[]>}
 */
export async function listFiles(root, folder = "") {
	/** @type {string[]} */
	const files = [];
	for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
		const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
		if (entry.isFile()) files.push(path);
		else if (entry.isDirectory() && !NOT_OURS.has(entry.name) && !entry.name.startsWith(".")) {
			files.push(...(await listFiles(root, path)));
		}
	}
	return files.sort();
}

/** @param {string} file */
export function isCode(file) {
	return /\.[cm]?[jt]sx?$/.test(file);
}

/**
 * Code that never reaches a user: `*.test.ts`, what helps the tests beside it (`test-*.ts`, `*-fixture.ts`), and all of
 * `test/` and `bench/`.
 *
 * @param {string} file
 */
export function isTest(file) {
	return /\.test\.[cm]?[jt]sx?$|(^|\/)test-[\w-]+\.ts$|-fixture\.ts$|^(test|bench)\//.test(file);
}

/**
 * The syntax tree, imports and comments of a file, types included.
 *
 * @param {string} root
 * @param {string} file relative to `root`
 * @throws when the file isn't valid TypeScript or JavaScript
 */
export async function parseFile(root, file) {
	const text = await readFile(join(root, file), "utf8");
	const parsed = parseSync(file, text);
	const [error] = parsed.errors;
	if (error !== undefined) throw new Error(`${file} can't be parsed: ${error.message}`);
	return {
		file,
		text,
		program: parsed.program,
		comments: parsed.comments,
		imports: parsed.module,
		/** @param {number} offset */
		lineAt: (offset) => text.slice(0, offset).split("\n").length,
	};
}

/** @typedef {Awaited<ReturnType<typeof parseFile>>} ParsedFile */
/** @typedef {{ type: string, start: number, end: number, [member: string]: unknown }} SyntaxNode */

/**
 * Calls `visit` for a node and everything below it, parents first.
 *
 * @param {unknown} node
 * @param {(node: SyntaxNode) => void} visit
 */
export function walk(node, visit) {
	if (Array.isArray(node)) {
		for (const item of node) walk(item, visit);
	} else if (isSyntaxNode(node)) {
		visit(node);
		for (const value of Object.values(node)) walk(value, visit);
	}
}

/**
 * @param {unknown} value
 * @returns {value is SyntaxNode}
 */
export function isSyntaxNode(value) {
	return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
