import { readEnvFile } from "./env-file.ts";
import { type Environment, mergeEnvironment } from "./interpolate.ts";
import { type ParsedSettings, parseSettings } from "./load.ts";
import type { HomePaths } from "./paths.ts";
import type { ConfigProblem } from "./problems.ts";
import { readText } from "./read-text.ts";
import { fileProblem } from "./tell.ts";

/** What a home's `config.yaml` and `.env` say together at one moment. */
export interface HomeFiles {
	parsed: ParsedSettings;
	/** Those of both files. */
	problems: ConfigProblem[];
	/** The text of `config.yaml`, where it could be read. */
	text: string | undefined;
	/** What `${NAME}` was filled in from. */
	environment: Environment;
}

/**
 * Reads both files. Never throws. A `config.yaml` that isn't there is an error, not an empty one: a disk that was not
 * mounted must not look like an owner who took everything back.
 */
export function readHomeFiles(paths: HomePaths, processEnvironment: Environment): HomeFiles {
	const env = readEnvFile(paths.envFile);
	const environment = mergeEnvironment(processEnvironment, env.values);
	const file = paths.configFile;
	const read = readText(file);
	const parsed: ParsedSettings =
		read.kind === "text"
			? parseSettings({ text: read.text, file, environment })
			: { kind: "bad", problems: [fileProblem(file, read.kind === "missing" ? "does not exist" : read.problem)] };
	const text = read.kind === "text" ? read.text : undefined;
	return { parsed, problems: [...parsed.problems, ...env.problems], text, environment };
}
