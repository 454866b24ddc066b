import { setTimeout as pause } from "node:timers/promises";
import type { Schedule } from "#daemon/schedule/schedule.ts";
import { startDaemon } from "./daemon-process.ts";
import { prepareHome } from "./home.ts";
import type { BenchOptions } from "./options.ts";
import { readCounters, residentMb } from "./process-usage.ts";
import { tellProgress } from "./progress.ts";
import { atMost, latencyRows, type Row, type Table } from "./row.ts";
import { inScope } from "./scope.ts";
import { readLateness, seedTimers } from "./seed-timers.ts";
import { World } from "./world.ts";

const LATE = atMost(1_000);
const CPU = atMost(0.1);
const MEMORY = atMost(110);

/** From seeding to the first slot: the daemon has long started by then. */
const LEAD_MS = 15_000;
const SPREAD_MS = 60_000;
/** Far beyond any target: a bench that waits for ever says nothing. */
const PATIENCE_MS = 120_000;

const DAY_MS = 86_400_000;

/** Many timers: how late they fire, and what they cost while they wait. */
export async function measureTimers(options: BenchOptions): Promise<Table> {
	const { timers, idleMs } = options;
	const many = timers.toLocaleString("en-US");
	return {
		name: "timers",
		title: `${many} timers in the built program, Telegram and the page on`,
		rows: [
			...(await measureIdle(options)),
			...(await measureFiring(`${many} due over ${SPREAD_MS / 1000} s`, timers, SPREAD_MS)),
			...(await measureFiring(`${many} due at one instant`, timers, 0)),
		],
		notes: [
			"Late: from the slot to when its row was claimed, which is in the commit that also holds the message.",
			`Idle: ${idleMs / 1000} s with all of them pending, half one-shots, half repeating in eight zones, none due.`,
		],
	};
}

const ZONES = [
	...["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata"],
	...["America/Santiago", "Africa/Casablanca", "Europe/Dublin", "Pacific/Chatham"],
];

async function measureIdle({ timers, idleMs }: BenchOptions): Promise<Row[]> {
	return inScope(async (scope) => {
		const world = await World.open(scope);
		const home = prepareHome(scope, world.services);
		tellProgress(`writing ${timers} timers`);
		const tomorrow = Date.now() + DAY_MS;
		seedTimers(home, timers, (index) => pendingSchedule(index, tomorrow));
		const { pid } = await startDaemon(scope, home);
		tellProgress(`idle, two times ${idleMs / 1000} s`);
		await pause(idleMs);
		const before = readCounters(pid);
		const startedMs = performance.now();
		await pause(idleMs);
		const after = readCounters(pid);
		const elapsedMs = performance.now() - startedMs;
		const memory: Row = { what: "idle memory (RSS), all pending", value: residentMb(pid), unit: "MB", target: MEMORY };
		if (!before || !after) return [memory];
		return [
			{
				what: "idle CPU, all pending",
				value: (100 * (after.cpuMs - before.cpuMs)) / elapsedMs,
				unit: "% of a core",
				target: CPU,
			},
			{
				what: "wake-ups of its threads",
				value: ((after.wakeUps - before.wakeUps) * 60_000) / elapsedMs,
				unit: "a minute",
			},
			memory,
		];
	});
}

/** Nothing is due within the bench: one-shots from tomorrow on, yearly repeats on a day that is not near. */
function pendingSchedule(index: number, tomorrow: number): Schedule {
	const zone = ZONES[index % ZONES.length] ?? "UTC";
	if (index % 2 === 0) return { kind: "once", at: tomorrow + index * 1_000, zone };
	const month = ((new Date(tomorrow).getUTCMonth() + 6) % 12) + 1;
	return { kind: "cron", expression: `${index % 60} ${index % 24} 15 ${month} *`, zone };
}

async function measureFiring(what: string, timers: number, spreadMs: number): Promise<Row[]> {
	return inScope(async (scope) => {
		const world = await World.open(scope);
		const home = prepareHome(scope, world.services);
		tellProgress(what);
		const firstAt = Date.now() + LEAD_MS;
		seedTimers(home, timers, (index) => ({
			kind: "once",
			at: firstAt + Math.round((spreadMs * index) / timers),
			zone: "Europe/Berlin",
		}));
		const daemon = await startDaemon(scope, home);
		const lateness = await untilFired(home, timers, firstAt + spreadMs + PATIENCE_MS);
		await daemon.stop();
		return latencyRows(`late, ${what}`, lateness, { p50: LATE, p99: LATE }).map((row) => ({ ...row, target: LATE }));
	});
}

/** @throws Error where fewer have fired when the patience ends */
async function untilFired(home: string, timers: number, patienceEndsAt: number): Promise<number[]> {
	for (;;) {
		await pause(5_000);
		const lateness = readLateness(home);
		if (lateness.length >= timers) return lateness;
		if (Date.now() > patienceEndsAt) throw new Error(`Only ${lateness.length} of ${timers} timers have fired.`);
	}
}
