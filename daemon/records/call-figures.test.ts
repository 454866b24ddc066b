import { expect, it } from "vitest";
import { arrive, beginTurn, type MadeCall, make, openStatusKit } from "#daemon/status-reading/status-fixture.ts";

async function after(...made: MadeCall[]) {
	const kit = openStatusKit();
	arrive(kit);
	const turn = beginTurn(kit);
	await make(kit, turn, ...made);
	return { ...kit, turn };
}

const lasting = (...durations: number[]): MadeCall[] => durations.map((durationMs) => ({ durationMs }));

it("knows nothing of a tool of which fewer than three calls were successful", async () => {
	const failed: MadeCall = { state: "failed", durationMs: 9_000 };
	const { calls } = await after(...lasting(10, 20), failed, failed, { tool: "glob", durationMs: 5 });
	expect(calls.usualDurationMs("read_file")).toBeUndefined();
	expect(calls.usualDurationMs("no_such_tool")).toBeUndefined();
});

it.each([
	[[10, 500, 20], 20],
	[[10, 500, 20, 40], 30],
])("takes the middle of %j as usual", async (durations, usual) => {
	const { calls } = await after(...lasting(...durations));
	expect(calls.usualDurationMs("read_file")).toBe(usual);
});

it("forgets what was usual long ago, and can look back to before a call", async () => {
	const { calls } = await after(...lasting(...Array(20).fill(900), ...Array(20).fill(30)));
	expect(calls.usualDurationMs("read_file")).toBe(30);
	expect(calls.usualDurationMs("read_file", 21)).toBe(900);
	expect(calls.usualDurationMs("read_file", 3)).toBeUndefined();
});

it("does not count the time for which the owner was asked, and counts a task to its end", async () => {
	const { calls, approvals, clock, tasks, turn } = await after(
		...lasting(30, 30),
		...(["asked", "running"] as const).map((state) => ({ state, durationMs: 30 })),
	);
	const approval = { code: "AB12", callId: 3, digest: "d", resourceVersion: undefined, preview: "p" };
	approvals.add({ ...approval, expiresAt: clock.now() });
	tasks.add({ callId: 4, turnId: turn.id, trajectoryId: 1, startedAt: clock.now() });
	calls.decide(3, "done");
	expect(calls.usualDurationMs("read_file")).toBeUndefined();
	await clock.advance(600_000);
	calls.decide(4, "done");
	expect(calls.usualDurationMs("read_file")).toBe(30);
	expect(calls.usualDurationMs("read_file", 4)).toBeUndefined();
	// The newest call that ended with its result, whatever ended since.
	expect(calls.latestEnded(turn.id)).toEqual({ callId: 2, tool: "read_file", elapsedMs: 30 });
});

it("stands a clock that was set back while a call ran", async () => {
	const kit = await after(...lasting(30));
	const { calls, turn } = kit;
	kit.database.run("UPDATE calls SET started_at = ended_at + 5000");
	expect(calls.latestEnded(turn.id)?.elapsedMs).toBe(0);
});
