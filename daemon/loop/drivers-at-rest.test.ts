import { expect, it, vi } from "vitest";
import { startDrivers } from "./drivers-fixture.ts";
import { calling } from "./scripted-model-fixture.ts";
import { mailThread, settle } from "./workbench-rows-fixture.ts";

const mail = (trajectoryId: number) => ({ trust: "system" as const, kind: "timer", trajectoryId });
const nothingToDo = calling(["no_reply", { reason: "nothing to do" }]);
const soon = { timeout: 10_000, interval: 5 };

it("lets a trajectory go that has nothing to do, and goes on with it at its next event, with the same bytes", async () => {
	const { bench, say, model, untilState, made, views } = startDrivers();
	const side = mailThread(bench);
	const released = vi.spyOn(views, "release");
	say("a mail", mail(side));
	await untilState("thinking", side);
	expect(released).not.toHaveBeenCalled();
	model.answer(nothingToDo);
	await untilState("idle", side);
	expect(released.mock.calls).toEqual([[side]]);
	say("the next mail", mail(side));
	await untilState("thinking", side);
	expect(made).toEqual([1, side, side]);
	const [first, second] = model.requests.map(({ messages }) => messages.slice(0, -1));
	expect(second?.slice(0, first?.length)).toEqual(first);
	expect(second?.length).toBeGreaterThan(first?.length ?? 0);
});

it("keeps one that waits for a model, and the owner's whatever it does", async () => {
	const { bench, say, untilState, made, drivers, views } = startDrivers();
	const side = mailThread(bench);
	const released = vi.spyOn(views, "release");
	await untilState("idle");
	say("a mail", mail(side));
	await untilState("thinking", side);
	drivers.wake();
	say("hi");
	await untilState("thinking");
	drivers.reconsiderModel();
	await settle();
	expect([made, released.mock.calls]).toEqual([[1, side], []]);
});

it("misses no event, whenever it comes while a trajectory comes to rest", async () => {
	const { bench, say, model, untilState } = startDrivers();
	const side = mailThread(bench);
	let asked = 0;
	for (let steps = 0; steps < 60; steps += 1) {
		say(`mail ${asked}`, mail(side));
		await vi.waitFor(() => expect(model.requests).toHaveLength(asked + 1), soon);
		model.answer(nothingToDo, nothingToDo);
		for (let step = 0; step < steps; step += 1) await Promise.resolve();
		say(`mail ${asked + 1}`, mail(side));
		await vi.waitFor(() => expect(model.requests).toHaveLength(asked + 2), soon);
		await untilState("idle", side);
		expect(bench.events.othersWaiting(), `after ${steps} steps`).toEqual([]);
		asked += 2;
	}
}, 60_000);
