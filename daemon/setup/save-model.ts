import { editConfig } from "#config/edit-config.ts";
import { setEnvValue } from "#config/edit-env.ts";
import type { EditValue } from "#config/edit-render.ts";
import { valueAt } from "#config/edit-tree.ts";
import type { ConfigEdit } from "#config/edit-yaml.ts";
import { readEnvFile } from "#config/env-file.ts";
import type { Environment } from "#config/interpolate.ts";
import type { HomePaths } from "#config/paths.ts";
import { formatProblem } from "#config/problems.ts";
import { describeError } from "#core/log.ts";
import type { ChosenModel } from "./chosen-model.ts";

/** Where settings are written to. */
export interface SaveTarget {
	paths: HomePaths;
	/** The process's own. */
	environment: Environment;
}

export type Saved = { kind: "saved" } | { kind: "refused"; problem: string };

/**
 * Makes a model the first of `models.main`, with its key in `.env`. Never throws.
 * @param keepOthers whether what stood there stays behind it, to be asked where it fails
 */
export function saveMainModel(target: SaveTarget, { key, ...chosen }: ChosenModel, keepOthers: boolean): Saved {
	const name = key && nameFor(key, target);
	const entry = { ...chosen, ...(name && { apiKey: reference(name) }) };
	return saveEdits(target, name ? { name, value: key.value } : undefined, (tree) =>
		modelEdits(valueAt(tree, MAIN), entry, keepOthers),
	);
}

/**
 * Writes a secret to `.env` and then what refers to it. Never throws. A secret without its reference does no harm; a
 * reference without its secret would switch off what was on.
 */
export function saveEdits(
	{ paths, environment }: SaveTarget,
	secret: { name: string; value: string } | undefined,
	decide: (tree: EditValue) => readonly ConfigEdit[],
): Saved {
	try {
		const isThere = secret && readEnvFile(paths.envFile).values[secret.name] === secret.value;
		if (secret && !isThere) setEnvValue(paths.envFile, secret.name, secret.value);
		const outcome = editConfig(paths, environment, decide);
		if (outcome.kind !== "refused") return { kind: "saved" };
		return { kind: "refused", problem: outcome.problems.map(formatProblem).join("\n") };
	} catch (error) {
		return { kind: "refused", problem: describeError(error) };
	}
}

/** How `config.yaml` names a value of `.env`. */
export const reference = (name: string): string => `\${${name}}`;

/** A name under which the value will be found: what the process was started with would win over `.env`. */
export function nameFor(secret: { name: string; value: string }, { environment }: SaveTarget): string {
	const outer = environment[secret.name];
	return outer && outer !== secret.value ? `STEWARD_${secret.name}` : secret.name;
}

const MAIN = ["models", "main"];

interface NewEntry {
	baseUrl: string;
	model: string;
	apiKey?: string;
}

function modelEdits(main: EditValue | undefined, entry: NewEntry, keepOthers: boolean): ConfigEdit[] {
	const list: readonly EditValue[] = Array.isArray(main) ? main : [];
	const [first, ...behind] = list;
	if (first !== undefined && isSame(first, entry) && (keepOthers || behind.length === 0)) {
		// The same one again, as with another key: its other settings are kept.
		return entry.apiKey === undefined ? [] : [{ kind: "set", path: [...MAIN, 0, "apiKey"], value: entry.apiKey }];
	}
	const others = keepOthers ? list.filter((other) => !isSame(other, entry)) : [];
	return others.length === list.length
		? [{ kind: "add-first", path: MAIN, value: { ...entry } }]
		: [{ kind: "set", path: MAIN, value: [{ ...entry }, ...others] }];
}

const isSame = (other: EditValue, { baseUrl, model }: NewEntry): boolean =>
	valueAt(other, ["baseUrl"]) === baseUrl && valueAt(other, ["model"]) === model;
