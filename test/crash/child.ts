import { assembleDaemon, isAtRest } from "./assemble.ts";
import { parseCrashPoint } from "./crash-point.ts";
import { KillSwitch } from "./kill-switch.ts";
import type { FromChild } from "./messages.ts";

// node child.mjs HOME [POINT]: a whole daemon in real time that kills itself at the point, if it gets there.
const [home = "", point] = process.argv.slice(2);
const killSwitch = new KillSwitch(point === undefined ? undefined : parseCrashPoint(point));
const { fetch, databaseHooks, counts } = killSwitch;
const tell = (message: FromChild) => process.send?.(message);

process.on("disconnect", () => process.exit());
const steward = assembleDaemon(home, { fetch, databaseHooks, writeLog: (line) => process.stderr.write(line) });
process.on("message", () => tell({ kind: "report", atRest: isAtRest(steward), counts }));
void steward.start().then((started) => tell({ kind: "ready", ...started }));
