import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { HomePaths } from "#config/paths.ts";
import { type Observation, warning } from "./finding.ts";

/** What the folders of services are called that copy their content elsewhere. */
const SYNC_FOLDER =
	/\/(Dropbox|OneDrive|Google Drive|GoogleDrive|Nextcloud|ownCloud|Mobile Documents|pCloudDrive)( [^/]*|-[^/]*)?\//;

/** Places where a home's secrets get copied, or its database torn apart. */
export async function unsafePlaces(paths: HomePaths, signal: AbortSignal): Promise<Observation[]> {
	const found: Observation[] = [];
	const service = SYNC_FOLDER.exec(`${paths.home}/`)?.[1];
	if (service !== undefined) {
		found.push(
			warning(
				`The home lies in a folder that ${service} copies: its secrets leave this machine, and the database can be damaged.`,
				"Stop Steward, move the home out of that folder, and set STEWARD_HOME to it.",
			),
		);
	}
	const repository = findRepository(paths.home);
	if (repository !== undefined && !(await isIgnored(repository, paths.envFile, signal))) {
		found.push(
			warning(
				`The home lies in the git repository ${repository}, and .env could be committed with its secrets.`,
				`Add these to .gitignore: .env, state.db*, logs/. Or move the home, and set STEWARD_HOME to it.`,
			),
		);
	}
	return found;
}

function findRepository(folder: string): string | undefined {
	if (existsSync(join(folder, ".git"))) return folder;
	return dirname(folder) === folder ? undefined : findRepository(dirname(folder));
}

/** Asks git itself. Where that can't be told, nothing is ignored. */
const isIgnored = (repository: string, file: string, signal: AbortSignal): Promise<boolean> =>
	new Promise((resolve) => {
		execFile("git", ["-C", repository, "check-ignore", "-q", file], { signal }, (error) => resolve(error === null));
	});
