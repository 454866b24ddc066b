import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Channel, ChannelHealth } from "#channels/channel.ts";
import { TerminalChannel } from "#channels/terminal/terminal-channel.ts";
import { Database } from "#core/database.ts";
import { systemIds } from "#core/ids.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { ChannelWatch, decideChannelOutage } from "./channel-watch.ts";
import { Outbox } from "./outbox/outbox.ts";
import { openRecords } from "./records/records.ts";

const MINUTE_MS = 60_000;

function open() {
	const clock = new FakeClock();
	const database = new Database(join(tempFolder(), "state.db"));
	onTestFinished(() => database.close());
	const { contents, facts } = openRecords(database, clock, systemIds, () => undefined);
	const outbox = new Outbox(database, contents, clock, { onAdded: () => undefined, onChanged: () => undefined });
	let health: ChannelHealth = { state: "ok" };
	const channel: Channel = Object.assign(new TerminalChannel(), { health: () => health });
	const start = () => {
		const ownerElsewhere = () => ({ channel: "web", address: "owner" });
		const watch = new ChannelWatch({
			database,
			channels: new Map([["telegram", channel]]),
			facts,
			outbox,
			clock,
			ownerElsewhere,
		});
		watch.start();
		return watch;
	};
	return {
		clock,
		watch: start(),
		start,
		set: (to: ChannelHealth) => (health = to),
		said: () => outbox.toOwner({ limit: 10 }).map(({ text }) => text),
	};
}

it("tells of an outage once it lasts, once, and of its end", async () => {
	const { clock, set, said } = open();
	set({ state: "degraded", downSince: clock.now(), problem: "No route to the service." });
	await clock.advance(4 * MINUTE_MS);
	expect(said()).toEqual([]);
	await clock.advance(30 * MINUTE_MS);
	expect(said()).toEqual(["terminal has been out of reach for 5m00s. No route to the service. I keep trying."]);
	set({ state: "ok" });
	await clock.advance(MINUTE_MS);
	expect(said()[0]).toBe("terminal is back after 35m00s. What was written there meanwhile has arrived.");
	await clock.advance(30 * MINUTE_MS);
	expect(said()).toHaveLength(2);
});

it("says it once also across a restart", async () => {
	const { clock, watch, start, set, said } = open();
	set({ state: "degraded", downSince: clock.now() });
	await clock.advance(6 * MINUTE_MS);
	watch.close();
	start();
	set({ state: "degraded", downSince: clock.now() });
	await clock.advance(20 * MINUTE_MS);
	expect(said()).toHaveLength(1);
});

it.each([
	[undefined, undefined, { kind: "nothing" }],
	[0, undefined, { kind: "tell-down", downMs: 300_000 }],
	[1, undefined, { kind: "nothing" }],
	[0, 0, { kind: "nothing" }],
	[undefined, 0, { kind: "tell-back", downMs: 300_000 }],
])("down since %j, told of %j: %j", (downSince, toldSince, decision) =>
	expect(decideChannelOutage(downSince, toldSince, 300_000)).toEqual(decision),
);
