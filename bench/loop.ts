import { backlogRows } from "./backlog.ts";
import { prepareHome } from "./home.ts";
import { measureCommits, measureIntake } from "./intake.ts";
import type { BenchOptions } from "./options.ts";
import { median } from "./percentile.ts";
import { tellProgress } from "./progress.ts";
import { atLeast, atMost, latencyRows, type Row, type Table } from "./row.ts";
import { inScope } from "./scope.ts";
import { ENTRIES_PER_TURN, seedEntries } from "./seed.ts";
import { startSteward } from "./steward.ts";
import { stopRows } from "./stops.ts";
import { World } from "./world.ts";
import type { Channel, Latencies } from "./world-protocol.ts";

const REQUEST = { p50: atMost(3), p99: atMost(15), openClaw: "141 ms" };
const DELIVERY = { p99: atMost(15) };

const FEW_ENTRIES = 2 * ENTRIES_PER_TURN;
/** So that "few entries" stays true, only so many messages go to one home. Each turn adds three entries. */
const MESSAGES_PER_FEW = 10;
/** In each home, for connections and statements. */
const WARM_UP_MESSAGES = 3;
/** Once for this process, for libraries and compiled code: a daemon runs for weeks. */
const FIRST_MESSAGES = 50;
const INTAKE_RUNS = 3;
const SLOW_COMMIT_MS = 20;

/** The way of a message through the daemon in this process, between sockets whose other ends are in another. */
export async function measureLoop(options: BenchOptions): Promise<Table> {
	return {
		name: "loop",
		title: "the daemon in one process, its world in another, over sockets",
		rows: [
			...(await latencies("web", options)),
			...(await latencies("telegram", options)),
			...(await intakeRows()),
			...(await stopRows(options.samples)),
			...(await backlogRows(options)),
			...latencyRows("a commit of one row on this disk", await measureCommits(options.samples), {}),
		],
		notes: [
			"Message received → request: web from the POST, Telegram from the update's release to the waiting getUpdates; to the last byte of the model's request at the stand-in, before it reads it.",
			"Tool returned → delivered: from the last byte of the model's answer with its reply call (so T2 and the tool are in it) to the last byte of sendMessage at the Bot API.",
			`Messages go one at a time, when all is quiet. "${FEW_ENTRIES} earlier entries" are up to ${FEW_ENTRIES + 3 * (MESSAGES_PER_FEW + WARM_UP_MESSAGES)}: each message adds three. With many, the window is full.`,
			`Intake: ${INTAKE_RUNS} runs, the middle one, of callers that each wait for the receipt before the next event, while the model is at work on another event.`,
			"Stop: from the press of the button, or the update's release, to when the model's server sees the connection closed, and to when the answer is at the Bot API or has come in on the page's stream.",
			"Queued events: messages over Telegram to the built program, in a process of its own, while the model is in the middle of an answer. Worked off until all are answered and nothing waits. RSS is read every 50 ms.",
		],
	};
}

async function latencies(channel: Channel, options: BenchOptions): Promise<Row[]> {
	return inScope(async (scope) => {
		const world = await World.open(scope);
		tellProgress(`${channel}, warming up`);
		await measureHome(world, channel, FEW_ENTRIES, FIRST_MESSAGES);
		tellProgress(`${channel}, ${FEW_ENTRIES} earlier entries`);
		const few = await measureAmongFew(world, channel, options.samples);
		tellProgress(`${channel}, ${options.entries} earlier entries`);
		const many = await measureHome(world, channel, options.entries, options.samples);
		return [...rows(channel, FEW_ENTRIES, few), ...rows(channel, options.entries, many)];
	});
}

function rows(channel: string, entries: number, { requestsMs, deliveriesMs }: Latencies): Row[] {
	const where = `${channel}, ${entries.toLocaleString("en-US")} earlier entries`;
	const requests = latencyRows(`message received → request, ${where}`, requestsMs, REQUEST);
	if (deliveriesMs.length === 0) return requests;
	return [...requests, ...latencyRows(`tool returned → delivered, ${where}`, deliveriesMs, DELIVERY)];
}

async function measureAmongFew(world: World, channel: Channel, samples: number): Promise<Latencies> {
	const all: Latencies = { requestsMs: [], deliveriesMs: [] };
	while (all.requestsMs.length < samples) {
		const some = await measureHome(world, channel, FEW_ENTRIES, MESSAGES_PER_FEW);
		all.requestsMs.push(...some.requestsMs);
		all.deliveriesMs.push(...some.deliveriesMs);
	}
	return all;
}

/** A home of its own with a past, a few messages to warm up, then those that count. */
async function measureHome(world: World, channel: Channel, entries: number, samples: number): Promise<Latencies> {
	return inScope(async (scope) => {
		const home = prepareHome(scope, world.services);
		seedEntries(home, entries);
		const { loginLink } = await startSteward(scope, home);
		await world.logIn(loginLink);
		await world.measure(channel, WARM_UP_MESSAGES);
		return world.measure(channel, samples);
	});
}

async function intakeRows(): Promise<Row[]> {
	tellProgress("intake");
	const plain = await repeat(() => measureIntake(0));
	const slow = await repeat(() => measureIntake(SLOW_COMMIT_MS));
	const unit = "events/s";
	return [
		{ what: "durable intake", value: median(plain), unit, target: atLeast(2_000) },
		{
			what: `durable intake, ${SLOW_COMMIT_MS} ms more each commit`,
			value: median(slow),
			unit,
			target: atLeast(1_000),
		},
	];
}

async function repeat(measure: () => Promise<number>): Promise<number[]> {
	const values: number[] = [];
	while (values.length < INTAKE_RUNS) values.push(await measure());
	return values;
}
