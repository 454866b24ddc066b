import { expect, it } from "vitest";
import { TurnControl } from "./turn-control.ts";
import { openWorkbench } from "./workbench-fixture.ts";
import { arrive, beginTurn, propose } from "./workbench-rows-fixture.ts";

it("the answer to a task's result answers what asked for it, but nobody who asked in another conversation", async () => {
	const bench = openWorkbench();
	arrive(bench, "here");
	arrive(bench, "there", { conversation: { channel: "telegram", address: "42" } });
	arrive(bench, "here too");
	const turn = beginTurn(bench);
	const [begun] = propose(bench, turn, ["run_script", {}]);
	const callId = begun?.id ?? 0;
	const task = bench.tasks.add({ callId, turnId: turn.id, trajectoryId: turn.trajectoryId, startedAt: 0 });
	bench.calls.end(callId, "running", begun?.entryId ?? 0, { resultDigest: undefined, problemClass: undefined });
	bench.tasks.end(task, "done", arrive(bench, "T-1 is done", { kind: "task-result" }));
	bench.intake.join(turn);
	const calls = propose(bench, turn, ["reply", { to: ["E-4"], text: "It is done." }]);
	await bench.runner.run(turn, calls, new TurnControl(() => false));
	expect([1, 2, 3, 4].map((id) => bench.events.find(id)?.outcome)).toEqual([
		"replied",
		undefined,
		"replied",
		"replied",
	]);
});
