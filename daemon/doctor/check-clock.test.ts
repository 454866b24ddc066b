import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { homePaths } from "#config/paths.ts";
import { systemClock } from "#core/clock.ts";
import { Database } from "#core/database.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { checkClock, judgeOffsets } from "./check-clock.ts";
import { lines, listenOn, makeHome, runCheck } from "./doctor-fixture.ts";

const NOW = "2026-11-30T10:30:45Z";

/** Examines with two services elsewhere, whose clocks differ from ours by so many seconds; their ports are on this machine. */
async function examineWith(aheadSeconds: number[], headers: Record<string, string> = {}) {
	const ports = await Promise.all(
		aheadSeconds.map((seconds) =>
			listenOn(
				0,
				createServer((_request, response) => {
					const date = new Date(Date.parse(NOW) - seconds * 1000).toUTCString();
					response.writeHead(401, { date, ...headers }).end();
				}),
			),
		),
	);
	const entries = ports.map((_, index) => `{ baseUrl: "https://service-${index}.test/v1", model: m }`);
	const home = makeHome(`owner: { timezone: Asia/Tokyo }\nmodels: { main: [${entries.join()}] }`);
	const toPort: typeof fetch = (input, init) =>
		fetch(
			String(input).replace(/^https:\/\/service-(\d)\.test/, (_, index) => `http://127.0.0.1:${ports[index]}`),
			init,
		);
	return lines(await runCheck(checkClock, home, { clock: new FakeClock(NOW), fetch: toPort }));
}

describe("the clock of this machine", () => {
	it.each<[string, number[], RegExp]>([
		["agrees", [0], /^ok: The clock agrees/],
		["is ahead", [60], /^warning: .*clock is (59|60|1m00)s? ahead.* → .*timedatectl/],
		["is behind", [-60], /^warning: .*behind/],
		["is far off", [3_600], /^problem: .*ahead.*Secure connections/],
		["agrees with one of two", [3_600, 0], /^ok/],
	])("%s", async (_, ahead, expected) => {
		expect((await examineWith(ahead))[0]).toMatch(expected);
	});

	it("is not judged by a copy that a cache kept", async () => {
		expect((await examineWith([3_600], { age: "3600" }))[0]).toMatch(/^ok: The clock agrees/);
	});

	it("is not compared with services on this machine, or that can't be reached", async () => {
		const config = (url: string) => makeHome(`models: { main: [{ baseUrl: "${url}", model: m }] }`);
		for (const url of ["http://localhost:11434/v1", "http://127.0.0.2:1/v1", "http://service.invalid/v1"]) {
			const found = lines(await runCheck(checkClock, config(url)));
			expect(found[0]).toMatch(/^ok: .*was not compared/);
		}
		expect(lines(await runCheck(checkClock, makeHome("nonsense: 1")))).toHaveLength(1);
	});

	it("is found to be behind what is in the database", async () => {
		const home = makeHome();
		const database = new Database(homePaths(home).database);
		const at = systemClock.now() + 3 * 3_600_000;
		database.run("INSERT INTO contents VALUES (1, 'hello', 'salt', NULL)");
		database.run(
			`INSERT INTO events (id, channel, dedup_key, conversation_channel, conversation_address, sender_id, trust, route, kind,
				content_id, trajectory_id, state, occurred_at, received_at)
			VALUES (1, 'web', 'key', 'web', 'owner', 'owner', 'owner', 'loop', 'message', 1, 1, 'settled', ?, ?)`,
			...[at, at],
		);
		database.close();
		expect(lines(await runCheck(checkClock, home))[1]).toMatch(/^warning: .* (3h00m|2h59m) in the future/);
	});
});

it.each([
	[30_000, "ok"],
	[-30_001, "warning"],
	[300_000, "warning"],
	[-300_001, "problem"],
])("judges %d ms as %s", (offset, level) => {
	expect(judgeOffsets([offset, 400_000]).level).toBe(level);
});

it("tells the owner's zone, and this machine's where it is another", async () => {
	expect((await examineWith([0]))[1]).toMatch(/^ok: Times are told in Asia\/Tokyo; this machine's own zone is /);
});
