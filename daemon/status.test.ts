import { expect, it } from "vitest";
import { SettingsStore } from "#config/settings.ts";
import { createLog } from "#core/log.ts";
import type { LoopReport } from "#daemon/loop/driver-parts.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { openRecordsKit } from "./control/control-fixture.ts";
import { Status } from "./status.ts";

/** A status over real records, with a main loop and tasks that are whatever a test says. */
function makeStatus() {
	const clock = new FakeClock();
	const kit = openRecordsKit(undefined, clock);
	const settings = SettingsStore.open({
		home: kit.home,
		environment: {},
		lastGood: { read: () => undefined, write: () => undefined },
		log: createLog({ clock, level: "error", write: () => undefined }),
		clock,
		watch: false,
	});
	const driver = {
		get state(): LoopReport {
			return kit.loop.report();
		},
	};
	const trajectories = () => ({ running: 2, waiting: 1 });
	const parts = { ...kit, clock, settings, channels: new Map(), driver, trajectories, pageUrl: () => "http://page" };
	return { ...kit, clock, status: new Status(parts) };
}

it("reports what the main loop does, what goes on in the background and what goes on besides", () => {
	const { status, loop, tasks, clock } = makeStatus();
	const since = clock.now() - 4_200;
	const task = { name: "T-9", tool: "run_script", state: "running", startedAt: since, doing: "running a.sh" } as const;
	loop.set({ state: "thinking", turnId: 3, since });
	tasks.set([task]);
	expect(status.report()).toMatchObject({
		status: "ok",
		loop: { state: "thinking", turnId: 3, since },
		tasks: [task],
		trajectories: { running: 2, waiting: 1 },
	});
});

it("says so in words, without those that others may have written", () => {
	const { status, loop, tasks, clock } = makeStatus();
	const startedAt = clock.now() - 80_000;
	loop.set({ state: "acting", since: clock.now() - 4_200 });
	expect(status.text()).not.toContain("tasks");
	tasks.set([
		{ name: "T-9", tool: "run_script", state: "running", startedAt, doing: "**running** a.sh" },
		{ name: "T-10", tool: "fetch", state: "running", startedAt: clock.now(), doing: "" },
	]);
	expect(status.text().split("\n").slice(1, 3)).toEqual([
		"Doing: acting for 4s",
		"Running tasks: T-9 run_script (1m20s), T-10 fetch (0s)",
	]);
});

it("is degraded while the loop can't go on by itself, and says why", () => {
	const { status, loop } = makeStatus();
	loop.set({ state: "waiting-for-approval" });
	expect(status.report().status).toBe("ok");
	loop.set({ state: "failed", problem: "No model answers." });
	expect(status.report().status).toBe("degraded");
	expect(status.text()).toContain("Doing: failed: No model answers.");
});

it("shows to everybody on this machine the states and times alone", () => {
	const { status, loop, tasks, clock } = makeStatus();
	const startedAt = clock.now() - 80_000;
	loop.set({ state: "failed", since: clock.now() - 4_200, problem: "secret.example does not answer." });
	tasks.set([{ name: "T-9", tool: "run_script", state: "running", startedAt, doing: "running private.sh" }]);
	const overview = status.overview();
	expect(overview).toMatchObject({
		loop: "failed",
		loopSeconds: 4,
		tasks: [{ name: "T-9", tool: "run_script", seconds: 80 }],
	});
	expect(JSON.stringify(overview)).not.toMatch(/secret|private/);
});
