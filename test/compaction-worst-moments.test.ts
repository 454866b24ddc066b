import { describe, expect, it } from "vitest";
import { answerOpen, asksForNote, note } from "./answering.ts";
import { afterOpening, isDone, longText, noteRequests, openingOf } from "./compacting.ts";
import { FakeClock } from "./fake-clock.ts";
import { createGate } from "./stand-ins/gate.ts";
import { reply } from "./steps.ts";
import { type FixtureOptions, startFixture } from "./steward-fixture.ts";
import { rowsOf, shown, until, untilRest } from "./watching.ts";

const states = ({ home }: { home: string }) =>
	rowsOf(home, "SELECT step, state FROM compactions ORDER BY id").map((row) => Object.values(row as object).join(" "));

const FIRST = { ...reply("E-1", longText("The first.")), chunkSize: 10_000 };

/** Two exchanges, and the model in the middle of a note that the owner asked for. */
async function writing(options: FixtureOptions = {}) {
	const fixture = await startFixture({
		...options,
		script: [FIRST, reply("E-2", "The second.")],
	});
	const { model, web } = fixture;
	await web.send("say one thing");
	await web.until(({ text }) => text.startsWith("The first."));
	await web.send("say another");
	await web.until(({ text }) => text === "The second.");
	await untilRest(fixture);
	const gate = createGate();
	model.enqueue({ ...note(), hold: gate.opened });
	await web.send("/compact");
	const request = await model.untilRequest(3);
	return { fixture, model, web, gate, request };
}

describe("while a note is written", () => {
	it("the owner who writes is answered at once, and the note is written after that", async () => {
		const { fixture, model, web, request } = await writing();
		model.enqueue(reply("E-4", "At once."), note());
		await web.send("quick question");
		await request.ended;
		expect(request.clientWentAway).toBe(true);
		await web.until(({ text }) => text === "At once.");
		expect(shown(fixture, 4)).toContain("say one thing");
		await web.until(isDone);
		expect(await web.said()).toHaveLength(5);
		expect(states(fixture)).toEqual(["handover done"]);
		expect(model.violations).toEqual([]);
	});

	it("each of many who interrupt it is answered, and it is done in the end, once", async () => {
		const { fixture, model, web } = await writing();
		for (let number = 4; number < 8; number += 1) {
			model.enqueue(reply(`E-${number}`, `Answer ${number}.`), { ...note(), hold: createGate().opened });
			await web.send(`question ${number}`);
			await web.until(({ text }) => text === `Answer ${number}.`);
			await until(() => expect(noteRequests(fixture)).toHaveLength(number - 2));
		}
		model.enqueue(reply("E-8", "The last."), note());
		await web.send("and now");
		await web.until(isDone);
		const said = await web.said();
		expect(said).toHaveLength(new Set(said).size);
		expect(states(fixture)).toEqual(["handover done"]);
		expect(model.violations).toEqual([]);
	});

	it("a stop ends it for good, and the owner is told so", async () => {
		const { fixture, model, web, request } = await writing();
		await web.stop();
		await request.ended;
		expect(request.clientWentAway).toBe(true);
		await web.until(({ text }) => text === "Stopped. Summing up what is in view was given up.");
		model.enqueue(reply("E-6", "Still here."));
		await web.send("are you there?");
		await web.until(({ text }) => text === "Still here.");
		await untilRest(fixture);
		expect(noteRequests(fixture)).toHaveLength(1);
		expect(states(fixture)).toEqual(["handover given-up"]);
	});

	it("the daemon that is stopped goes on with it at its next start", async () => {
		const { fixture, model, request } = await writing();
		model.enqueue(note());
		await fixture.restart();
		await request.ended;
		await fixture.web.until(isDone);
		expect(states(fixture)).toEqual(["handover done"]);
		expect(noteRequests(fixture)).toHaveLength(2);
	});

	it("a second order is carried out after it", async () => {
		const { fixture, model, web, gate } = await writing();
		model.enqueue(note());
		await web.send("/compact the other thing");
		await until(() => expect(states(fixture)).toHaveLength(2));
		gate.open();
		await until(async () =>
			expect((await web.said()).filter((text) => /^(Done|There is nothing)/.test(text))).toHaveLength(2),
		);
		await untilRest(fixture);
		expect(states(fixture).filter((state) => !/done|given-up/.test(state))).toEqual([]);
	});

	it("a task's result and a timer that come meanwhile are taken up first, and told once", async () => {
		const clock = new FakeClock();
		const { fixture, model, web } = await writing({ clock });
		await web.send("remind me in 1 minute to turn the roast");
		model.script = (request) => (asksForNote(request) ? note() : answerOpen(request, "I shall."));
		await web.until(({ text }) => text === "I shall.");
		await web.until(isDone);
		await untilRest(fixture);
		expect(noteRequests(fixture)).toHaveLength(2);
		expect(model.violations).toEqual([]);
	});
});

describe("an order to sum up", () => {
	it("while a turn runs waits until it has ended, and one is enough", async () => {
		const fixture = await startFixture();
		const { model, web } = fixture;
		model.enqueue(FIRST);
		await web.send("say one thing");
		await web.until(({ text }) => text.startsWith("The first."));
		const gate = createGate();
		model.enqueue({ ...reply("E-2", "At last."), hold: gate.opened }, note());
		await web.send("think hard");
		await model.untilRequest(2);
		await web.send("/compact");
		await web.until(({ text }) => text.startsWith("I sum up what I have in view"));
		await web.send("/compact");
		await web.until(({ text }) => text.startsWith("That is already to be done"));
		expect(model.requests).toHaveLength(2);
		gate.open();
		await web.until(isDone);
		await web.until(({ text }) => text === "At last.");
		expect(noteRequests(fixture)).toHaveLength(1);
		expect(states(fixture)).toEqual(["handover done"]);
		model.enqueue(reply("E-5", "Yes."));
		await web.send("fine?");
		await web.until(({ text }) => text === "Yes.");
		expect(openingOf(fixture)).toContain("say one thing");
		expect(afterOpening(fixture)).toContain("think hard");
	});

	it("with nothing in view says so, and asks no model", async () => {
		const fixture = await startFixture();
		await fixture.web.send("/compact");
		await fixture.web.until(({ text }) => text.startsWith("There is nothing to sum up yet"));
		expect(fixture.model.requests).toEqual([]);
	});

	it("with one exchange in view says so, and asks no model", async () => {
		const fixture = await startFixture({ script: [reply("E-1", "Hello.")] });
		await fixture.web.send("hi");
		await fixture.web.until(({ text }) => text === "Hello.");
		await fixture.web.send("/compact");
		await fixture.web.until(({ text }) => text.startsWith("There is nothing to sum up yet"));
		expect(fixture.model.requests).toHaveLength(1);
	});
});
