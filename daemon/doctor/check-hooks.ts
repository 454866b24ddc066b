import { accessSync, constants } from "node:fs";
import type { Hook } from "#config/gate-schema.ts";
import { describeError } from "#core/log.ts";
import { type HookPlaces, resolveHookCommand } from "#daemon/gate/checks/hook-command.ts";
import { unknownTools } from "#daemon/gate/checks/hook-tools.ts";
import { builtInTools } from "#tools/built-in.ts";
import { fine, type Observation, problem, warning } from "./finding.ts";
import type { Subject } from "./subject.ts";

/** Whether the owner's own programs can be asked: one that can't refuses every call that it was to look at. */
export async function checkHooks({ paths, configuration }: Subject): Promise<Observation[]> {
	if (!("settings" in configuration)) return [];
	const { before, after } = configuration.settings.hooks;
	const hooks = [...before, ...after];
	const found = hooks.flatMap((hook) => [...checkTools(hook), ...checkProgram(hook, paths)]);
	return found.length === 0 && hooks.length > 0 ? [fine("The programs under `hooks` are there.")] : found;
}

function checkTools(hook: Hook): Observation[] {
	const known = builtInTools.map(({ name }) => name);
	const unknown = unknownTools(hook, known);
	if (unknown.length === 0) return [];
	return [
		warning(
			`The hook ${hook.name} is for tools that are not there: ${unknown.join(", ")}. It is never asked about them.`,
			`Name them as they are, or with a star: ${known.join(", ")}.`,
		),
	];
}

function checkProgram({ name, command }: Hook, places: HookPlaces): Observation[] {
	const resolved = resolveHookCommand(command, places);
	if (resolved.kind === "unsafe")
		return [problem(`The hook ${name} is never run: ${resolved.problem}.`, "Move it to another folder, as hooks/.")];
	const [file = ""] = resolved.command;
	// One without a slash is looked for in the PATH of the daemon, which may be another than ours.
	if (!file.includes("/")) return [];
	try {
		accessSync(file, constants.X_OK);
		return [];
	} catch (error) {
		return [problem(`The hook ${name} can't be run: ${describeError(error)}`, `Put it there, then: chmod +x ${file}`)];
	}
}
