import { envExampleFor, exampleFor } from "./examples.ts";
import type { Finding } from "./explain.ts";
import { type ConfigProblem, formatKey, type KeyPath } from "./problems.ts";
import type { Reference } from "./references.ts";
import type { YamlTree } from "./yaml-text.ts";

/** Functions that turn what was found in `file` into problems with a place and an example. */
export function problemTeller({ positionOf }: YamlTree, file: string) {
	const at = (severity: ConfigProblem["severity"], path: KeyPath, problem: string, example: string): ConfigProblem => {
		const { line, column } = positionOf(path);
		return { severity, file, line, column, key: formatKey(path), problem, example };
	};
	return {
		finding: ({ path, exampleOf, problem }: Finding): ConfigProblem =>
			at("error", path, problem, exampleFor(exampleOf)),
		malformed: (path: KeyPath): ConfigProblem => at("error", path, MALFORMED, exampleFor(path)),
		missing: ({ path, names }: Reference): ConfigProblem =>
			at("error", path, `${needs(names)}. Put this into .env`, envExampleFor(path, names)),
		switchedOff({ path, names }: Reference): ConfigProblem {
			const what = path[0] === "models" ? "this model" : "Telegram";
			const problem = `${needs(names)}; ${what} stays off until it is. Put this into .env`;
			return at("warning", path, problem, envExampleFor(path, names));
		},
		plainSecret: (path: KeyPath): ConfigProblem => at("warning", path, PLAIN_SECRET, exampleFor(path)),
	};
}

const needs = (names: readonly string[]): string =>
	`needs ${names.join(" and ")}, which is set neither in .env nor in the environment`;

const MALFORMED = `has a \${ without a name of letters, digits and _, and a } after it; a plain \${ is written $\${`;
const PLAIN_SECRET = `is a secret in plain text: move it to .env under a name of your choice, and write \${NAME} here`;

/** A problem of `config.yaml` as a whole. */
export function fileProblem(file: string, problem: string): ConfigProblem {
	return { severity: "error", file, line: 1, column: 1, key: "", problem, example: exampleFor([]) };
}
