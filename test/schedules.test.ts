import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeFailure } from "./schedules/failure.ts";
import { findFailure } from "./schedules/find-failure.ts";
import { found } from "./schedules/found.ts";
import { play } from "./schedules/play.ts";
import { openStage, type Stage } from "./schedules/stage.ts";

/** `SCHEDULE_SEED=17 npm test -- test/schedules.test.ts` plays that one alone, and says what happened. */
const chosen = process.env.SCHEDULE_SEED;
const SCHEDULES = 150;

let stage: Stage;
beforeAll(() => {
	stage = openStage();
});
afterAll(() => stage.close());

describe("what random schedules have found stays mended", () => {
	it.each(Object.entries(found))("%s", async (_name, steps) => {
		const failure = await play(stage, { seed: 1, steps, sensible: "all" });
		expect(failure && describeFailure(failure)).toBeUndefined();
	});
});

it("loses nothing, shows nothing twice and comes to rest, in whatever order things happen", async () => {
	const failure = chosen ? await findFailure(stage, Number(chosen), 1) : await findFailure(stage, 1, SCHEDULES);
	expect(failure && describeFailure(failure)).toBeUndefined();
}, 120_000);
