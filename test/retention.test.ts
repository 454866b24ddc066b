import { existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { Database } from "#core/database.ts";
import { systemIds } from "#core/ids.ts";
import { RequestRebuilder } from "#daemon/inspection/request-rebuilder.ts";
import { openRecords } from "#daemon/records/records.ts";
import { FakeClock } from "./fake-clock.ts";
import { reply } from "./steps.ts";
import { type Fixture, startFixture } from "./steward-fixture.ts";

const HOUR = 3_600_000;
const configuration = `
context: { windowTokens: 9000 }
retention: { requests: { days: 2 }, journal: { days: 2 }, outputs: { days: 2 } }
`;

async function talk({ web, model, log }: Fixture, clock: FakeClock, from: number, to: number): Promise<void> {
	let current = from;
	model.script = () => reply(`E-${current}`, `answer ${current}`);
	for (let number = from; number <= to; number += 1) {
		current = number;
		await web.send(`message ${number}: ${"so many words ".repeat(150)}`);
		await web.until(({ text }) => text === `answer ${number}`);
		const runs = log().split("Threw away").length;
		await clock.advance(8 * HOUR);
		// The day's run was in these eight hours; from the third day on, it found requests that are too old.
		if (number > 9 && number % 3 === 1)
			await vi.waitFor(() => expect(log().split("Threw away").length).toBeGreaterThan(runs), { timeout: 10_000 });
	}
}

function readState(home: string) {
	const database = new Database(join(home, "state.db"));
	const records = openRecords(database, new FakeClock(), systemIds, () => undefined);
	const rebuilder = new RequestRebuilder({ database, ...records });
	const turns = database.all<{ id: number }>("SELECT id FROM turns ORDER BY id").map(({ id }) => id);
	const requests = turns.flatMap((id) => records.modelCalls.ofTurn(id));
	const state = {
		turns: turns.length,
		kept: requests.length,
		epochs: database.all<{ id: number }>("SELECT id FROM epochs ORDER BY id").map(({ id }) => id),
		entries: database.all(
			"SELECT entries.id FROM entries JOIN contents ON contents.id = content_id WHERE body IS NOT NULL",
		),
		usage: database.all("SELECT id FROM usage").length,
		dangling: database.all("PRAGMA foreign_key_check"),
		notVerified: requests.filter((request) => {
			const rebuilt = rebuilder.rebuild(request);
			return rebuilt.kind !== "rebuilt" || !rebuilt.isVerified;
		}),
	};
	database.close();
	return state;
}

it("days of talk lose their old requests, and nothing that the conversation goes on from", async () => {
	const clock = new FakeClock();
	const fixture = await startFixture({ configuration, clock });
	await talk(fixture, clock, 1, 18);
	await fixture.restart();
	await talk(fixture, clock, 19, 24);
	const sent = fixture.model.requests
		.map(({ body }) => body?.messages ?? [])
		.filter((messages) => JSON.stringify(messages.at(-1)).includes("<agent_status>"))
		.map((messages) => JSON.stringify(messages.slice(0, -1)).slice(0, -1));
	await fixture.steward.stop();

	const state = readState(fixture.home);
	expect(state).toMatchObject({ turns: 24, dangling: [], notVerified: [] });
	// Each request has its line for ever, but for those that were broken off, as a note is when the owner writes or at a stop.
	const { requests } = fixture.model;
	const brokenOff = requests.filter(({ clientWentAway }) => clientWentAway).length;
	expect(brokenOff).toBeLessThan(6);
	expect(state.usage).toBeLessThanOrEqual(requests.length);
	expect(state.usage).toBeGreaterThanOrEqual(requests.length - brokenOff);
	// Of the last two days and the day until the next run: three turns a day, and some requests of the program's own.
	expect(state.kept).toBeGreaterThanOrEqual(6);
	expect(state.kept).toBeLessThan(15);
	// The message and the answer with its result, of every turn.
	expect(state.entries.length).toBeGreaterThanOrEqual(3 * 24);
	// Nothing was thrown away that a request still had to extend: a new beginning comes with a new epoch alone.
	const beginnings = sent.filter((request, index) => index > 0 && !request.startsWith(sent[index - 1] ?? ""));
	expect(beginnings.length).toBeGreaterThan(0);
	expect(beginnings.length).toBeLessThan(15);
	// The first one is gone, with all that only it needed; the present one is not.
	expect(state.epochs).not.toContain(1);
	expect(fixture.log()).not.toContain("could not be thrown away");
}, 60_000);

it("old outputs go five minutes after the start; what came in, and what is younger, stays", async () => {
	const clock = new FakeClock();
	const fixture = await startFixture({ configuration, clock });
	const put = (path: string, days: number) => {
		const file = join(fixture.home, "workspace", path);
		mkdirSync(join(file, ".."), { recursive: true });
		writeFileSync(file, "text");
		const at = clock.now() / 1_000 - days * 86_400;
		utimesSync(file, at, at);
	};
	put("outputs/C-1.txt", 3);
	put("outputs/outside/C-2.txt", 3);
	put("outputs/C-3.txt", 1);
	put("inbox/E-1.txt", 3);
	put("shared/notes.txt", 3);
	await clock.advance(5 * 60_000);
	const has = (path: string) => existsSync(join(fixture.home, "workspace", path));
	await vi.waitFor(() => expect(has("outputs/C-1.txt") || has("outputs/outside/C-2.txt")).toBe(false), {
		timeout: 10_000,
	});
	expect(["outputs/C-3.txt", "inbox/E-1.txt", "shared/notes.txt"].filter(has)).toHaveLength(3);
});
