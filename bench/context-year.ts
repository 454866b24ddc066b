import { statSync } from "node:fs";
import { join } from "node:path";
import { Database } from "#core/database.ts";
import { ORDINARY_DAY } from "#test/years/live.ts";
import { heldMegabytes } from "#test/years/memory.ts";
import { FIRST_DAY, liveYear, WINDOW_TOKENS } from "#test/years/year.ts";
import { compactionRows, compactionSteps } from "./compaction-rows.ts";
import { median, percentile } from "./percentile.ts";
import { tellProgress } from "./progress.ts";
import { atMost, exactly, type Row } from "./row.ts";
import { inScope } from "./scope.ts";
import { tableSizes } from "./table-sizes.ts";

const DAYS_OF_A_MONTH = 30;
/** Tables and indexes with a row of their own; the others are summed up. */
const SHOWN_TABLES = 8;

/** What is taken down while the year goes by. */
interface Observed {
	/** By day, from 0: from when an event was handed in to when its first request left, in ms. */
	timesMs: number[][];
	held: Map<number, { heap: number; resident: number }>;
	largestTokens: number;
	mostMessages: number;
}

export const YEAR_NOTES = [
	`The year: ${ORDINARY_DAY.bursts} bursts of ${ORDINARY_DAY.messagesEach} messages by the owner on page and Telegram each day, ${ORDINARY_DAY.bursts * ORDINARY_DAY.mailsBetween} mails in side trajectories, and what timers bring; four restarts; a window of ${WINDOW_TOKENS} tokens. Model, Telegram and clock are in the measuring process, with no socket between.`,
	"Received → request: from handing an event in, its commit included, to the call of fetch. Memory is of that whole process, after a forced collection; what came in (for the check at the end) is in it, about 0.2 kB an event.",
];

/** A simulated year of one daemon. @param days 365, or fewer to try it */
export const measureYear = (days: number): Promise<Row[]> =>
	inScope(async (scope) => {
		const home = join(scope.tempFolder(), "home");
		const monthDays = Math.max(1, Math.min(DAYS_OF_A_MONTH, Math.floor(days / 2)));
		const observed: Observed = { timesMs: [[]], held: new Map(), largestTokens: 0, mostMessages: 0 };
		let receivedAt: number | undefined;
		const year = await liveYear({
			home,
			days,
			plan: ORDINARY_DAY,
			restartAfter: [1, 2, 3, 4].map((part) => Math.floor((days * part) / 5)),
			onReceive: () => {
				receivedAt = performance.now();
			},
			onRequest({ leftAt, body }, { prompt_tokens }) {
				if (receivedAt !== undefined) observed.timesMs.at(-1)?.push(leftAt - receivedAt);
				receivedAt = undefined;
				observed.largestTokens = Math.max(observed.largestTokens, prompt_tokens);
				observed.mostMessages = Math.max(observed.mostMessages, body.messages.length);
			},
			onDay(day) {
				observed.timesMs.push([]);
				if (day === monthDays || day === days) observed.held.set(day, heldMegabytes());
				if (day % DAYS_OF_A_MONTH === 0) tellProgress(`day ${day} of ${days}`);
			},
		});
		if (year.violations.length > 0) throw new Error(`The model refused a request: ${year.violations[0]}`);
		const { aside, ...toHold } = FIRST_DAY;
		const lost = Object.values(toHold).filter((words) => !year.last.rawBody.includes(words));
		const isFound = year.lookedUp.rawBody.includes(aside);
		return [
			...loadRows(observed, days, monthDays),
			{ what: "year: requests", value: year.requests, unit: "requests" },
			{ what: "year: largest request", value: observed.largestTokens, unit: "tokens", target: atMost(WINDOW_TOKENS) },
			{ what: "year: most messages in a request", value: observed.mostMessages, unit: "messages" },
			{
				what: `year: of ${Object.keys(toHold).length} things of day 1 not in view at its end`,
				value: lost.length,
				unit: "",
				target: exactly(0),
			},
			{ what: "year: words of day 1 found by their number", value: isFound ? 1 : 0, unit: "", target: exactly(1) },
			...compactionRows("year", compactionSteps(join(home, "state.db"))),
			...rowsOfDatabase(join(home, "state.db"), days),
		];
	});

function loadRows({ timesMs, held }: Observed, days: number, monthDays: number): Row[] {
	// Before the first of them nothing is loaded and compiled.
	const first = timesMs.slice(0, monthDays).flat().slice(10);
	const last = timesMs.slice(days - monthDays, days).flat();
	const months = [
		["first", first],
		["last", last],
	] as const;
	return [
		...months.flatMap(([name, times]): Row[] => [
			{ what: `year: received → request, ${name} ${monthDays} days, p50`, value: median(times), unit: "ms" },
			{ what: `year: received → request, ${name} ${monthDays} days, p99`, value: percentile(times, 99), unit: "ms" },
		]),
		...[monthDays, days].flatMap((day): Row[] => [
			{ what: `year: RSS after day ${day}`, value: held.get(day)?.resident ?? 0, unit: "MB" },
			{ what: `year: heap after day ${day}`, value: held.get(day)?.heap ?? 0, unit: "MB" },
		]),
	];
}

function rowsOfDatabase(path: string, days: number): Row[] {
	const database = new Database(path);
	try {
		const sizes = tableSizes(database);
		const shown = sizes.slice(0, SHOWN_TABLES);
		const others = sizes.slice(SHOWN_TABLES).reduce((sum, { bytes }) => sum + bytes, 0);
		const drifts = database.get<{ count: number }>("SELECT count(*) AS count FROM drifts")?.count ?? 0;
		const open = database.get<{ count: number }>("SELECT count(*) AS count FROM events WHERE state <> 'settled'");
		return [
			{
				what: "year: figures of the status block that a recount found wrong",
				value: drifts,
				unit: "",
				target: exactly(0),
			},
			{ what: "year: events without an outcome", value: open?.count ?? 0, unit: "", target: exactly(0) },
			{ what: `year: database after ${days} days`, value: statSync(path).size / 1e6, unit: "MB" },
			...shown.map(({ name, bytes }): Row => ({ what: `year: of it ${name}`, value: bytes / 1e6, unit: "MB" })),
			{ what: "year: of it all others", value: others / 1e6, unit: "MB" },
		];
	} finally {
		database.close();
	}
}
