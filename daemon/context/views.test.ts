import { describe, expect, it } from "vitest";
import { openWorkbench, type Workbench } from "#daemon/loop/workbench-fixture.ts";

const WINDOW = 48_000;

/** A word of somebody's in a trajectory's view. */
function say({ entries, turns }: Workbench, trajectoryId: number, content: string, outside = false): number {
	const turnId = turns.unfinished(trajectoryId)?.id ?? turns.begin(trajectoryId, "owner");
	entries.add({ trajectoryId, turnId, kind: "event", message: { role: "user", content }, outside });
	return turnId;
}

/** What the next request shows, without status block. */
function request(
	{ database, views, prefix, compactor, settings }: Workbench,
	trajectoryId: number,
	windowTokens = WINDOW,
) {
	settings.context.windowTokens = windowTokens;
	return database.write(() => {
		const view = views.of(trajectoryId);
		if (!view.epoch) view.begin({ prefix: prefix.frozen }, "the first request");
		view.extend();
		const fit = compactor.fit(view);
		if (fit.kind !== "fits") return fit;
		return {
			kind: "built",
			messages: view.messages(),
			tools: view.tools,
			digest: view.digest,
			epochId: view.epoch?.id,
		} as const;
	});
}

const wordsIn = (built: ReturnType<typeof request>) =>
	built.kind === "built" ? built.messages.map(({ content }) => content) : [built.kind];

/** A main trajectory whose first request has been made, and a fork of it. */
function openFork(outside = false, task = "the long task") {
	const bench = openWorkbench();
	say(bench, 1, task, outside);
	const shown = request(bench, 1);
	const fork = bench.trajectories.fork(1, bench.views.of(1).lastEntryId, "a question");
	const isMade = bench.views.fork(1, fork);
	return { bench, shown, fork, isMade };
}

describe("a fork", () => {
	it("shows the parent's request to the byte, and its own entries after that", () => {
		const { bench, shown, fork } = openFork();
		say(bench, 1, "said to the main trajectory later");
		say(bench, fork, "what time is it?");
		const ofFork = request(bench, fork);
		expect(wordsIn(ofFork)).toEqual(["You are Steward.", "the long task", "what time is it?"]);
		if (shown.kind !== "built" || ofFork.kind !== "built") throw new Error("too large");
		expect(JSON.stringify(ofFork.messages.slice(0, -1))).toBe(JSON.stringify(shown.messages));
		expect([ofFork.tools, ofFork.epochId]).toEqual([shown.tools, shown.epochId]);
		expect(wordsIn(request(bench, 1))).not.toContain("what time is it?");
	});

	it("has the digest of all that it shows", () => {
		const [a, b] = [openFork(), openFork()].map(({ bench, fork }) => {
			say(bench, fork, "what time is it?");
			return request(bench, fork);
		});
		const main = openWorkbench();
		say(main, 1, "the long task");
		say(main, 1, "what time is it?");
		const straight = request(main, 1);
		expect(a).toHaveProperty("digest", b?.kind === "built" ? b.digest : "");
		expect(a).toHaveProperty("digest", straight.kind === "built" ? straight.digest : "");
	});

	it("is too large rather than begin anew where it does not fit", () => {
		const { bench, fork } = openFork(false, "long ".repeat(10_000));
		say(bench, fork, "what time is it?");
		expect(request(bench, fork, 8_000).kind).toBe("too-large");
		expect(bench.epochs.current(fork)).toBeUndefined();
	});

	it("can't be made of what has shown nothing yet", () => {
		const { trajectories, views } = openWorkbench();
		expect(views.fork(1, trajectories.fork(1, 0, "a question"))).toBe(false);
	});

	it("can't be made of what was reset, before it has shown its entries again", () => {
		const { bench } = openFork();
		bench.views.reset(1);
		expect(bench.views.fork(1, bench.trajectories.fork(1, 0, "a question"))).toBe(false);
		request(bench, 1);
		expect(bench.views.fork(1, bench.trajectories.fork(1, 0, "a question"))).toBe(true);
	});

	it("is made as before where another trajectory's rows were rolled back", () => {
		const { bench, fork } = openFork();
		bench.views.reset(fork);
		expect(bench.views.fork(1, bench.trajectories.fork(1, 0, "a question"))).toBe(true);
	});

	it("shows the same after a rollback, when its rows are there again", () => {
		const { bench, fork } = openFork();
		say(bench, fork, "what time is it?");
		const failing = () => {
			say(bench, fork, "never written");
			request(bench, fork);
			throw new Error("the disk is full");
		};
		expect(() => bench.database.write(failing)).toThrow("the disk is full");
		bench.views.reset(fork);
		expect(wordsIn(request(bench, fork))).toEqual(["You are Steward.", "the long task", "what time is it?"]);
	});
});

describe("outside content", () => {
	it("in a parent's view is in its fork's as well, and not the other way round", () => {
		const { bench, fork, isMade } = openFork(true);
		expect(isMade).toBe(true);
		expect([bench.views.isTainted(1), bench.views.isTainted(fork)]).toEqual([true, true]);
		const clean = openFork();
		say(clean.bench, clean.fork, "buy now", true);
		const { views } = clean.bench;
		expect([views.isTainted(1), views.isTainted(clean.fork)]).toEqual([false, true]);
	});

	it("of one trajectory taints no other", () => {
		const bench = openWorkbench();
		const side = bench.trajectories.ensure({ kind: "side", key: "mail:1", purpose: "a mail thread" });
		say(bench, side, "buy now", true);
		expect([bench.views.isTainted(side), bench.views.isTainted(1)]).toEqual([true, false]);
	});

	it("taints no longer when it has left the view", () => {
		const bench = openWorkbench();
		bench.turns.end(say(bench, 1, "buy now ".repeat(4_000), true), "done", "");
		say(bench, 1, "and now?");
		request(bench, 1);
		expect(bench.views.isTainted(1)).toBe(true);
		request(bench, 1, 8_000);
		expect(bench.views.isTainted(1)).toBe(false);
	});

	it("taints by a summary that may repeat it, also in the place of what nobody else wrote, until that is cleared", () => {
		const bench = openWorkbench();
		say(bench, 1, "a long read");
		request(bench, 1);
		const view = bench.views.of(1);
		const replace = (kind: "summary" | "cleared", outside: boolean) => {
			const message = { role: "user", content: kind } as const;
			const replacements = [{ entryId: view.lastEntryId, kind, message, tokens: 1, outside }];
			bench.database.write(() => view.begin({ replacements }, "a test"));
		};
		expect(bench.views.isTainted(1)).toBe(false);
		replace("summary", true);
		expect(bench.views.isTainted(1)).toBe(true);
		replace("cleared", false);
		expect(bench.views.isTainted(1)).toBe(false);
	});
});

it("lets a view go that is not worked with, and makes it again from its rows; the main one stays", () => {
	const { bench, fork } = openFork();
	const main = bench.views.of(1);
	for (const id of [fork, 1]) bench.views.release(id);
	expect(bench.views.of(1)).toBe(main);
	const side = bench.trajectories.ensure({ kind: "side", key: "mail:1", purpose: "a mail thread" });
	say(bench, side, "a mail");
	const before = wordsIn(request(bench, side));
	const view = bench.views.of(side);
	bench.views.release(side);
	expect(bench.views.of(side)).not.toBe(view);
	expect(wordsIn(request(bench, side))).toEqual(before);
});
