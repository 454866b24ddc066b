import { describe, expect, it } from "vitest";
import { settingsSchema } from "#config/schema.ts";
import type { DatabaseHooks } from "#core/database.ts";
import { saying, unreachable } from "#daemon/loop/scripted-model-fixture.ts";
import { openWorkbench } from "#daemon/loop/workbench-fixture.ts";
import { arrive, settle } from "#daemon/loop/workbench-rows-fixture.ts";
import type { ModelOutcome } from "#daemon/model/port.ts";

const MINUTE_MS = 60_000;
const NOTE = saying(
	"## Task goal\nHelp.\n## Key information\nNone.\n## Problems and solutions\nNone.\n## Current state and next step\nRest.",
);
const OVER_BUDGET: ModelOutcome = { ...unreachable, cause: "over-budget", problem: "the day's limit is reached." };

/** A conversation of short events and long answers that fills this much of a small window. */
function open(fill: number, hooks?: DatabaseHooks) {
	const settings = settingsSchema.parse({ owner: { timezone: "UTC" }, context: { windowTokens: 8_000 } });
	const bench = openWorkbench({ settings, ...(hooks && { hooks }) });
	const { views, windows, entries, events, turns, prefix, database, burstEnd, model } = bench;
	const view = views.of(1);
	database.write(() => view.begin({ prefix: prefix.frozen }, "first"));
	const exchange = () => {
		const eventId = arrive(bench, `message ${entries.latestId(1)}`);
		const turnId = turns.begin(1, "owner");
		entries.add({ trajectoryId: 1, turnId, kind: "event", eventId, message: { role: "user", content: "a question" } });
		const content = "a long answer ".repeat(50);
		entries.add({ trajectoryId: 1, turnId, kind: "assistant", message: { role: "assistant", content } });
		events.settle(eventId, "replied");
		turns.end(turnId, "done", "");
		view.extend();
	};
	while (windows.fill(view.tokens) < fill) exchange();
	const tidy = (signal = new AbortController().signal) => burstEnd.tidy(1, signal);
	/** Answers what is asked, if anything is. */
	const tidied = async (outcome: ModelOutcome) => {
		model.answer(outcome);
		const before = model.requests.length;
		await tidy();
		return model.requests.length - before;
	};
	const states = () => bench.compactions.latest(1, 20).map(({ step, state }) => `${step} ${state}`);
	const said = () =>
		database
			.all<{ body: string }>("SELECT body FROM outbox JOIN contents ON contents.id = content_id ORDER BY outbox.id")
			.map(({ body }): string => JSON.parse(body).text);
	return { ...bench, view, tidy, tidied, states, said, exchange };
}

describe("when a burst has ended", () => {
	it("a full window is summed up while the provider still knows it, and nobody is told", async () => {
		const { burstEnd, tidied, states, said, view, windows } = open(0.92);
		burstEnd.noteRequest(1);
		expect(await tidied(NOTE)).toBe(1);
		expect([states(), said()]).toEqual([["handover done"], []]);
		expect(windows.fill(view.tokens)).toBeLessThan(0.75);
		expect(view.messages()[1]?.content).toContain("## Task goal\nHelp.");
	});

	it("a window that is not full is left alone", async () => {
		const { burstEnd, tidied, states } = open(0.6);
		burstEnd.noteRequest(1);
		expect([await tidied(NOTE), states()]).toEqual([0, []]);
	});

	it("no model is asked once the provider has forgotten it, or has never been asked by this process", async () => {
		const { burstEnd, tidied, clock } = open(0.92);
		expect(await tidied(NOTE)).toBe(0);
		burstEnd.noteRequest(1);
		await clock.advance(5 * MINUTE_MS);
		expect(await tidied(NOTE)).toBe(0);
	});

	it("a failure is not tried again before the next request, though something wakes the loop", async () => {
		const { burstEnd, tidied, states } = open(0.92);
		burstEnd.noteRequest(1);
		expect(await tidied(unreachable)).toBe(1);
		expect(await tidied(NOTE)).toBe(0);
		burstEnd.noteRequest(1);
		expect(await tidied(NOTE)).toBe(1);
		expect(states()).toEqual(["handover done", "handover failed"]);
	});

	it("after three failures in a row the owner is told, once, and no model is asked until the owner wants it", async () => {
		const { burstEnd, tidied, said } = open(0.92);
		const asked: number[] = [];
		for (let burst = 0; burst < 5; burst += 1) {
			burstEnd.noteRequest(1);
			asked.push(await tidied(saying("What note?")));
		}
		expect(asked).toEqual([1, 1, 1, 0, 0]);
		expect(said()).toHaveLength(1);
		expect(said()[0]).toMatch(/3 times in a row \(There is no heading .*[^.]\)\. Nothing is lost/);
		burstEnd.ask(undefined, undefined);
	});

	it("an order after that works, and with it everything as before", async () => {
		const bench = open(0.92);
		const { burstEnd, compactions, said, tidied, exchange, view, windows } = bench;
		for (let time = 0; time < 3; time += 1) compactions.fail(compactions.begin(1, "handover"), "failed", "no heading");
		burstEnd.ask("the flight", undefined);
		expect(await tidied(NOTE)).toBe(1);
		expect(said()).toEqual([expect.stringMatching(/^Done\. What I have in view went from [\d,]+ to [\d,]+ tokens\./)]);
		while (windows.fill(view.tokens) < 0.92) exchange();
		burstEnd.noteRequest(1);
		expect(await tidied(NOTE)).toBe(1);
		expect(said()).toHaveLength(1);
	});

	it("the owner's limit is no failure of a model", async () => {
		const { burstEnd, tidied, compactions, said } = open(0.92);
		for (let burst = 0; burst < 4; burst += 1) {
			burstEnd.noteRequest(1);
			expect(await tidied(OVER_BUDGET)).toBe(1);
		}
		expect([compactions.failuresInARow(1), said()]).toEqual([0, []]);
		burstEnd.ask(undefined, undefined);
		await tidied(OVER_BUDGET);
		expect(said()).toEqual([expect.stringContaining("the day's limit is reached. Nothing is lost")]);
	});

	it("what is cut off leaves everything as it was, and an order is carried out later", async () => {
		const { burstEnd, tidy, tidied, view, states } = open(0.92);
		const before = JSON.stringify(view.messages());
		burstEnd.ask(undefined, undefined);
		const cutting = new AbortController();
		const tidying = tidy(cutting.signal);
		await settle();
		cutting.abort();
		await tidying;
		expect([JSON.stringify(view.messages()), states()]).toEqual([before, ["handover asked"]]);
		expect(await tidied(NOTE)).toBe(1);
		expect(states()).toEqual(["handover done"]);
	});
});

it("what a crash cut off is no failure, and an order of the owner's is still to be done", async () => {
	const { burstEnd, compactions, tidied, states } = open(0.6);
	compactions.begin(1, "handover");
	compactions.take(compactions.ask(1, undefined, undefined));
	burstEnd.recover();
	expect(states()).toEqual(["handover asked", "handover given-up"]);
	expect(await tidied(NOTE)).toBe(1);
});

it("a note is told to the model after a full disk as little as to the rows: the order has failed, and the owner hears it", async () => {
	let failing = Number.POSITIVE_INFINITY;
	const hooks = {
		beforeCommit() {
			failing -= 1;
			if (failing === 0) throw new Error("disk is full");
		},
	};
	const { burstEnd, tidied, view, states, said, logged } = open(0.92, hooks);
	const before = JSON.stringify(view.messages());
	burstEnd.ask(undefined, undefined);
	failing = 2;
	await tidied(NOTE);
	view.extend();
	expect(JSON.stringify(view.messages())).toBe(before);
	expect(states()).toEqual(["handover given-up"]);
	expect(said()).toEqual([
		"I could not sum up our conversation: disk is full. Nothing is lost; `/compact` tries it again.",
	]);
	expect(logged.join()).toContain("Making room in the conversation failed");
});
