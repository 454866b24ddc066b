import { expect, it, vi } from "vitest";
import { FakeClock } from "./fake-clock.ts";
import { scripts } from "./run-script.ts";
import { call, reply } from "./steps.ts";
import { type Fixture, startFixture } from "./steward-fixture.ts";

/** What the model was shown in a request, as one text. */
const shown = ({ model }: Fixture, request: number): string =>
	(model.requests[request - 1]?.body?.messages ?? []).map(({ content }) => content).join("\n");

const patient = { timeout: 10_000, interval: 5 };

const untilRequests = ({ model }: Fixture, count: number) =>
	vi.waitFor(() => expect(model.requests.length).toBe(count), patient);

const untilState = ({ steward }: Fixture, state: string) =>
	vi.waitFor(() => expect(steward.status().loop.state).toBe(state), patient);

it("answers the time at once during a long command, and shows its result later", async () => {
	const clock = new FakeClock();
	const { tool, runs } = scripts(clock, "sync");
	const fixture = await startFixture({ clock, tools: [tool] });
	const { model, web, steward } = fixture;
	model.enqueue(call("run_script", { name: "backup.sh", percentPerSecond: 1 }), reply("E-2", "It is 11:30."));
	await web.send("run the backup");
	await vi.waitFor(() => expect(runs).toHaveLength(1), patient);
	await clock.advance(5_000);
	expect(model.requests).toHaveLength(1);

	await web.send("what time is it?");
	await web.until(({ text }) => text === "It is 11:30.");
	expect(shown(fixture, 2)).toContain("goes on in the background as task T-1");
	expect(shown(fixture, 2)).toContain("running tasks: T-1 run_script 5s");
	await untilState(fixture, "idle");
	expect(steward.status().tasks).toMatchObject([{ name: "T-1", tool: "run_script", doing: "running backup.sh" }]);
	expect(runs).toEqual([{ name: "backup.sh", end: "running" }]);

	model.enqueue(reply("E-3", "The backup is done."));
	await clock.advance(100_000);
	await web.until(({ text }) => text === "The backup is done.");
	expect(shown(fixture, 3)).toContain("Result of task T-1");
	expect(shown(fixture, 3)).toContain("all of backup.sh is done");
	await untilState(fixture, "idle");
	expect((await web.history()).filter(({ from, state }) => from === "owner" && state !== "answered")).toEqual([]);
	expect(model.violations).toEqual([]);
});

it("waits for a long command while nobody else wants anything", async () => {
	const clock = new FakeClock();
	const { tool } = scripts(clock, "sync");
	const fixture = await startFixture({ clock, tools: [tool] });
	fixture.model.enqueue(call("run_script", { name: "a.sh", percentPerSecond: 10 }), reply("E-1", "Done."));
	await fixture.web.send("run it");
	await untilState(fixture, "acting");
	await clock.advance(10_000);
	await fixture.web.until(({ text }) => text === "Done.");
	expect(shown(fixture, 2)).toContain("all of a.sh is done");
	expect(shown(fixture, 2)).not.toContain("T-1");
});

it("brings what was added during a long task together with its result, for one answer", async () => {
	const clock = new FakeClock();
	const { tool } = scripts(clock);
	const fixture = await startFixture({ clock, tools: [tool] });
	const { model, web } = fixture;
	model.enqueue(
		call("run_script", { name: "report.sh", percentPerSecond: 5 }),
		call("no_reply", { reason: "started" }),
	);
	await web.send("write the report");
	await untilRequests(fixture, 2);
	await untilState(fixture, "idle");
	// The model is at something else when all three come: they wait for its next safe point.
	let letGo: (value: unknown) => void = () => undefined;
	const hold = new Promise((resolve) => {
		letGo = resolve;
	});
	model.enqueue({ ...reply("E-2", "Hello."), hold });
	await web.send("hello");
	await untilRequests(fixture, 3);
	await web.send("in Japanese please");
	await web.send("as a web page");
	await clock.advance(20_000);
	model.enqueue(reply(["E-3", "E-4", "E-5"], "日本語のウェブページです。"));
	letGo(undefined);
	await web.until(({ text }) => text === "日本語のウェブページです。");
	const request = shown(fixture, 4);
	expect(request).toMatch(/\[event 1\/3\].*Result of task T-1/);
	expect(request).toMatch(/\[event 2\/3\].*in Japanese please/);
	expect(request).toMatch(
		/\[event 3\/3\].*as a web page\n\[3 events: 1 task result, 2 messages\. Cover all of them\.\]/,
	);
	expect((await web.said()).filter((text) => text !== "Hello.")).toHaveLength(1);
	await untilState(fixture, "idle");
	expect((await web.history()).filter(({ from, state }) => from === "owner" && state !== "answered")).toEqual([]);
	expect(model.violations).toEqual([]);
});

it("stops at once at a bare word in the owner's language, and the conversation shows it", async () => {
	const clock = new FakeClock();
	const { tool, runs } = scripts(clock, "sync");
	const fixture = await startFixture({ clock, tools: [tool] });
	const { model, web } = fixture;
	model.enqueue(call("run_script", { name: "long.sh", percentPerSecond: 1 }));
	await web.send("run it");
	await vi.waitFor(() => expect(runs).toHaveLength(1), patient);
	await web.send("取消");
	await web.until(({ text }) => text.startsWith("Stopped."));
	await vi.waitFor(() => expect(runs).toEqual([{ name: "long.sh", end: "cut off" }]), patient);
	expect(model.requests).toHaveLength(1);

	model.enqueue(reply("E-4", "I am here."));
	await web.send("are you there?");
	await web.until(({ text }) => text === "I am here.");
	expect(shown(fixture, 2)).toContain("stopped by the owner");
	expect(shown(fixture, 2)).toContain("取消");
	expect(shown(fixture, 2)).toContain("UNKNOWN");
	expect(model.violations).toEqual([]);
});

it("runs three scripts beside each other, ends the one that is behind, and reports on all three", async () => {
	const clock = new FakeClock();
	const { tool, runs } = scripts(clock);
	const fixture = await startFixture({ clock, tools: [tool] });
	const { model, web } = fixture;
	const run = (name: string, percentPerSecond: number) => ({
		tool: "run_script",
		arguments: { name, percentPerSecond },
	});
	model.enqueue({ kind: "call", calls: [run("a.sh", 3), run("b.sh", 2), run("c.sh", 1)] });
	model.enqueue(call("no_reply", { reason: "all three are running" }));
	await web.send("run these three; when the first is done, look at the others and cancel what is not over 50 %");
	await untilRequests(fixture, 2);
	await untilState(fixture, "idle");
	expect(runs).toHaveLength(3);

	const read = (id: string) => ({ tool: "read_task", arguments: { id } });
	model.enqueue({ kind: "call", calls: [read("T-2"), read("T-3")] });
	model.enqueue(call("cancel", { id: "T-3" }), call("no_reply", { reason: "b.sh goes on" }));
	await clock.advance(34_000);
	await untilRequests(fixture, 5);
	expect(shown(fixture, 4)).toContain("b.sh: 66 %");
	expect(shown(fixture, 4)).toContain("c.sh: 33 %");
	expect(runs.map(({ end }) => end)).toEqual(["done", "running", "cut off"]);

	model.enqueue(reply("E-3", "a.sh and b.sh are done; c.sh was cancelled at 33 %."));
	await clock.advance(60_000);
	await web.until(({ text }) => text.startsWith("a.sh and b.sh are done"));
	expect(runs.map(({ end }) => end)).toEqual(["done", "done", "cut off"]);
	expect(shown(fixture, 6).match(/Result of task/g)).toHaveLength(2);
	expect(await web.said()).toHaveLength(1);
	await untilState(fixture, "idle");
	expect((await web.history()).filter(({ from, state }) => from === "owner" && state !== "answered")).toEqual([]);
	expect(model.violations).toEqual([]);
});
