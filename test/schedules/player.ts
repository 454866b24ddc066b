import { describeFailure } from "./failure.ts";
import { findFailure } from "./find-failure.ts";
import { openStage } from "./stage.ts";

/** A process of its own: `player.ts FIRST_SEED COUNT`. Prints the first failure, if there is one. */
const [firstSeed = 1, count = 1] = process.argv.slice(2).map(Number);
const stage = openStage();

function dieOf(error: unknown): void {
	const seed = stage.life?.world.schedule.seed;
	const what = error instanceof Error ? error.stack : String(error);
	process.stdout.write(`seed ${seed}: the daemon would have died of ${what}\n`);
	stage.close();
	process.exit(1);
}
process.on("uncaughtException", dieOf);
process.on("unhandledRejection", dieOf);

const failure = await findFailure(stage, firstSeed, count);
if (failure) process.stdout.write(`${describeFailure(failure)}\n`);
stage.close();
process.exitCode = failure ? 1 : 0;
