import { readHomeFiles } from "#config/home-files.ts";
import { formatProblem } from "#config/problems.ts";
import type { Settings } from "#config/schema.ts";
import { askModel } from "./model-step.ts";
import { askOwner } from "./owner-step.ts";
import { askPersona } from "./persona-step.ts";
import { SetupLeft } from "./prompts.ts";
import type { SetupParts, StepResult } from "./setup-parts.ts";
import { askTelegram } from "./telegram-step.ts";

/** How a setup ended. What was finished until then is saved in every case. */
export type SetupEnd = "finished" | "left" | "unusable";

const STEPS = [askOwner, askModel, askTelegram, (parts: SetupParts) => askPersona(parts)];

/**
 * Leads the owner from a fresh home to a Steward that answers. Each answer is tried where it can be, and saved at once: to
 * leave in the middle loses nothing. May be run again at any time, and beside a running Steward.
 */
export async function runSetup(parts: SetupParts): Promise<SetupEnd> {
	const { prompts } = parts;
	prompts.begin("Steward");
	const results: StepResult[] = [];
	try {
		for (const step of STEPS) {
			// Read anew each time: the owner may edit the file meanwhile.
			const settings = readSettings(parts);
			if (!settings) return "unusable";
			results.push(await step(parts, settings));
		}
		prompts.end(await describeEnd(parts, results));
		return "finished";
	} catch (error) {
		if (!(error instanceof SetupLeft)) throw error;
		prompts.end("You left. What was finished is saved; steward setup goes on from there.");
		return "left";
	}
}

function readSettings({ paths, environment, prompts }: SetupParts): Settings | undefined {
	const { parsed } = readHomeFiles(paths, environment);
	if (parsed.kind === "ok") return parsed.settings;
	prompts.warn(parsed.problems.map(formatProblem).join("\n"));
	prompts.end("Put this right first, then start steward setup again.");
	return undefined;
}

async function describeEnd({ isRunning }: SetupParts, results: readonly StepResult[]): Promise<string> {
	if (!(await isRunning())) return "Done. Now: steward start";
	const changed = results.filter((result) => result.kind === "changed");
	if (changed.length === 0) return "Done. Nothing was changed.";
	const restart = changed.some((result) => result.restart);
	return restart
		? "Done. The Steward that runs takes up its new tone when you restart it; all else is in use already."
		: "Done. The Steward that runs has it in use already.";
}
