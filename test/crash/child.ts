import { systemClock } from "#core/clock.ts";
import { systemIds } from "#core/ids.ts";
import { createLog } from "#core/log.ts";
import { createSteward } from "#daemon/create-steward.ts";
import { addLine, payInvoice } from "./appending-tools.ts";
import { parseCrashPoint } from "./crash-point.ts";
import { KillSwitch } from "./kill-switch.ts";
import type { FromChild } from "./messages.ts";

// node child.js HOME [POINT]: a whole daemon in real time that kills itself at the point, if it gets there.
const [home = "", point] = process.argv.slice(2);
const killSwitch = new KillSwitch(point === undefined ? undefined : parseCrashPoint(point));
const tell = (message: FromChild) => process.send?.(message);

process.on("disconnect", () => process.exit());
const steward = createSteward({
	home,
	environment: {},
	clock: systemClock,
	ids: systemIds,
	fetch: killSwitch.fetch,
	log: (redact) =>
		createLog({ clock: systemClock, level: "debug", write: (line) => process.stderr.write(line), redact }),
	databaseHooks: killSwitch.databaseHooks,
	tools: [addLine, payInvoice],
});
process.on("message", () => {
	const { loop, waitingEvents, outbox } = steward.status();
	const atRest = loop.state === "idle" && waitingEvents === 0 && outbox.waiting === 0;
	tell({ kind: "report", atRest, counts: killSwitch.counts });
});
void steward.start().then((started) => tell({ kind: "ready", ...started }));
