import { parseEnv } from "node:util";
import type { Environment } from "./interpolate.ts";
import type { ConfigProblem } from "./problems.ts";
import { readText } from "./read-text.ts";
import { shellQuote } from "./shell-quote.ts";

/** What `.env` sets, and what is unwise about the file. It is all warnings: without it the daemon still runs. */
export interface EnvFile {
	values: Environment;
	problems: ConfigProblem[];
}

/** Reads a home's `.env`. One that isn't there sets nothing. Never throws. */
export function readEnvFile(file: string): EnvFile {
	const read = readText(file);
	if (read.kind === "missing") return { values: {}, problems: [] };
	const warn = (problem: string, example: string): ConfigProblem[] => [
		{ severity: "warning", file, line: 1, column: 1, key: "", problem, example },
	];
	if (read.kind === "unreadable") {
		return {
			values: {},
			problems: warn(`${read.problem}, so nothing in it is used`, "OPENAI_API_KEY=put-the-key-here"),
		};
	}
	const mode = read.mode.toString(8).padStart(3, "0");
	const problem = `holds secrets, and its mode ${mode} lets other users at them`;
	const openToOthers = (read.mode & 0o077) !== 0;
	return {
		values: { ...parseEnv(read.text) },
		problems: openToOthers ? warn(problem, `chmod 600 ${shellQuote(file)}`) : [],
	};
}
