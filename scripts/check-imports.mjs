import { readFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { join, posix } from "node:path";
import { findCycles } from "./find-cycles.mjs";
import { runAsScript } from "./report.mjs";
import { isCode, isSyntaxNode, isTest, listFiles, parseFile, walk } from "./source-files.mjs";

/** @import { ParsedFile } from "./source-files.mjs" */
/** @typedef {{ specifier: string, line: number }} Import */
/** @typedef {{ imports: Record<string, string>, dependencies: string[], devDependencies: string[] }} Manifest */

const MIDDLE = ["channels", "tools", "skills", "memory", "sandbox"];

/** What production code of each folder may import besides itself. */
const ARROWS = new Map([
	["core", []],
	["config", ["core"]],
	...MIDDLE.map((folder) => /** @type {[string, string[]]} */ ([folder, ["core", "config"]])),
	["daemon", ["core", "config", ...MIDDLE]],
	["scripts", []],
]);

/**
 * Holds the arrows between folders, forbids cycles, `../`, barrels and default exports, and keeps development
 * dependencies out of production code. Imports of types count as imports.
 *
 * @param {string} root folder that holds package.json
 * @returns {Promise<string[]>} a sentence for each problem
 */
export async function checkImports(root) {
	const manifest = await readManifest(root);
	const files = await listFiles(root);
	const known = new Set(files);
	const graph = new Map();
	const problems = [];
	for (const file of files.filter(isCode)) {
		const parsed = await parseFile(root, file);
		problems.push(...judgeExports(parsed));
		const imports = readImports(parsed);
		const targets = imports.map(({ specifier }) => resolve(file, specifier, manifest));
		graph.set(
			file,
			targets.flatMap((target) => (target.kind === "file" ? [target.path] : [])),
		);
		for (const [index, target] of targets.entries()) {
			const { line, specifier } = imports[index] ?? { line: 0, specifier: "" };
			const problem = judgeImport(file, target, { known, manifest });
			if (problem !== undefined) problems.push(`${file}:${line} imports "${specifier}": ${problem}`);
		}
	}
	const cycles = findCycles(graph).map((cycle) => `These files import each other: ${cycle.join(" → ")}`);
	return [...problems, ...cycles];
}

/**
 * @param {string} root
 * @returns {Promise<Manifest>}
 */
async function readManifest(root) {
	const {
		imports = {},
		dependencies = {},
		devDependencies = {},
	} = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
	return { imports, dependencies: Object.keys(dependencies), devDependencies: Object.keys(devDependencies) };
}

/**
 * Every import, re-export, `import()` and `import("…").Type` of a file. An `import()` of a computed path gives "(computed)".
 *
 * @param {ParsedFile} parsed
 * @returns {Import[]}
 */
function readImports({ program, lineAt }) {
	/** @type {Import[]} */
	const imports = [];
	walk(program, (node) => {
		const isImport =
			/^(Import|ExportAll|ExportNamed)Declaration$/.test(node.type) ||
			node.type === "ImportExpression" ||
			node.type === "TSImportType";
		if (!isImport || !isSyntaxNode(node.source)) return;
		const { value } = node.source;
		imports.push({ specifier: typeof value === "string" ? value : "(computed)", line: lineAt(node.start) });
	});
	return imports;
}

/**
 * @param {ParsedFile} parsed
 * @returns {string[]}
 */
function judgeExports({ file, program, imports }) {
	const problems = [];
	const reExports = program.body.filter(
		(statement) =>
			statement.type === "ExportAllDeclaration" ||
			(statement.type === "ExportNamedDeclaration" && statement.source !== null),
	);
	const isBarrel = reExports.length > 0 && reExports.length === program.body.length;
	if (isBarrel || /(^|\/)index\.[cm]?[jt]sx?$/.test(file)) {
		problems.push(`${file} is a barrel: let each import name the file that owns the thing.`);
	}
	const hasDefault = imports.staticExports.some(({ entries }) =>
		entries.some(({ exportName }) => exportName.kind === "Default" || exportName.name === "default"),
	);
	if (hasDefault && !/\.config\.[cm]?[jt]s$/.test(file)) {
		problems.push(`${file} has a default export: give it a name.`);
	}
	return problems;
}

/**
 * @typedef {{ kind: "file", path: string } | { kind: "package", name: string } | { kind: "builtin" }
 *   | { kind: "wrong", problem: string }} Target
 */

/**
 * @param {string} file that imports
 * @param {string} specifier
 * @param {Manifest} manifest
 * @returns {Target}
 */
function resolve(file, specifier, manifest) {
	if (specifier === "(computed)") {
		return { kind: "wrong", problem: "a bundle can't hold what is only known later, so write the path out." };
	}
	if (specifier.split("/").includes("..")) return { kind: "wrong", problem: 'write "#folder/file.ts" and not "../".' };
	if (specifier.startsWith("./")) return { kind: "file", path: posix.join(posix.dirname(file), specifier) };
	if (specifier.startsWith("#")) return resolveAlias(specifier, manifest);
	if (specifier.startsWith("node:") || builtinModules.includes(specifier)) return { kind: "builtin" };
	const [first = "", second = ""] = specifier.split("/");
	return { kind: "package", name: first.startsWith("@") ? `${first}/${second}` : first };
}

/**
 * @param {string} specifier such as "#core/clock.ts"
 * @param {Manifest} manifest
 * @returns {Target}
 */
function resolveAlias(specifier, manifest) {
	for (const [pattern, target] of Object.entries(manifest.imports)) {
		// A file of data under a name of its own, such as package.json.
		if (pattern === specifier) return { kind: "builtin" };
		const prefix = pattern.replace(/\*$/, "");
		if (pattern.endsWith("*") && specifier.startsWith(prefix)) {
			return { kind: "file", path: posix.normalize(target.replace("*", specifier.slice(prefix.length))) };
		}
	}
	return { kind: "wrong", problem: '"imports" in package.json has no such name.' };
}

/**
 * @param {string} file
 * @param {Target} target
 * @param {{ known: Set<string>, manifest: Manifest }} project
 * @returns {string | undefined}
 */
function judgeImport(file, target, { known, manifest }) {
	if (target.kind === "wrong") return target.problem;
	if (target.kind === "builtin") return undefined;
	if (target.kind === "package") return judgePackage(file, target.name, manifest);
	if (!known.has(target.path)) return `there is no file ${target.path}.`;
	return judgeArrow(file, target.path);
}

/**
 * @param {string} file
 * @param {string} name
 * @param {Manifest} manifest
 */
function judgePackage(file, name, manifest) {
	if (manifest.dependencies.includes(name)) return undefined;
	if (!manifest.devDependencies.includes(name)) return `${name} isn't in package.json.`;
	const isProduction = !isTest(file) && file.includes("/") && !file.startsWith("scripts/");
	return isProduction ? `${name} is a development dependency, which a user doesn't install.` : undefined;
}

/**
 * @param {string} file
 * @param {string} target
 */
function judgeArrow(file, target) {
	if (isTest(file) || !file.includes("/")) return undefined;
	if (isTest(target)) return "only tests and measurements may import that.";
	const [from = ""] = file.split("/");
	const [to = ""] = target.split("/");
	const allowed = ARROWS.get(from);
	if (allowed === undefined)
		return `${from}/ has no place among the folders: give it one in scripts/check-imports.mjs.`;
	if (from === to || allowed.includes(to)) return undefined;
	return `${from} may import only ${[from, ...allowed].join(", ")}. Declare what it needs as an interface in ${from}.`;
}

await runAsScript(import.meta.url, checkImports);
