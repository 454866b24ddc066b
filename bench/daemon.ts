import { setTimeout as pause } from "node:timers/promises";
import { type RunningDaemon, startDaemon, timeCommand } from "./daemon-process.ts";
import { prepareHome } from "./home.ts";
import type { BenchOptions } from "./options.ts";
import { readCounters, residentMb } from "./process-usage.ts";
import { tellProgress } from "./progress.ts";
import { atMost, type Row, runRows, type Table } from "./row.ts";
import { inScope } from "./scope.ts";
import { seedEntries } from "./seed.ts";
import { World } from "./world.ts";

const READY = atMost(500);
const MEMORY = atMost(110);
const CPU = atMost(0.1);
const STATUS = atMost(250);

/** The built program as a user runs it: a process of its own, with Telegram and the page on. */
export async function measureDaemon(options: BenchOptions): Promise<Table> {
	const { idleMs, turns } = options;
	const seconds = idleMs / 1000;
	return {
		name: "daemon",
		title: "the built program, Telegram and the page on",
		rows: [
			...(await measureStarts(options, 0)),
			...(await measureStarts(options, options.entries)),
			...(await measureLife(options)),
		],
		notes: [
			'Start: from before the process is made, to the answer of GET /healthz after its line "ready"; each on a home without a database, or with that many earlier entries.',
			`Idle: ${seconds} s without an event. CPU and wake-ups are those of the next ${seconds} s, over all threads; Telegram's long poll is among them.`,
			`The ${turns} turns come over Telegram and the page in turn; each third has two model calls and writes a file. MB are 10^6 bytes.`,
		],
	};
}

async function measureStarts({ runs }: BenchOptions, entries: number): Promise<Row[]> {
	return inScope(async (scope) => {
		const world = await World.open(scope);
		const readyMs: number[] = [];
		const used = entries > 0 ? prepareHome(scope, world.services) : undefined;
		if (used) {
			tellProgress(`writing ${entries} earlier entries`);
			seedEntries(used, entries);
		}
		for (let run = 0; run < runs; run += 1) {
			tellProgress(`start ${run + 1} of ${runs}`);
			const daemon = await startDaemon(scope, used ?? prepareHome(scope, world.services));
			readyMs.push(daemon.readyMs);
			await daemon.stop();
		}
		const where = used ? `, ${entries.toLocaleString("en-US")} earlier entries` : "";
		return runRows(`process start to ready${where}`, readyMs, READY, used ? undefined : "7.5 s (12 s with Telegram)");
	});
}

async function measureLife(options: BenchOptions): Promise<Row[]> {
	return inScope(async (scope) => {
		const world = await World.open(scope);
		const home = prepareHome(scope, world.services);
		const daemon = await startDaemon(scope, home);
		await world.logIn(daemon.loginLink);
		const { turns, idleMs } = options;
		return [
			...(await idleRows(daemon, "after the start", idleMs, "920 MB")),
			...(await statusRows(home, options.runs)),
			...(await afterTurns(world, daemon, 1, options, undefined)),
			...(await afterTurns(world, daemon, turns, options, "1.43 GB after 120 turns")),
		];
	});
}

async function afterTurns(
	world: World,
	daemon: RunningDaemon,
	count: number,
	{ idleMs }: BenchOptions,
	openClaw: string | undefined,
): Promise<Row[]> {
	tellProgress(`${count} turns`);
	const startedMs = performance.now();
	await world.talk(count);
	const perTurnMs = (performance.now() - startedMs) / count;
	const when = `after ${count.toLocaleString("en-US")} ${count === 1 ? "turn" : "turns"}`;
	const rows = await idleRows(daemon, when, idleMs, openClaw);
	return count === 1
		? rows
		: [...rows, { what: "a turn, pauses between turns included", value: perTurnMs, unit: "ms" }];
}

async function idleRows(
	{ pid }: RunningDaemon,
	when: string,
	idleMs: number,
	openClaw: string | undefined,
): Promise<Row[]> {
	tellProgress(`idle ${when}, two times ${idleMs / 1000} s`);
	await pause(idleMs);
	const memory: Row = {
		...{ what: `idle memory (RSS) ${when}`, value: residentMb(pid), unit: "MB", target: MEMORY },
		...(openClaw && { openClaw }),
	};
	const before = readCounters(pid);
	const startedMs = performance.now();
	await pause(idleMs);
	const after = readCounters(pid);
	const elapsedMs = performance.now() - startedMs;
	if (!before || !after) return [memory];
	const cpu = (100 * (after.cpuMs - before.cpuMs)) / elapsedMs;
	const wakeUps = ((after.wakeUps - before.wakeUps) * 60_000) / elapsedMs;
	return [
		memory,
		{ what: `idle CPU ${when}`, value: cpu, unit: "% of a core", target: CPU, openClaw: "1.5 %" },
		{ what: `wake-ups of its threads ${when}`, value: wakeUps, unit: "a minute" },
	];
}

async function statusRows(home: string, runs: number): Promise<Row[]> {
	const timesMs: number[] = [];
	for (let run = 0; run < runs; run += 1) timesMs.push(await timeCommand(home, ["status"]));
	return runRows("steward status, whole command", timesMs, STATUS);
}
