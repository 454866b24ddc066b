import { lutimesSync } from "node:fs";
import { sha256 } from "#core/digest.ts";
import { replaceFile } from "./edit-file.ts";
import type { EditValue } from "./edit-render.ts";
import { readTree } from "./edit-tree.ts";
import { type ConfigEdit, editYaml, NotEditableError } from "./edit-yaml.ts";
import { readEnvFile } from "./env-file.ts";
import { type Environment, mergeEnvironment } from "./interpolate.ts";
import { parseSettings } from "./load.ts";
import type { HomePaths } from "./paths.ts";
import type { ConfigProblem } from "./problems.ts";
import { readText } from "./read-text.ts";
import { fileProblem } from "./tell.ts";
import { parseYaml } from "./yaml-text.ts";

export type EditOutcome =
	/** The text from before is in `backup`. */
	| { kind: "saved"; backup: string }
	/** The file says so already. */
	| { kind: "unchanged" }
	/** The file is as it was: with the edit, or even without it, it could not be used. */
	| { kind: "refused"; problems: ConfigProblem[] };

/** An editor that saves at the same moment does so once or twice, and not all the time. */
const MAX_TRIES = 5;

/**
 * Edits a home's `config.yaml`, keeping everything else that its owner wrote. The result is read by the loader before it
 * takes the file's place, in one step, and the former text is kept beside it. Where the owner's editor saves in between, the
 * edit is made anew on the new text.
 * @param decide gets what the file holds now, with `${NAME}` not filled in; may be called more than once
 * @param environment the process's own; `.env` is read here
 * @throws an Error that says what to do where the disk refuses
 */
export function editConfig(
	paths: HomePaths,
	environment: Environment,
	decide: (tree: EditValue) => readonly ConfigEdit[],
): EditOutcome {
	const file = paths.configFile;
	for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
		const read = readText(file);
		if (read.kind !== "text") {
			return refused([fileProblem(file, read.kind === "missing" ? "does not exist" : read.problem)]);
		}
		const edited = edit(read.text, paths, environment, decide);
		if (edited.kind === "refused") return edited;
		if (edited.text === read.text) return { kind: "unchanged" };
		const stillWanted = () => digestOf(file) === sha256(read.text);
		const backup = `${file}.bak`;
		replaceFile({ file: backup, text: read.text, mode: read.mode });
		if (replaceFile({ file, text: edited.text, mode: read.mode, stillWanted })) {
			touchLink(file);
			return { kind: "saved", backup };
		}
	}
	return refused([fileProblem(file, "is being changed by another program all the time: close that, and try again")]);
}

type Edited = { kind: "edited"; text: string } | { kind: "refused"; problems: ConfigProblem[] };

function edit(
	text: string,
	{ configFile: file, envFile }: HomePaths,
	environment: Environment,
	decide: (tree: EditValue) => readonly ConfigEdit[],
): Edited {
	const yaml = parseYaml(text, file);
	if (yaml.kind === "bad") return refused(yaml.problems);
	const load = (result: string): Edited => {
		const merged = mergeEnvironment(environment, readEnvFile(envFile).values);
		const parsed = parseSettings({ text: result, file, environment: merged });
		return parsed.kind === "ok" ? { kind: "edited", text: result } : refused(errorsOf(parsed.problems));
	};
	try {
		return load(editYaml(text, decide(readTree(yaml.tree))));
	} catch (error) {
		if (!(error instanceof NotEditableError)) throw error;
		const withoutEdit = load(text);
		return withoutEdit.kind === "refused" ? withoutEdit : refused([fileProblem(file, NOT_EDITABLE)]);
	}
}

const NOT_EDITABLE = "has anchors, or dates, and can't be edited by a program: edit it by hand";

const refused = (problems: ConfigProblem[]) => ({ kind: "refused" as const, problems });

const errorsOf = (problems: ConfigProblem[]): ConfigProblem[] =>
	problems.filter(({ severity }) => severity === "error");

function digestOf(file: string): string | undefined {
	const read = readText(file);
	return read.kind === "text" ? sha256(read.text) : undefined;
}

/** A running Steward watches the home alone, so that a change behind a symbolic link must show at the link. */
function touchLink(file: string): void {
	const now = new Date();
	lutimesSync(file, now, now);
}
