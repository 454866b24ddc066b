import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runAsScript } from "./report.mjs";

const PAGE = "docs/architecture.md";

/**
 * Each package that a user installs has to be accounted for: docs/architecture.md names it and says why it's there.
 *
 * @param {string} root folder that holds package.json
 * @returns {Promise<string[]>} a sentence for each problem
 */
export async function checkDependencies(root) {
	if (!existsSync(join(root, PAGE))) return [`${PAGE} is missing: it has to name each dependency and what it is for.`];
	const page = await readFile(join(root, PAGE), "utf8");
	const { dependencies = {} } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
	return Object.keys(dependencies)
		.filter((name) => !page.includes(`\`${name}\``))
		.map((name) => `${PAGE} doesn't name the dependency \`${name}\` (in backticks): say what it is for.`);
}

await runAsScript(import.meta.url, checkDependencies);
