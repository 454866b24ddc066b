import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { contentText } from "#test/stand-ins/model/body.ts";
import { tempFolder } from "#test/temp-folder.ts";
import type { DayPlan } from "#test/years/live.ts";
import { heldMegabytes } from "#test/years/memory.ts";
import { FIRST_DAY, liveYear, WINDOW_TOKENS } from "#test/years/year.ts";

/** Every day of a year, each with fewer events than an ordinary one; `npm run bench -- context` has forty a day. */
const QUIET_DAY: DayPlan = { bursts: 1, messagesEach: 2, mailsBetween: 2 };
/** To try something, 60 will do; with fewer, the first day's words are still in view. */
const DAYS = Number(process.env.YEAR_DAYS ?? 365);

/** Messages of one request: what is in view is what the daemon holds in memory of a conversation. */
const MOST_MESSAGES = 150;

it("knows after a year what was to hold from the first day on, and has lost nothing", async () => {
	const home = join(tempFolder(), "home");
	const largest = { tokens: 0, messages: 0 };
	const held: number[] = [];
	const year = await liveYear({
		home,
		days: DAYS,
		plan: QUIET_DAY,
		restartAfter: [Math.ceil(DAYS / 4), Math.ceil(DAYS / 2)],
		onRequest({ body }, usage) {
			largest.tokens = Math.max(largest.tokens, usage.prompt_tokens);
			largest.messages = Math.max(largest.messages, body.messages.length);
		},
		onDay(day) {
			if (day > DAYS / 2 && day % 30 === 0) held.push(heldMegabytes().heap);
		},
	});

	expect(largest.tokens).toBeLessThanOrEqual(WINDOW_TOKENS);
	expect(largest.messages).toBeLessThan(MOST_MESSAGES);
	// Calls and results never part, or a provider would refuse the request.
	expect(year.violations).toEqual([]);

	const inView = year.last.body.messages.map(({ content }) => contentText(content)).join("\n");
	const { aside, ...toHold } = FIRST_DAY;
	expect(Object.values(toHold).filter((words) => !inView.includes(words))).toEqual([]);
	expect(inView).not.toContain(aside);
	const results = year.lookedUp.body.messages.filter(({ role }) => role === "tool");
	expect(results.map(({ content }) => contentText(content)).join("\n")).toContain(aside);

	const rows = readRows(home);
	const stored = new Map(rows.events.map(({ key, content }) => [key, JSON.parse(content).text]));
	expect(year.said.filter(({ dedupKey, text }) => stored.get(dedupKey) !== text)).toEqual([]);
	expect(rows.events.filter(({ state, outcome }) => state !== "settled" || outcome === null)).toEqual([]);
	expect(rows.drifts).toEqual([]);
	expect(rows.failures).toEqual([]);
	expect(rows.undelivered).toEqual([]);

	// What a daemon holds does not grow with the threads that it has ever worked on.
	expect((held.at(-1) ?? 0) - (held[0] ?? 0)).toBeLessThan(2);
});

interface EventRow {
	key: string;
	content: string;
	state: string;
	outcome: string | null;
}

function readRows(home: string): {
	events: EventRow[];
	drifts: unknown[];
	failures: unknown[];
	undelivered: unknown[];
} {
	const sqlite = new Sqlite(join(home, "state.db"), { readonly: true });
	try {
		const all = <Row>(sql: string) => sqlite.prepare(sql).all() as Row[];
		return {
			events: all(`SELECT dedup_key AS key, body AS content, state, outcome FROM events
				JOIN contents ON contents.id = content_id WHERE route <> 'refused'`),
			drifts: all("SELECT * FROM drifts"),
			undelivered: all("SELECT id, channel, problem FROM outbox WHERE state <> 'sent'"),
			failures: all("SELECT * FROM compactions WHERE state = 'failed'"),
		};
	} finally {
		sqlite.close();
	}
}
