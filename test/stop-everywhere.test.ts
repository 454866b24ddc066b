import { describe, expect, it } from "vitest";
import { FakeClock } from "./fake-clock.ts";
import { handTool } from "./hand-tool.ts";
import { createGate } from "./stand-ins/gate.ts";
import { call, reply } from "./steps.ts";
import { type FixtureOptions, OWNER_ID, startFixture } from "./steward-fixture.ts";
import { rowsOf, shown, until, untilRest, untilState } from "./watching.ts";

/** A daemon that has begun a task for the owner's first message, and has ended that turn. */
async function withTask(options: FixtureOptions = {}) {
	const clock = new FakeClock();
	const work = handTool();
	const fixture = await startFixture({ clock, tools: [work.tool], ...options });
	fixture.model.enqueue(call("do_work", { what: "the accounts" }), call("no_reply", { reason: "it has begun" }));
	await fixture.web.send("do the accounts");
	const run = await work.run(1);
	await fixture.model.untilRequest(2);
	await untilState(fixture, "idle");
	return { clock, work, run, fixture };
}

describe("a stop of what goes on in the background", () => {
	it("ends the task of a turn that is over, and what it worked for", async () => {
		const { fixture, run } = await withTask();
		const { web, model } = fixture;
		expect((await web.history())[0]).toMatchObject({ from: "owner", state: "waiting" });
		await web.send("stop");
		await web.until(({ text }) => text === "Stopped. Ended: T-1 do_work.");
		expect(run.signal.aborted).toBe(true);
		await untilRest(fixture);
		expect(rowsOf(fixture.home, "SELECT outcome FROM events WHERE id = 1")).toEqual([{ outcome: "stopped" }]);
		expect(rowsOf(fixture.home, "SELECT state FROM tasks")).toEqual([{ state: "cancelled" }]);
		expect(model.requests).toHaveLength(2);
	});

	it("throws away what the task brings later, with every row that it would have made", async () => {
		const { fixture, run, clock } = await withTask();
		const { web, model } = fixture;
		await web.stop();
		await web.until(({ text }) => text === "Stopped. Ended: T-1 do_work.");
		const commits: string[] = [];
		run.end({ text: "The accounts are balanced.", commit: () => void commits.push("made") });
		await clock.advance(60_000);
		model.enqueue(reply("E-4", "Here."));
		await web.send("are you there?");
		await web.until(({ text }) => text === "Here.");
		await untilRest(fixture);
		expect(commits).toEqual([]);
		expect(rowsOf(fixture.home, "SELECT id FROM events WHERE kind = 'task-result'")).toEqual([]);
		expect(shown(fixture, 3)).toMatch(/\[note\] The owner pressed Stop \(E-2\)\. Ended: T-1 do_work\./);
		expect(shown(fixture, 3)).not.toContain("balanced");
		expect(model.violations).toEqual([]);
	});

	it("leaves another turn's task, and `/stop all` ends that as well", async () => {
		const { fixture, run } = await withTask();
		const { web, model } = fixture;
		model.enqueue({ kind: "stall", afterChunks: 1 });
		await web.send("think about ships");
		const request = await model.untilRequest(3);
		await web.send("/stop");
		await web.until(({ text }) => text === "Stopped. T-1 do_work goes on; /stop all ends it.");
		await request.ended;
		expect(run.signal.aborted).toBe(false);
		await untilState(fixture, "idle");
		expect(fixture.steward.status().tasks).toMatchObject([{ name: "T-1" }]);
		await web.send("/stop all");
		await web.until(({ text }) => text === "Stopped. Ended: T-1 do_work.");
		expect(run.signal.aborted).toBe(true);
		await untilRest(fixture);
	});
});

describe("a stop during a wait", () => {
	it("for the retry of an overloaded model gives the request up", async () => {
		const clock = new FakeClock();
		const fixture = await startFixture({ clock });
		const { model, web } = fixture;
		model.script = () => ({ kind: "status", code: 503, headers: { "retry-after": "20" } });
		await web.send("hello");
		await (await model.untilRequest(1)).ended;
		// It does wait for what the service asked for.
		await until(async () => {
			await clock.advance(1_000);
			expect(model.requests).toHaveLength(2);
		});
		await model.requests[1]?.ended;
		await untilState(fixture, "thinking");
		await web.stop();
		await web.until(({ text }) => text === "Stopped.");
		await untilRest(fixture);
		await clock.advance(10 * 60_000);
		expect(model.requests).toHaveLength(2);
		expect(await web.said()).toEqual(["Stopped."]);
	});

	it("for a model that does not answer ends the turn for good", async () => {
		const clock = new FakeClock();
		const fixture = await startFixture({ clock });
		const { model, web } = fixture;
		model.script = () => ({ kind: "status", code: 401, body: { error: { message: "no" } } });
		await web.send("hello");
		await web.until(({ kind }) => kind === "notice");
		await untilState(fixture, "failed");
		await web.send("cancel");
		await web.until(({ text }) => text === "Stopped.");
		await untilRest(fixture);
		await clock.advance(10 * 60_000);
		expect(model.requests).toHaveLength(1);
	});

	it("for Telegram is answered at once elsewhere, and what was said before still arrives", async () => {
		const work = handTool({ mode: "sync" });
		const fixture = await startFixture({ telegram: true, tools: [work.tool] });
		const { model, web, bot } = fixture;
		const sending = createGate();
		bot.hang("sendMessage", sending.opened);
		const calls = [
			{ tool: "reply", arguments: { to: ["E-1"], text: "I begin now." } },
			{ tool: "do_work", arguments: { what: "the accounts" } },
		];
		model.enqueue({ kind: "call", calls });
		bot.user(OWNER_ID, "Ada").sendText("do the accounts");
		const run = await work.run(1);
		await bot.untilCalled("sendMessage");
		await web.stop();
		await web.until(({ text, channel }) => text === "Stopped." && channel === "web");
		expect(run.signal.aborted).toBe(true);
		bot.user(OWNER_ID, "Ada").sendText("/stop");
		await web.until(({ text, channel }) => text === "Nothing is running." && channel === "telegram");
		expect(bot.sent).toEqual([]);
		sending.open();
		await until(() => expect(bot.sent.map(({ text }) => text)).toEqual(["I begin now.", "Nothing is running."]));
		await untilRest(fixture);
		expect(model.requests).toHaveLength(1);
	});
});

describe("a stop", () => {
	it("twice in a row ends nothing more the second time", async () => {
		const fixture = await startFixture({ script: [{ kind: "stall", afterChunks: 1 }] });
		await fixture.web.send("think");
		await fixture.model.untilRequest(1);
		await fixture.web.stop();
		await fixture.web.until(({ text }) => text === "Stopped.");
		await untilRest(fixture);
		await fixture.web.stop();
		await fixture.web.until(({ text }) => text === "Nothing is running.");
		expect(await fixture.web.said()).toEqual(["Stopped.", "Nothing is running."]);
	});

	it("pressed twice at once is one stop, which leaves another turn's task", async () => {
		const { fixture, run } = await withTask();
		const { web, model, steward } = fixture;
		model.enqueue({ kind: "stall", afterChunks: 1 });
		await web.send("think");
		await model.untilRequest(3);
		const stops = ["a", "b"].map((dedupKey) =>
			steward.receive({
				channel: "web",
				dedupKey,
				conversation: { channel: "web", address: "owner" },
				sender: { id: "owner" },
				text: "/stop",
				action: { kind: "stop" },
				occurredAt: 0,
			}),
		);
		await Promise.all(stops);
		await untilState(fixture, "idle");
		expect(await web.said()).toEqual([
			"Stopped. T-1 do_work goes on; /stop all ends it.",
			"Nothing was stopped. T-1 do_work goes on; /stop all ends it.",
		]);
		expect(run.signal.aborted).toBe(false);
	});

	it("names what was done before it, and leaves a row for the answer that was thrown away", async () => {
		const fixture = await startFixture();
		const { model, web } = fixture;
		model.enqueue(call("write_file", { path: "notes.md", content: "x" }), {
			kind: "stall",
			text: "And now",
			afterChunks: 2,
		});
		await web.send("write it down, then think");
		await model.untilRequest(2);
		await web.stop();
		await web.until(({ text }) => text === "Stopped. Done before: write_file on workspace/notes.md.");
		await untilRest(fixture);
		expect(fixture.read("notes.md")).toBe("x");
		expect(rowsOf(fixture.home, "SELECT outcome, detail FROM model_calls WHERE id = 2")).toEqual([
			{ outcome: "aborted", detail: "stopped by the owner" },
		]);
		expect(rowsOf(fixture.home, "SELECT end_kind FROM turns")).toEqual([{ end_kind: "stopped" }]);
	});

	it("of a stranger does nothing, by word, by command or by button", async () => {
		const fixture = await startFixture({ telegram: true, script: [{ kind: "stall", afterChunks: 1 }] });
		const { web, model, bot, steward } = fixture;
		await web.send("think");
		const request = await model.untilRequest(1);
		const mallory = bot.user(666, "Mallory");
		for (const text of ["stop", "/stop", "/stop all", "取消"]) mallory.sendText(text);
		await steward.receive({
			channel: "telegram",
			dedupKey: "pressed",
			conversation: { channel: "telegram", address: "666" },
			sender: { id: "666" },
			text: "/stop",
			action: { kind: "stop", all: true },
			urgency: "interrupt",
			occurredAt: 0,
		});
		await until(() => expect(rowsOf(fixture.home, "SELECT id FROM events WHERE outcome = 'refused'")).toHaveLength(5));
		expect(request.clientWentAway).toBe(false);
		expect(steward.status().loop.state).toBe("thinking");
		expect(await web.said()).toEqual([]);
	});

	const WORDS = ["stop", "Stop it, please!", "hör auf", "Abbrechen", "停下来", "取消", "para", "¡Basta ya!"];
	for (const word of WORDS) {
		it(`is meant by "${word}" while something is being done, and by nobody who says it at rest`, async () => {
			const fixture = await startFixture({ script: [{ kind: "stall", afterChunks: 1 }] });
			const { web, model } = fixture;
			await web.send("think");
			const request = await model.untilRequest(1);
			await web.send(word);
			await web.until(({ text }) => text === "Stopped.");
			await request.ended;
			expect(request.clientWentAway).toBe(true);
			await untilRest(fixture);
			model.enqueue(reply("E-4", "Stop what?"));
			await web.send(word);
			await web.until(({ text }) => text === "Stop what?");
			expect(model.violations).toEqual([]);
		});
	}

	it("is not meant by a sentence that only begins so", async () => {
		const hold = createGate();
		const fixture = await startFixture({ script: [{ ...reply("E-1", "A thought."), hold: hold.opened }] });
		const { web, model } = fixture;
		await web.send("think");
		const request = await model.untilRequest(1);
		for (const text of ["stop the newsletter", "stop?", "don't stop", "cancel my dentist, please"])
			await web.send(text);
		expect(request.clientWentAway).toBe(false);
		model.enqueue(reply(["E-2", "E-3", "E-4", "E-5"], "All four read."));
		hold.open();
		await web.until(({ text }) => text === "All four read.");
		expect(await web.said()).toEqual(["A thought.", "All four read."]);
		expect(shown(fixture, 2)).toContain("stop the newsletter");
	});
});
