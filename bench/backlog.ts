import { setTimeout as pause } from "node:timers/promises";
import { startDaemon } from "./daemon-process.ts";
import { prepareHome } from "./home.ts";
import type { BenchOptions } from "./options.ts";
import { residentMb } from "./process-usage.ts";
import { tellProgress } from "./progress.ts";
import { atMost, exactly, type Row } from "./row.ts";
import { inScope } from "./scope.ts";
import { World } from "./world.ts";
import type { Drain } from "./world-protocol.ts";

const GROWTH_MB = 30;
/** The default window. What others count as tokens than the program does may differ by a little. */
const WINDOW_TOKENS = 48_000;

/** Before the first figure: a daemon runs for weeks, and its compiled code is no growth. */
const WARM_UP_TURNS = 30;
const WARM_UP_PART = 10;

const WATCH_EVERY_MS = 50;

/** The events that pile up while the model is at work, and what it takes to work them off. In the built program. */
export async function backlogRows({ events, idleMs }: BenchOptions): Promise<Row[]> {
	return inScope(async (scope) => {
		const world = await World.open(scope);
		const { pid, loginLink } = await startDaemon(scope, prepareHome(scope, world.services));
		await world.logIn(loginLink);
		await world.talk(WARM_UP_TURNS);
		const few = Math.ceil(events / WARM_UP_PART);
		const first = await workThrough(world, pid, few);
		const before = await restedMb(pid, idleMs);
		const all = await workThrough(world, pid, events);
		const after = await restedMb(pid, idleMs);
		const queued = (count: number) => `${count.toLocaleString("en-US")} queued events`;
		const what = queued(events);
		return [
			{ what: `${what}: received in`, value: all.receivedMs / 1000, unit: "s" },
			{ what: `${what}: worked off in`, value: all.drain.elapsedMs / 1000, unit: "s" },
			{ what: `${what}: a second`, value: (events * 1000) / all.drain.elapsedMs, unit: "events" },
			{ what: `${what}: answered`, value: all.drain.answered - 1, unit: "events", target: exactly(events) },
			{ what: `${what}: requests`, value: all.drain.requests, unit: "requests" },
			{
				what: `${what}: largest request`,
				value: all.drain.largestTokens,
				unit: "tokens",
				target: atMost(WINDOW_TOKENS),
			},
			{ what: `RSS at rest, after ${queued(few)}`, value: before, unit: "MB" },
			{ what: `RSS, highest with ${queued(few)}`, value: first.highestMb, unit: "MB" },
			{
				what: `RSS, highest with ${what}`,
				value: all.highestMb,
				unit: "MB",
				target: atMost(first.highestMb + GROWTH_MB),
			},
			{ what: `RSS at rest, after ${what}`, value: after, unit: "MB", target: atMost(before + GROWTH_MB) },
		];
	});
}

interface WorkedThrough {
	receivedMs: number;
	drain: Drain;
	/** From the first event to the last answer. */
	highestMb: number;
}

async function workThrough(world: World, pid: number, events: number): Promise<WorkedThrough> {
	let highestMb = 0;
	const watch = setInterval(() => {
		highestMb = Math.max(highestMb, residentMb(pid));
	}, WATCH_EVERY_MS);
	try {
		tellProgress(`${events} events come in`);
		const startedMs = performance.now();
		await world.pileUp(events);
		const receivedMs = performance.now() - startedMs;
		tellProgress(`${events} events are worked off`);
		const drain = await world.workOff();
		return { receivedMs, drain, highestMb };
	} finally {
		clearInterval(watch);
	}
}

/** When it has done nothing for so long that it has given back what it can. */
async function restedMb(pid: number, idleMs: number): Promise<number> {
	tellProgress(`idle, ${idleMs / 1000} s`);
	await pause(idleMs);
	return residentMb(pid);
}
