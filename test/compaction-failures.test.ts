import { describe, expect, it } from "vitest";
import { answerOpen, asksForNote, note, openEventsOf, untilTidy } from "./answering.ts";
import { isDone, longText, noteRequests, openingOf } from "./compacting.ts";
import type { ModelStep } from "./stand-ins/model/types.ts";
import { call, reply } from "./steps.ts";
import { startFixture } from "./steward-fixture.ts";
import { rowsOf } from "./watching.ts";

/** Two exchanges, the first of which is long. */
async function talked() {
	const fixture = await startFixture();
	const { model, web } = fixture;
	model.enqueue({ ...reply("E-1", longText("The first.")), chunkSize: 10_000 });
	model.script = (request) => answerOpen(request, `answer to ${openEventsOf(request).join(" and ")}`);
	await web.send("say one thing");
	await web.until(({ text }) => text.startsWith("The first."));
	await web.send("say another");
	await web.until(({ text }) => text === "answer to E-2");
	await untilTidy(fixture);
	return { fixture, model, web };
}

const GOOD = note() as { text: string };
const say = (text: string): ModelStep => ({ kind: "say", text });

describe("a note that comes to nothing", () => {
	it.each<[string, ModelStep, string]>([
		["the service fails", { kind: "status", code: 503 }, "is overloaded or down (503)"],
		["the model refuses", { kind: "refuse", text: "I can't." }, "the model refused to write it"],
		["it is cut at the output limit", { kind: "length", text: GOOD.text }, "cut at the model's output limit"],
		["the answer is garbage", { kind: "garbage" }, ""],
		["the model calls a tool", call("reply", { to: ["E-1"], text: "Hello again." }), 'no heading "## Task goal"'],
		["it has no headings", say("We talked about this and that."), 'no heading "## Task goal"'],
		["it lacks a part", say(GOOD.text.replace("## Problems and solutions\nNone.", "")), '"## Problems and solutions"'],
		["it is empty", { kind: "empty" }, ""],
	])("because %s leaves all as it was, and the owner who asked is told why", async (_, step, why) => {
		const { fixture, model, web } = await talked();
		const script = model.script;
		model.script = (request) => (asksForNote(request) ? step : (script?.(request) ?? step));
		await web.send("/compact");
		const { text } = await web.until((item) => item.text.startsWith("I could not sum up our conversation"));
		expect(text).toContain(why);
		expect(text).toMatch(/[^.]\. Nothing is lost/);
		await web.send("still there?");
		await web.until((item) => item.text === "answer to E-4");
		expect(openingOf(fixture)).toMatch(/^\[E-1 .*say one thing$/);
		expect(await web.said()).not.toContain("Hello again.");
		expect(rowsOf(fixture.home, "SELECT state FROM compactions")).toEqual([{ state: "failed" }]);
		expect(model.violations).toEqual([]);
	});

	it("can be asked for again, however often it failed", async () => {
		const { fixture, model, web } = await talked();
		for (let time = 1; time <= 4; time += 1) {
			model.enqueue(say("What note?"));
			await web.send("/compact");
			await untilTidy(fixture);
		}
		expect((await web.said()).filter((text) => text.startsWith("I could not sum up our conversation"))).toHaveLength(4);
		expect((await web.said()).join()).not.toContain("in a row");
		model.enqueue(note());
		await web.send("/compact");
		await web.until(isDone);
		expect(noteRequests(fixture)).toHaveLength(5);
	});
});

describe("a service that finds the request too long", () => {
	const tooLong = (message: string): ModelStep => ({
		kind: "status",
		code: 400,
		body: { error: { message, type: "invalid_request_error", param: "messages", code: "context_length_exceeded" } },
	});
	const WITH_FIGURES = tooLong(
		"This model's maximum context length is 6000 tokens. However, your messages resulted in 9000 tokens.",
	);

	it.each([
		["with figures", WITH_FIGURES],
		["without", tooLong("Input is too long for requested model: context length exceeded.")],
	])("(%s) is shown less, and asked again", async (_, step) => {
		const { fixture, model, web } = await talked();
		model.enqueue(step);
		await web.send("what now?");
		await web.until(({ text }) => text === "answer to E-3");
		const [refused, again] = model.requests.slice(-2);
		expect(again?.rawBody.length).toBeLessThan(refused?.rawBody.length ?? 0);
		expect(again?.rawBody).toContain("what now?");
		expect(openingOf(fixture)).toContain("## Left out");
		expect(model.violations).toEqual([]);
	});

	it("at most three times: then the turn ends and the owner is told", async () => {
		const { model, web } = await talked();
		const before = model.requests.length;
		model.enqueue(...Array.from({ length: 9 }, () => tooLong("context length exceeded")));
		await web.send("what now?");
		const { text } = await web.until((item) => /too long|window/.test(item.text));
		expect(text).toContain("scripted");
		expect(model.requests.length - before).toBeLessThanOrEqual(4);
		expect((await web.history()).find((item) => item.text === "what now?")?.state).toBe("answered");
	});

	it("while a note is asked for fails that note alone, and less is shown from then on", async () => {
		const { model, web } = await talked();
		model.enqueue(WITH_FIGURES);
		await web.send("/compact");
		await web.until(({ text }) => text.startsWith("I could not sum up our conversation"));
		await web.send("go on");
		await web.until(({ text }) => text === "answer to E-4");
		const figures = [...(model.requests.at(-1)?.rawBody.matchAll(/window: (\d+)% full/g) ?? [])];
		expect(Number(figures.at(-1)?.[1])).toBeGreaterThan(50);
		model.enqueue(reply("E-5", "Fine."));
		await web.send("all well?");
		await web.until(({ text }) => text === "Fine.");
	});
});
