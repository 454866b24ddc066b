import { explainIssues, type Finding } from "./explain.ts";
import type { Environment } from "./interpolate.ts";
import type { ConfigProblem, KeyPath } from "./problems.ts";
import { MAX_FILE_BYTES } from "./read-text.ts";
import { type Reference, type Resolved, resolveReferences, without } from "./references.ts";
import { type Settings, settingsSchema } from "./schema.ts";
import { fileProblem, problemTeller } from "./tell.ts";
import { parseYaml } from "./yaml-text.ts";

export type ParsedSettings =
	/** All problems are warnings. `secrets` are the values to take out of whatever is shown or stored, longest first. */
	| { kind: "ok"; settings: Settings; secrets: string[]; problems: ConfigProblem[] }
	/** At least one problem is an error. */
	| { kind: "bad"; problems: ConfigProblem[] };

/** More would not help: the first ones are put right first. Errors come before warnings in this count. */
const MAX_PROBLEMS = 50;

/**
 * Reads the text of a `config.yaml`. Pure, and never throws.
 *
 * A name in `${NAME}` that is not set switches off only what needs it (one entry of a model list, or Telegram), so that
 * a service which starts without its environment runs with less instead of being restarted for ever.
 * @param input.file as the problems shall name it
 * @param input.environment see `mergeEnvironment`
 */
export function parseSettings(input: { text: string; file: string; environment: Environment }): ParsedSettings {
	const { text, file, environment } = input;
	if (Buffer.byteLength(text) > MAX_FILE_BYTES) {
		return bad([fileProblem(file, `is larger than ${MAX_FILE_BYTES} bytes: this can't be a configuration`)]);
	}
	const yaml = parseYaml(text, file);
	if (yaml.kind === "bad") return bad(yaml.problems);

	const tell = problemTeller(yaml, file);
	const resolved = resolveReferences(yaml.tree ?? {}, environment);
	const missing = resolved.unset.filter(({ path }) => !optionalPart(path));
	const switchedOff = resolved.unset.filter(({ path }) => optionalPart(path));
	const errors = [
		...resolved.malformed.map(tell.malformed),
		...missing.map(tell.missing),
		...schemaFindings(resolved).map(tell.finding),
	];
	const warnings = [...switchedOff.map(tell.switchedOff), ...resolved.plainSecrets.map(tell.plainSecret)];
	if (errors.length > 0) return bad([...errors, ...warnings]);

	const off = partsToLeaveOut(switchedOff);
	const settings = settingsSchema.parse(without(resolved.value, off));
	return { kind: "ok", settings, secrets: resolved.secrets, problems: inOrder(warnings) };
}

const bad = (problems: ConfigProblem[]): ParsedSettings => ({ kind: "bad", problems: inOrder(problems) });

const inOrder = (problems: ConfigProblem[]): ConfigProblem[] =>
	problems.slice(0, MAX_PROBLEMS).sort((a, b) => a.line - b.line || a.column - b.column);

/**
 * What the schema finds, but for values that could not be filled in: those have their own problem. Parts that are off
 * are looked at all the same, so that a mistake in them shows now and not when the name is set at last.
 */
function schemaFindings({ value, unset, malformed }: Resolved): Finding[] {
	const result = settingsSchema.safeParse(value);
	if (result.success) return [];
	const excused = new Set([...unset.map(({ path }) => path), ...malformed].map((path) => JSON.stringify(path)));
	const issues = result.error.issues.filter(({ path }) => !excused.has(JSON.stringify(path)));
	return explainIssues(issues, value);
}

/** The part of the configuration around `path` that the program can do without. */
function optionalPart([section, name, index]: KeyPath): KeyPath | undefined {
	if (section === "models" && name !== undefined && typeof index === "number") return [section, name, index];
	return section === "channels" && name === "telegram" && index !== undefined ? [section, name] : undefined;
}

const partsToLeaveOut = (references: readonly Reference[]): KeyPath[] =>
	references.map(({ path }) => optionalPart(path)).filter((part) => part !== undefined);
