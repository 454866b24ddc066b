import { expect, it } from "vitest";
import { asksForNote, note, openEventsOf } from "./answering.ts";
import { answerAtLength } from "./compacting.ts";
import { FakeClock } from "./fake-clock.ts";
import { startFixture } from "./steward-fixture.ts";
import { rowsOf, until } from "./watching.ts";

/** The first is the event's own; a few more than a summing up needs, so that the last ones show it undisturbed. */
const COMMITS = Array.from({ length: 9 }, (_, index) => index + 2);

it.each(COMMITS)(
	"commit %i of a summing up fails once: the owner hears of it once, and nothing is lost",
	async (failing) => {
		const clock = new FakeClock();
		let countdown = Number.POSITIVE_INFINITY;
		const databaseHooks = {
			beforeCommit() {
				countdown -= 1;
				if (countdown === 0) throw new Error("database or disk is full");
			},
		};
		const fixture = await startFixture({ clock, databaseHooks });
		const { model, web } = fixture;
		model.script = (request) =>
			asksForNote(request) ? note() : answerAtLength(request, `answer to ${openEventsOf(request).join(" and ")}`);
		/** The loop, the sender and the commands each wait this long before they go on from their rows. */
		const said = (start: string) =>
			until(async () => {
				if (clock.nextDelayMs === 5_000) await clock.advance(5_000);
				expect((await web.said()).filter((text) => text.startsWith(start))).toHaveLength(1);
			});
		await web.send("the first");
		await said("answer to E-1");
		await web.send("the second");
		await said("answer to E-2");
		await until(() => expect(fixture.steward.status().loop.state).toBe("idle"));
		countdown = failing;
		await web.send("/compact");
		await until(async () => {
			if (clock.nextDelayMs === 5_000) await clock.advance(5_000);
			const outcomes = (await web.said()).filter((text) => /^(Done\. What|I could not sum up)/.test(text));
			expect(outcomes).toHaveLength(1);
			expect(rowsOf(fixture.home, "SELECT id FROM compactions WHERE state IN ('asked', 'running')")).toEqual([]);
		});
		// Where it is this event's own commit that fails, the page says so, and the owner sends it again.
		await web.send("the third").catch(() => web.send("the third"));
		await said("answer to E-4");
		const history = await web.history();
		expect(history.filter(({ from, state }) => from === "owner" && state !== "answered")).toEqual([]);
		const texts = await web.said();
		expect(new Set(texts).size).toBe(texts.length);
		for (const words of ["the first", "the second", "the third"])
			expect(model.requests.at(-1)?.rawBody.split(words)).toHaveLength(2);
		expect(model.violations).toEqual([]);
	},
);
