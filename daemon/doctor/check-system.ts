import { watch } from "node:fs";
import packageJson from "#package.json" with { type: "json" };
import { fine, type Observation, problem, warning } from "./finding.ts";
import type { Subject } from "./subject.ts";

/** What Steward needs of Node and of the operating system. */
export async function checkSystem({ paths, home }: Subject): Promise<Observation[]> {
	const watchProblem = home.kind === "ours" ? tryWatch(paths.home) : undefined;
	return [judgeNode(process.versions.node), ...judgeWatch(watchProblem)];
}

/** @param version as in `process.versions.node` */
export function judgeNode(version: string, wanted: string = packageJson.engines.node): Observation {
	const oldest = wanted.replace(/^>=/, "");
	const numbers = (text: string) => text.split(".").map(Number);
	const [major = 0, minor = 0] = numbers(version);
	const [oldestMajor = 0, oldestMinor = 0] = numbers(oldest);
	if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return fine(`Node ${version} will do.`);
	return problem(
		`Node ${version} is too old: Steward needs ${oldest} or newer.`,
		"Install a newer Node: https://nodejs.org",
	);
}

/**
 * The machine may have given all its watches to other programs, so one is taken and given back.
 * @returns the system's code where that fails
 */
function tryWatch(folder: string): string | undefined {
	try {
		watch(folder, { persistent: false }).close();
		return undefined;
	} catch (error) {
		return error instanceof Error && "code" in error ? String(error.code) : String(error);
	}
}

/** @param code the limits of inotify(7) show as ENOSPC (watches) and EMFILE (instances) */
export function judgeWatch(code: string | undefined): Observation[] {
	if (code === undefined) return [];
	const settings: Partial<Record<string, string>> = {
		ENOSPC: "fs.inotify.max_user_watches=524288",
		EMFILE: "fs.inotify.max_user_instances=512",
	};
	const setting = settings[code];
	return [
		warning(
			`Edits of config.yaml can't be noticed by themselves: this machine watches no more files (${code}).`,
			setting === undefined
				? "Restart Steward after each edit."
				: `Restart Steward after each edit, or: sudo sysctl ${setting}`,
		),
	];
}
