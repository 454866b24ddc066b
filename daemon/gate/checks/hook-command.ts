import { realpathSync } from "node:fs";
import { resolve, sep } from "node:path";
import type { HomePaths } from "#config/paths.ts";

/** Where a hook's program is looked for, and where it must not be. */
export type HookPlaces = Pick<HomePaths, "home" | "workspace" | "skills" | "memory" | "persona">;

export type HookCommand = { kind: "ready"; command: string[] } | { kind: "unsafe"; problem: string };

/**
 * The command of a hook as it is run. A program with a slash in its name is looked for from the home on, any other in PATH.
 * Refuses one of which a part lies where the assistant itself writes: the model could make itself a hook that runs outside
 * the container, or one that agrees to everything.
 */
export function resolveHookCommand(command: readonly string[], places: HookPlaces): HookCommand {
	const [program = "", ...args] = command;
	const file = program.includes("/") ? resolve(places.home, program) : program;
	const named = [file, ...args].flatMap((part) => [part, part.slice(part.indexOf("=") + 1)]);
	return named.some((part) => isWrittenByAssistant(resolve(places.home, part), places))
		? { kind: "unsafe", problem: "a part of its command lies where the assistant itself writes; keep it elsewhere" }
		: { kind: "ready", command: [file, ...args] };
}

function isWrittenByAssistant(path: string, { workspace, skills, memory, persona }: HookPlaces): boolean {
	const real = realPath(path);
	return (
		real !== undefined &&
		[workspace, skills, memory, persona].some((folder) => {
			const place = realPath(folder);
			return place !== undefined && (real === place || real.startsWith(place + sep));
		})
	);
}

/** Without symbolic links; undefined where nothing is there, as for an option. */
function realPath(path: string): string | undefined {
	try {
		return realpathSync(path);
	} catch {
		return undefined;
	}
}
