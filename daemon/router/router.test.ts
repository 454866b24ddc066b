import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { systemClock } from "#core/clock.ts";
import { Database, type DatabaseHooks } from "#core/database.ts";
import { systemIds } from "#core/ids.ts";
import { createLog } from "#core/log.ts";
import type { Arrived } from "#daemon/gateway/gateway.ts";
import type { LoopReading } from "#daemon/loop/loop-control.ts";
import { openRecords } from "#daemon/records/records.ts";
import { tempFolder } from "#test/temp-folder.ts";
import type { Classification } from "./classifier.ts";
import { ACTING, IDLE } from "./loop-fixture.ts";
import { Router } from "./router.ts";

interface Asked {
	message: string;
	tools: readonly string[];
	signal: AbortSignal;
	answer: (found: Classification) => void;
}

const until = (condition: () => void) => vi.waitFor(condition, { timeout: 10_000, interval: 5 });

/** A router over real rows, with a loop and a light model that do what the test says. */
function open(hooks: DatabaseHooks = {}) {
	const database = new Database(join(tempFolder(), "state.db"), hooks);
	onTestFinished(() => database.close());
	const { events } = openRecords(database, systemClock, systemIds, () => undefined);
	const lines: string[] = [];
	const kit = {
		...{ database, events, lines },
		asked: [] as Asked[],
		interrupted: [] as number[],
		parallel: [] as number[],
		canAnswerBeside: true,
		hasLightModel: true,
		loop: ACTING as LoopReading,
	};
	const router = new Router({
		database,
		events,
		control: {
			reading: () => kit.loop,
			interrupt: (id) => kit.interrupted.push(id),
			answerInParallel(id) {
				if (kit.canAnswerBeside) kit.parallel.push(id);
				return kit.canAnswerBeside;
			},
		},
		classifier: {
			classify: (message, { tools }, signal) =>
				new Promise((answer) => {
					kit.asked.push({ message, tools, signal, answer });
					signal.addEventListener("abort", () => answer({ kind: "queue", reason: "aborted" }));
				}),
		},
		hasLightModel: () => kit.hasLightModel,
		runningTools: () => ["run_script"],
		log: createLog({ clock: systemClock, level: "debug", write: (line) => lines.push(line) }),
	});
	let count = 0;
	const arrive = (text: string, changes: Partial<Arrived> = {}): Arrived => {
		const strategy = changes.strategy ?? { kind: "queue", reason: "the loop is acting" };
		const { id } = events.add({
			channel: "web",
			dedupKey: `m${++count}`,
			conversation: { channel: "web", address: "owner" },
			sender: { id: "owner" },
			trust: "owner",
			route: "loop",
			kind: "message",
			text,
			occurredAt: 1,
			strategy,
		});
		return { id, text, mayClassify: true, ...changes, strategy };
	};
	return Object.assign(kit, { router, arrive });
}

it("cuts off at once for what was decided so, without a model", () => {
	const { router, arrive, interrupted, asked } = open();
	router.arrived([
		arrive("fire", { strategy: { kind: "cancel", reason: "urgent" }, mayClassify: false }),
		arrive("and?"),
	]);
	expect(interrupted).toEqual([1]);
	expect(asked.map(({ message }) => message)).toEqual(["and?"]);
});

it("does what the light model says of an event that still waits, and writes it down", async () => {
	const { router, arrive, interrupted, parallel, asked, events } = open();
	router.arrived([arrive("I meant Bob"), arrive("weather?"), arrive("in Japanese")]);
	expect(asked.map(({ tools }) => tools)).toEqual([["run_script"], ["run_script"], ["run_script"]]);
	asked[2]?.answer({ kind: "queue", reason: "an addition" });
	asked[1]?.answer({ kind: "parallel", reason: "independent" });
	asked[0]?.answer({ kind: "cancel", reason: "a mistake" });
	await until(() => expect(interrupted).toEqual([1]));
	expect(parallel).toEqual([2]);
	expect([1, 2, 3].map((id) => events.find(id)?.strategy)).toEqual([
		{ kind: "cancel", reason: "a mistake" },
		{ kind: "parallel", reason: "independent" },
		{ kind: "queue", reason: "an addition" },
	]);
});

it.each(["cancel", "parallel", "queue"] as const)(
	"comes too late with %s for what was taken up meanwhile",
	async (kind) => {
		const { router, arrive, interrupted, parallel, asked, events } = open();
		router.arrived([arrive("weather?")]);
		events.settle(1, "replied");
		asked[0]?.answer({ kind, reason: "late" });
		const strategy = { kind: "queue", reason: "it was taken up before the light model answered" };
		await until(() => expect(events.find(1)?.strategy).toEqual(strategy));
		expect([...interrupted, ...parallel]).toEqual([]);
	},
);

it("leaves in the queue what can't be answered beside the work now", async () => {
	const kit = open();
	kit.canAnswerBeside = false;
	kit.router.arrived([kit.arrive("weather?")]);
	kit.asked[0]?.answer({ kind: "parallel", reason: "independent" });
	const strategy = { kind: "queue", reason: "it could be answered beside the work, but not now" };
	await until(() => expect(kit.events.find(1)?.strategy).toEqual(strategy));
});

it("asks nothing without a light model, of a loop that rests, of what needs no asking, and of a flood", () => {
	const kit = open();
	kit.hasLightModel = false;
	kit.router.arrived([kit.arrive("a")]);
	kit.hasLightModel = true;
	kit.loop = IDLE;
	kit.router.arrived([kit.arrive("b")]);
	kit.loop = { ...ACTING, state: "cancelling" };
	kit.router.arrived([kit.arrive("c")]);
	kit.loop = ACTING;
	kit.router.arrived([kit.arrive("d", { mayClassify: false })]);
	expect(kit.asked).toHaveLength(0);
	kit.router.arrived(Array.from({ length: 100 }, (_, index) => kit.arrive(`e${index}`)));
	kit.router.arrived([kit.arrive("f")]);
	expect(kit.asked).toHaveLength(8);
});

it("asks again once earlier answers have come", async () => {
	const { router, arrive, asked, events } = open();
	router.arrived(Array.from({ length: 8 }, (_, index) => arrive(`a${index}`)));
	asked[0]?.answer({ kind: "queue", reason: "an addition" });
	await until(() => expect(events.find(1)?.strategy?.reason).toBe("an addition"));
	router.arrived([arrive("b")]);
	await until(() => expect(asked.at(-1)?.message).toBe("b"));
});

it("ends its requests when it is closed, writes nothing then, and asks no more", async () => {
	const { router, arrive, asked, events } = open();
	router.arrived([arrive("a")]);
	await router.close();
	expect(asked[0]?.signal.aborted).toBe(true);
	expect(events.find(1)?.strategy?.reason).toBe("the loop is acting");
	router.arrived([arrive("b")]);
	expect(asked).toHaveLength(1);
});

it("logs what the disk refuses, and leaves the event in the queue", async () => {
	const hooks: DatabaseHooks = {};
	const { router, arrive, asked, events, interrupted, lines } = open(hooks);
	router.arrived([arrive("a")]);
	hooks.beforeCommit = () => {
		throw new Error("disk is full");
	};
	asked[0]?.answer({ kind: "cancel", reason: "a mistake" });
	await until(() => expect(lines.join()).toContain("disk is full"));
	expect(events.find(1)).toMatchObject({ state: "waiting", strategy: { kind: "queue" } });
	expect(interrupted).toEqual([]);
});
