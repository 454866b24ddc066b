import { expect, it } from "vitest";
import type { Channel } from "#channels/channel.ts";
import { TerminalChannel } from "#channels/terminal/terminal-channel.ts";
import { systemClock } from "#core/clock.ts";
import { createLog } from "#core/log.ts";
import { ChannelSet } from "./channel-set.ts";

/** A set whose Telegram channels are numbered, with what became of each in order. */
function open(configured = true) {
	const story: string[] = [];
	let wanted = configured;
	let made = 0;
	const create = (): Channel | undefined => {
		if (!wanted) return undefined;
		made += 1;
		const number = made;
		const note = (what: string) => {
			story.push(`${what} ${number}`);
			return Promise.resolve();
		};
		return Object.assign(new TerminalChannel(), {
			name: "telegram",
			start: () => note("start"),
			stop: () => note("stop"),
		});
	};
	const inUse = new Map<string, Channel>();
	const log = createLog({ clock: systemClock, level: "error", write: (line) => story.push(line) });
	const set = new ChannelSet({
		inUse,
		fixed: [],
		createTelegram: create,
		log,
		onReplaced: () => story.push("replaced"),
	});
	return { set, story, inUse, configure: (to: boolean) => (wanted = to) };
}

it("stops the old channel before the new one starts", async () => {
	const { set, story } = open();
	await set.start(() => false);
	await set.replaceTelegram();
	await set.stop();
	expect(story).toEqual(["start 1", "stop 1", "start 2", "replaced", "stop 2"]);
});

it("takes changes in quick succession one after the other", async () => {
	const { set, story } = open();
	await set.start(() => false);
	await Promise.all([set.replaceTelegram(), set.replaceTelegram()]);
	expect(story).toEqual(["start 1", "stop 1", "start 2", "replaced", "stop 2", "start 3", "replaced"]);
});

it("takes the channel away where it is configured no more, and brings it where it was not", async () => {
	const { set, story, inUse, configure } = open();
	await set.start(() => false);
	configure(false);
	await set.replaceTelegram();
	expect([...inUse.keys()]).toEqual([]);
	configure(true);
	await set.replaceTelegram();
	expect(story).toEqual(["start 1", "stop 1", "start 2", "replaced"]);
	expect([...inUse.keys()]).toEqual(["telegram"]);
});

it("starts nothing once it is stopped", async () => {
	const { set, story } = open();
	await set.start(() => false);
	await set.stop();
	await set.replaceTelegram();
	expect(story).toEqual(["start 1", "stop 1"]);
});
