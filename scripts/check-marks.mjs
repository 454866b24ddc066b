import { runAsScript } from "./report.mjs";
import { isCode, isSyntaxNode, listFiles, parseFile, walk } from "./source-files.mjs";

/** @import { ParsedFile, SyntaxNode } from "./source-files.mjs" */
/** @typedef {{ offset: number, problem: string }} Mark */

const TEST_FUNCTIONS = new Set(["it", "test", "describe", "suite"]);
const SKIPPING = new Set(["skip", "skipIf", "runIf", "todo"]);

/**
 * Finds what must not stay in the code: work left for later, types switched off, tests switched off without a reason,
 * and a catch that swallows an error in silence.
 *
 * @param {string} root
 * @returns {Promise<string[]>} a sentence for each problem
 */
export async function checkMarks(root) {
	/** @type {string[]} */
	const problems = [];
	for (const file of (await listFiles(root)).filter(isCode)) {
		const parsed = await parseFile(root, file);
		const marks = [...findInComments(parsed), ...findInCode(parsed)].sort((a, b) => a.offset - b.offset);
		problems.push(...marks.map(({ offset, problem }) => `${file}:${parsed.lineAt(offset)} ${problem}`));
	}
	return problems;
}

/**
 * @param {ParsedFile} parsed
 * @returns {Mark[]}
 */
function findInComments({ comments }) {
	return comments.flatMap(({ value, start }) => {
		const [found] = /\b(TODO|FIXME)\b|@ts-(ignore|nocheck|expect-error)/.exec(value) ?? [];
		if (found === undefined) return [];
		const remedy = found.startsWith("@") ? "make the types right instead." : "do it, or open an issue for it.";
		return [{ offset: start, problem: `says ${found}: ${remedy}` }];
	});
}

/**
 * @param {ParsedFile} parsed
 * @returns {Mark[]}
 */
function findInCode(parsed) {
	/** @type {Mark[]} */
	const marks = [];
	walk(parsed.program, (node) => {
		const problem = judgeType(node) ?? judgeCatch(node, parsed) ?? judgeTest(node, parsed);
		if (problem !== undefined) marks.push({ offset: node.start, problem });
	});
	return marks;
}

/** @param {SyntaxNode} node */
function judgeType(node) {
	return node.type === "TSAnyKeyword" ? `uses the type "any": name the type, or use "unknown" and check.` : undefined;
}

/**
 * @param {SyntaxNode} node
 * @param {ParsedFile} parsed
 */
function judgeCatch(node, parsed) {
	const block = node.type === "CatchClause" ? node.body : bodyOfCatchCallback(node);
	if (!isSyntaxNode(block) || block.type !== "BlockStatement") return undefined;
	const isEmpty = Array.isArray(block.body) && block.body.length === 0;
	const isExplained = parsed.comments.some(({ start, end }) => start > block.start && end < block.end);
	return isEmpty && !isExplained ? "catches an error and drops it: act on it, or let it through." : undefined;
}

/**
 * The body of the function in `promise.catch(() => {})`.
 *
 * @param {SyntaxNode} node
 */
function bodyOfCatchCallback(node) {
	if (node.type !== "CallExpression" || memberName(node.callee) !== "catch") return undefined;
	const callback = Array.isArray(node.arguments) ? node.arguments[0] : undefined;
	return isSyntaxNode(callback) ? callback.body : undefined;
}

/**
 * @param {SyntaxNode} node
 * @param {ParsedFile} parsed
 */
function judgeTest(node, parsed) {
	const name = memberName(node);
	if (name === undefined || !isSyntaxNode(node.object) || !TEST_FUNCTIONS.has(rootName(node.object))) return undefined;
	if (name === "only") return "runs only this test: take the .only away.";
	if (!SKIPPING.has(name) || hasCommentNear(node, parsed)) return undefined;
	return `skips a test with .${name}: say why in a comment on this line or the one above.`;
}

/**
 * @param {unknown} node
 * @returns {string | undefined}
 */
function memberName(node) {
	if (!isSyntaxNode(node) || node.type !== "MemberExpression" || !isSyntaxNode(node.property)) return undefined;
	return typeof node.property.name === "string" ? node.property.name : undefined;
}

/**
 * The name at the start of `it.concurrent.each`.
 *
 * @param {SyntaxNode} node
 * @returns {string}
 */
function rootName(node) {
	if (isSyntaxNode(node.object)) return rootName(node.object);
	return typeof node.name === "string" ? node.name : "";
}

/**
 * @param {SyntaxNode} node
 * @param {ParsedFile} parsed
 */
function hasCommentNear(node, { comments, lineAt }) {
	const line = lineAt(node.start);
	return comments.some(({ end }) => [line - 1, line].includes(lineAt(end)));
}

await runAsScript(import.meta.url, checkMarks);
