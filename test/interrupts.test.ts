import { describe, expect, it, vi } from "vitest";
import { FakeClock } from "./fake-clock.ts";
import { scripts } from "./run-script.ts";
import { call, reply } from "./steps.ts";
import { type Fixture, startFixture } from "./steward-fixture.ts";

const shown = ({ model }: Fixture, request: number): string =>
	(model.requests[request - 1]?.body?.messages ?? []).map(({ content }) => content).join("\n");

const patient = { timeout: 10_000, interval: 5 };
const untilState = ({ steward }: Fixture, state: string) =>
	vi.waitFor(() => expect(steward.status().loop.state).toBe(state), patient);

/** An event of the program itself, as a registration makes it. */
const alarm = (steward: Fixture["steward"], urgency: "normal" | "critical" | "interrupt", channel = "web") =>
	steward.receive({
		channel,
		dedupKey: `alarm-${urgency}`,
		conversation: { channel: "web", address: "owner" },
		sender: { id: channel === "web" ? "owner" : "stranger" },
		text: "the payment failed",
		urgency,
		occurredAt: 0,
	});

describe("an interrupt", () => {
	it("cuts off the model, is shown last, and leaves what was asked before open", async () => {
		const fixture = await startFixture({ script: [{ kind: "stall", text: "Let me think", afterChunks: 2 }] });
		const { model, web, steward } = fixture;
		await web.send("tell me everything about ships");
		const first = await model.untilRequest(1);
		model.enqueue(reply(["E-1", "E-2", "E-3"], "The payment goes first."));
		await web.send("and about boats");
		await alarm(steward, "interrupt");
		await first.ended;
		expect(first.clientWentAway).toBe(true);
		await web.until(({ text }) => text === "The payment goes first.");
		expect(shown(fixture, 2)).toMatch(/\[event 1\/2\].*boats[\s\S]*\[event 2\/2\].*the payment failed/);
		expect(shown(fixture, 2)).not.toContain("Let me think");
		expect(model.violations).toEqual([]);
	});

	it("ends a running call and leaves tasks alone", async () => {
		const clock = new FakeClock();
		const background = scripts(clock);
		const foreground = scripts(clock, "sync");
		const waiting = { ...foreground.tool, name: "wait_for" };
		const fixture = await startFixture({ clock, tools: [background.tool, waiting] });
		const { model, web, steward } = fixture;
		const args = { name: "x", percentPerSecond: 1 };
		model.enqueue({
			kind: "call",
			calls: [
				{ tool: "run_script", arguments: args },
				{ tool: "wait_for", arguments: args },
				{ tool: "glob", arguments: { pattern: "*" } },
			],
		});
		await web.send("work");
		await vi.waitFor(() => expect(foreground.runs).toHaveLength(1), patient);
		model.enqueue(reply(["E-1", "E-2"], "Looked at it."));
		await alarm(steward, "interrupt");
		await web.until(({ text }) => text === "Looked at it.");
		expect(foreground.runs[0]?.end).toBe("cut off");
		expect(background.runs[0]?.end).toBe("running");
		expect(shown(fixture, 2)).toContain("UNKNOWN: cut off for E-2, which goes first");
		expect(shown(fixture, 2)).toContain("Not run: cut off for E-2");
		expect(model.violations).toEqual([]);
	});

	it("of a stranger interrupts nothing", async () => {
		const fixture = await startFixture({ telegram: true, script: [{ kind: "stall", afterChunks: 1 }] });
		await fixture.web.send("think");
		const request = await fixture.model.untilRequest(1);
		await alarm(fixture.steward, "interrupt", "telegram");
		await vi.waitFor(() => expect(fixture.steward.status().waitingEvents).toBe(0), patient);
		expect(request.clientWentAway).toBe(false);
		expect(fixture.steward.status().loop.state).toBe("thinking");
	});
});

describe("somebody more urgent", () => {
	it("is answered during a timer's long work, which goes on after that", async () => {
		const clock = new FakeClock();
		const { tool, runs } = scripts(clock, "sync");
		const fixture = await startFixture({ clock, tools: [tool] });
		const { model, web } = fixture;
		const timer = { when: "in 1 minute", purpose: "run the nightly script", action: "act" };
		model.enqueue(call("set_timer", timer), reply("E-1", "It is set."));
		await web.send("run the nightly script in a minute");
		await web.until(({ text }) => text === "It is set.");
		model.enqueue(call("run_script", { name: "nightly.sh", percentPerSecond: 1 }));
		await clock.advance(61_000);
		await vi.waitFor(() => expect(runs).toHaveLength(1), patient);
		await clock.advance(5_000);

		model.enqueue(reply("E-3", "It is ten."), call("no_reply", { reason: "it runs" }));
		await web.send("what time is it?");
		await web.until(({ text }) => text === "It is ten.");
		await untilState(fixture, "idle");
		model.enqueue(reply("E-4", "The nightly script is done."));
		await clock.advance(100_000);
		await web.until(({ text }) => text === "The nightly script is done.");
		expect(model.violations).toEqual([]);
	});
});

describe("the light model", () => {
	/** A model that thinks for long about everything but a question that is asked beside it. */
	function busy(fixture: Fixture, word: string): { letGo: () => void } {
		let letGo = (): void => undefined;
		const hold = new Promise<void>((resolve) => {
			letGo = resolve;
		});
		fixture.model.script = ({ body }) => {
			if (body.model === "light") return { kind: "say", text: word };
			const words = JSON.stringify(body.messages);
			if (words.includes("beside your main task")) return reply("E-2", "Sunny.");
			const isAnswered = words.includes("The analysis.");
			if (words.includes("weather")) return reply(isAnswered ? ["E-2"] : ["E-1", "E-2"], "Both.");
			return { ...reply("E-1", "The analysis."), hold };
		};
		return { letGo };
	}

	it("is not asked while nothing is going on", async () => {
		const fixture = await startFixture({ light: true, script: [reply("E-1", "Hello.")] });
		await fixture.web.send("hi");
		await fixture.web.until(({ text }) => text === "Hello.");
		expect(fixture.model.requests.map(({ body }) => body?.model)).toEqual(["scripted"]);
	});

	it("lets an independent question be answered beside long thinking, with the same bytes before it", async () => {
		const clock = new FakeClock();
		const fixture = await startFixture({ clock, light: true });
		const { model, web } = fixture;
		const { letGo } = busy(fixture, "parallel");
		await web.send("analyse everything");
		await model.untilRequest(1);
		await web.send("what is the weather?");
		await model.untilRequest(2);
		await vi.waitFor(() => expect(model.requests[1]?.usage).toBeDefined(), patient);
		// Only long thinking is worth an answer beside it.
		await vi.waitFor(async () => {
			await clock.advance(100);
			expect(model.requests).toHaveLength(3);
		}, patient);
		await web.until(({ text }) => text === "Sunny.");
		expect(await web.said()).toEqual(["Sunny."]);
		const [main, , fork] = model.requests.map(({ body }) => body);
		expect(fork?.tools).toEqual(main?.tools);
		expect(fork?.messages.slice(0, (main?.messages.length ?? 0) - 1)).toEqual(main?.messages.slice(0, -1));

		letGo();
		await web.until(({ text }) => text === "The analysis.");
		await untilState(fixture, "idle");
		model.script = undefined;
		model.enqueue(reply("E-4", "You are welcome."));
		await web.send("thanks");
		await web.until(({ text }) => text === "You are welcome.");
		const last = shown(fixture, model.requests.length);
		expect(last).toContain(
			'Done in parallel with the main task: E-2 said "what is the weather?" and was answered: Sunny.',
		);
		expect(model.violations).toEqual([]);
	});

	it("lets a correction cut off what is being thought", async () => {
		const fixture = await startFixture({ light: true });
		const { model, web } = fixture;
		busy(fixture, "cancel");
		await web.send("write to Ann");
		const first = await model.untilRequest(1);
		await web.send("weather! no, I meant Bob");
		await first.ended;
		expect(first.clientWentAway).toBe(true);
		await web.until(({ text }) => text === "Both.");
	});

	it("leaves the question in the queue where it is not clear, too late or not to be had", async () => {
		const fixture = await startFixture({ light: true });
		const { model, web } = fixture;
		const { letGo } = busy(fixture, "perhaps parallel?");
		await web.send("analyse everything");
		const first = await model.untilRequest(1);
		await web.send("what is the weather?");
		await vi.waitFor(() => expect(model.requests[1]?.usage).toBeDefined(), patient);
		expect(first.clientWentAway).toBe(false);
		letGo();
		await web.until(({ text }) => text === "Both.");
		expect(await web.said()).toEqual(["The analysis.", "Both."]);
	});
});
