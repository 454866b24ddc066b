import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { relative } from "node:path";
import type { HomePaths } from "#config/paths.ts";
import { shellQuote } from "#config/shell-quote.ts";
import { fine, type Observation, problem, warning } from "./finding.ts";
import { unsafePlaces } from "./home-place.ts";
import type { Subject } from "./subject.ts";

/** Whether the home is there, is ours alone, can be written to, and lies in a good place. */
export async function checkHome({ paths, home }: Subject, signal: AbortSignal): Promise<Observation[]> {
	const path = paths.home;
	switch (home.kind) {
		case "absent":
			return [
				problem(
					`There is no home at ${path}.`,
					"`steward setup` makes one. If yours is elsewhere, set STEWARD_HOME to it.",
				),
			];
		case "no-folder":
			return [problem(`${path} is not a folder.`, "Move it away, or set STEWARD_HOME to another one.")];
		case "closed":
			return [problem(`${path} can't be looked at (${home.code}).`, `Check STEWARD_HOME. ${AS_OWNER}`)];
		case "foreign":
			return [
				problem(
					`${path} belongs to user ${home.ownerUid}, and this is user ${home.ownUid}, so nothing in it was opened.`,
					`${AS_OWNER} If the home is to be yours: sudo chown -R ${home.ownUid} ${shellQuote(path)}`,
				),
			];
		case "ours": {
			const found = [
				...judgeMode(path, home.mode),
				...(await judgeAccess(paths)),
				...(await unsafePlaces(paths, signal)),
			];
			return found.length > 0 ? found : [fine("It is yours alone, and can be written to.")];
		}
	}
}

const AS_OWNER = "Run this as the user that Steward runs as.";

function judgeMode(home: string, mode: number): Observation[] {
	if ((mode & 0o077) === 0) return [];
	const what = `Other users of this machine can look into the home (mode ${mode.toString(8)}).`;
	return [warning(what, `chmod 700 ${shellQuote(home)}`)];
}

/** A folder that isn't there is made at the next start. */
async function judgeAccess(paths: HomePaths): Promise<Observation[]> {
	const closed: string[] = [];
	for (const folder of [paths.home, paths.workspace, paths.inbox, paths.logs]) {
		const code = await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
			() => undefined,
			(error: NodeJS.ErrnoException) => error.code,
		);
		if (code !== undefined && code !== "ENOENT") closed.push(`${relative(paths.home, folder) || "the home"} (${code})`);
	}
	if (closed.length === 0) return [];
	return [
		problem(
			`These can't be written to: ${closed.join(", ")}.`,
			`With EROFS the disk is read-only. Otherwise: chmod -R u+rwX ${shellQuote(paths.home)}`,
		),
	];
}
