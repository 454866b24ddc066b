import { once } from "node:events";
import { createHome } from "#config/first-start.ts";
import { systemClock } from "#core/clock.ts";
import { systemIds } from "#core/ids.ts";
import { createLog } from "#core/log.ts";
import { createSteward } from "#daemon/create-steward.ts";
import { scripts } from "#test/run-script.ts";
import { waitFor } from "#test/wait-for.ts";

// The daemon itself, from source, with two tools more: one that goes on in the background, and one that is waited for.

const home = process.env.STEWARD_HOME;
// Without a name it would be the home that somebody lives in.
if (home === undefined || home === "")
	throw new Error("Name a home to try it in: STEWARD_HOME=FOLDER npm run stand-in:steward");

createHome(home);
const steward = createSteward({
	home,
	environment: process.env,
	clock: systemClock,
	ids: systemIds,
	fetch,
	watchConfiguration: true,
	log: (redact) =>
		createLog({ clock: systemClock, level: "info", write: (line) => process.stderr.write(line), redact }),
	tools: [scripts(systemClock).tool, waitFor(systemClock)],
});
const ended = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
const { loginLink } = await steward.start();
console.log(`Steward is ready, with run_script and wait_for: ${loginLink}\nCtrl+C ends it.`);
await ended;
await steward.stop();
