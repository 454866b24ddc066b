import { appendFileSync } from "node:fs";
import { assembleDaemon, isAtRest } from "./assemble.ts";
import type { Life } from "./life.ts";

/**
 * A daemon that takes up what a dead one left, in this process: nobody kills it, and a process of its own would spend more
 * on its start than on all that is looked at. `kill` stops it in order.
 */
export function beginLaterLife(home: string, logFile: string): Life {
	const steward = assembleDaemon(home, { fetch, databaseHooks: {}, writeLog: (line) => appendFileSync(logFile, line) });
	const ready = steward.start();
	let end: (ending: string) => void = () => undefined;
	return {
		ready,
		ended: new Promise((resolve) => {
			end = resolve;
		}),
		report: async () => ({ atRest: isAtRest(steward), counts: {} }),
		kill: () => void ready.then(() => steward.stop()).then(() => end("stopped")),
	};
}
