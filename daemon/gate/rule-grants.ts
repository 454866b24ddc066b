import { editConfig } from "#config/edit-config.ts";
import type { EditValue } from "#config/edit-render.ts";
import { valueAt } from "#config/edit-tree.ts";
import type { OwnersRule } from "#config/gate-schema.ts";
import type { Environment } from "#config/interpolate.ts";
import type { HomePaths } from "#config/paths.ts";
import { formatProblem } from "#config/problems.ts";
import { canonicalJson } from "#core/digest.ts";
import { describeError } from "#core/log.ts";
import type { Journal } from "#daemon/records/journal.ts";
import { describeRule } from "./owners-rules.ts";

export interface RuleGrantsParts {
	paths: HomePaths;
	/** The process's own. */
	environment: Environment;
	journal: Journal;
	/** Takes up the edited file. */
	reload: () => void;
}

/** Writes what the owner allows for good into their `config.yaml`, where they see it, change it and take it back. */
export class RuleGrants {
	readonly #parts: RuleGrantsParts;

	constructor(parts: RuleGrantsParts) {
		this.#parts = parts;
	}

	/** Never throws. The same rule twice is one. @param by for the journal @returns what to say */
	grant(rule: OwnersRule, by: string): string {
		const problem = this.#write(rule);
		const said = describeRule(rule);
		this.#parts.journal.add({
			kind: "rule",
			target: rule.to.join(", "),
			decision: by,
			outcome: problem ? "failed" : "granted",
		});
		if (problem) return `Allowed this once. The rule could not be written into config.yaml: ${problem}`;
		this.#parts.reload();
		return `From now on without asking: ${said}. It stands under \`rules\` in config.yaml; take it out there to end it.`;
	}

	#write(rule: OwnersRule): string | undefined {
		const { paths, environment } = this.#parts;
		try {
			const outcome = editConfig(paths, environment, (tree) => {
				const rules = valueAt(tree, ["rules"]);
				const wanted = asValue(rule);
				const isThere = Array.isArray(rules) && rules.some((other) => canonicalJson(other) === canonicalJson(wanted));
				return isThere ? [] : [{ kind: "add-first", path: ["rules"], value: wanted }];
			});
			return outcome.kind === "refused" ? outcome.problems.map(formatProblem).join("\n") : undefined;
		} catch (error) {
			return describeError(error);
		}
	}
}

/** As its owner would write it. None that a button grants holds while outside content is in view. */
function asValue({ allow, to, tools, perDay, until }: OwnersRule): EditValue {
	return {
		...{ allow, to: [...to] },
		...(tools && { tools: [...tools] }),
		...(perDay !== undefined && { perDay }),
		...(until !== undefined && { until }),
	};
}
