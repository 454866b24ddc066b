import { basename } from "node:path";
import type { ConfigProblem } from "#config/problems.ts";
import { fine, type Observation, problem, warning } from "./finding.ts";
import type { Subject } from "./subject.ts";

/** What is wrong in `config.yaml` and `.env`, and what is used in their place. */
export async function checkConfiguration({ home, files, configuration }: Subject): Promise<Observation[]> {
	if (home.kind !== "ours") return [];
	switch (configuration.kind) {
		case "absent":
			return [
				problem(
					"There is no config.yaml.",
					"`steward setup` makes one. If there was one, find out where it went first: a start makes a new one.",
				),
			];
		case "file":
			return files.problems.length === 0 ? [fine("config.yaml can be used.")] : files.problems.map(tell);
		case "last-good":
			return [...files.problems.map(tell), LAST_GOOD_IN_USE];
		case "none":
			return [...files.problems.map(tell), NOTHING_TO_USE];
	}
}

const LAST_GOOD_IN_USE = warning(
	"The last good version of config.yaml is used instead.",
	"Put right what stands above: it is taken up as soon as it is saved.",
);

const NOTHING_TO_USE = problem(
	"This configuration can't be used, and there is no earlier one: Steward can't start.",
	"Put right what stands above, then: steward start",
);

function tell({ severity, file, line, column, key, problem: what, example }: ConfigProblem): Observation {
	const sentence = `${basename(file)}:${line}:${column} ${key}${key && " "}${what}`;
	return severity === "error" ? problem(sentence, example) : warning(sentence, example);
}
