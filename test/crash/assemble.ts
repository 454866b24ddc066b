import { systemClock } from "#core/clock.ts";
import type { DatabaseHooks } from "#core/database.ts";
import { systemIds } from "#core/ids.ts";
import { createLog } from "#core/log.ts";
import { createSteward } from "#daemon/create-steward.ts";
import type { Steward } from "#daemon/steward.ts";
import { addLine, payInvoice, sendLetter } from "./appending-tools.ts";

/** The daemon of these tests, the same in the process that dies and in the one that goes on. */
export const assembleDaemon = (
	home: string,
	ports: { fetch: typeof fetch; databaseHooks: DatabaseHooks; writeLog: (line: string) => void },
): Steward =>
	createSteward({
		home,
		environment: {},
		clock: systemClock,
		ids: systemIds,
		fetch: ports.fetch,
		log: (redact) => createLog({ clock: systemClock, level: "debug", write: ports.writeLog, redact }),
		databaseHooks: ports.databaseHooks,
		tools: [addLine, payInvoice, sendLetter],
	});

/** Whether nothing is left to do. */
export function isAtRest(steward: Steward): boolean {
	const { loop, waitingEvents, outbox, tasks } = steward.status();
	return loop.state === "idle" && waitingEvents === 0 && outbox.waiting === 0 && tasks.length === 0;
}
