import { readFileSync } from "node:fs";
import { describeError } from "#core/log.ts";
import { checkEffects, checkUnknown } from "./check-effects.ts";
import { checkEvents } from "./check-events.ts";
import { checkRequests } from "./check-requests.ts";
import { checkSaid } from "./check-said.ts";
import type { Counts, CrashPoint } from "./crash-point.ts";
import { Lives } from "./lives.ts";
import { playOwner } from "./owner.ts";
import { readRows } from "./rows.ts";
import { until } from "./until.ts";
import { openWorld } from "./world.ts";

export const NEVER_REACHED = "the point was never reached";

export interface ScriptRun {
	/** What went wrong, as sentences; empty where all held. */
	problems: string[];
	/** Of the only life, when all was done; empty where there were two. */
	counts: Counts;
	/** What all lives logged. */
	log: string;
}

/** Plays the script to its end, over the death of a daemon at the point, and checks what is left. Never throws. */
export async function runScript(program: string, point: CrashPoint | undefined): Promise<ScriptRun> {
	const world = await openWorld();
	const lives = new Lives(program, world, point);
	const problems: string[] = [];
	let counts: Counts = {};
	try {
		await Promise.race([playOwner(world), lives.broken]);
		await until("rest", async () => {
			const report = await lives.current?.report();
			counts = report?.counts ?? {};
			return report?.atRest === true && world.bot.pendingUpdates().length === 0;
		});
	} catch (error) {
		problems.push(describeError(error));
	}
	await lives.end();
	const rows = readRows(world.home);
	problems.push(
		...lives.problems,
		...checkEvents(world, rows),
		...checkSaid(world, rows),
		...checkEffects(world, rows),
		...checkUnknown(rows, lives.mayBeUnknown),
		...checkRequests(world.model),
	);
	if (point && lives.deaths === 0) problems.push(NEVER_REACHED);
	const log = readFileSync(world.logFile, "utf8");
	await world.close();
	return { problems, counts, log };
}
