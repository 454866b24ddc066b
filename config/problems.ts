/** Something in the owner's files that needs the owner. No member ever holds the value of a secret. */
export interface ConfigProblem {
	/** An error makes the whole file unusable; with a warning it works, but something in it is off or unwise. */
	severity: "error" | "warning";
	file: string;
	/** Both count from 1. */
	line: number;
	column: number;
	/** As `channels.telegram.owners[0]`; empty where the problem is the file itself. */
	key: string;
	/** What is wrong, as the rest of a sentence that starts with the key. */
	problem: string;
	/** What works instead: text for `config.yaml`, or what the problem says it is for. */
	example: string;
}

/** The steps from the top of the file to a value: names of keys, and numbers for places in a list, from 0. */
export type KeyPath = readonly (string | number)[];

/** The path as the owner reads it. A key that doesn't look like one of ours is shown as `?`: it may be a pasted token. */
export const formatKey = (path: KeyPath): string =>
	path
		.map((step, index) => (typeof step === "number" ? `[${step}]` : `${index === 0 ? "" : "."}${showKey(step)}`))
		.join("");

const showKey = (key: string): string => (LOOKS_LIKE_A_KEY.test(key) ? key : "?");

/** None of our keys has digits. */
const LOOKS_LIKE_A_KEY = /^[A-Za-z][A-Za-z_-]{0,30}$/;

/** The problem and its example for a person, in several lines. The first starts as compilers do: `file:line:column`. */
export function formatProblem({ severity, file, line, column, key, problem, example }: ConfigProblem): string {
	const indented = example.split("\n").map((text) => `    ${text}`);
	return [`${file}:${line}:${column}: ${severity}: ${key}${key && " "}${problem}`, "  This helps:", ...indented].join(
		"\n",
	);
}

/** The configuration cannot be used, and there is no earlier one to go on with. Its message names every problem. */
export class ConfigError extends Error {
	override readonly name = "ConfigError";
	readonly problems: readonly ConfigProblem[];

	constructor(problems: readonly ConfigProblem[]) {
		super(`The configuration can't be used.\n${problems.map(formatProblem).join("\n")}`);
		this.problems = problems;
	}
}
