import { expect, it } from "vitest";
import type { Channel } from "#channels/channel.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { Activity } from "./activity.ts";

const CHAT = { channel: "telegram", address: "7" };
const GROUP = { channel: "telegram", address: "8" };

/** Three turns, the first two of which answer in the same chat; `shown` is what the channel was told. */
function makeActivity() {
	const shown: [address: string, text: string | undefined][] = [];
	const channel = {
		showActivity: ({ address }: { address: string }, text: string | undefined) => void shown.push([address, text]),
	} as Partial<Channel> as Channel;
	const clock = new FakeClock();
	const conversationsOf = (turnId: number) => [turnId < 3 ? CHAT : GROUP];
	return { activity: new Activity(new Map([["telegram", channel]]), conversationsOf, clock), clock, shown };
}

it("shows what is done where the turn's events came from, with when that began", async () => {
	const { activity, clock, shown } = makeActivity();
	activity.show(1, "thinking");
	await clock.advance(2_000);
	activity.show(1, "thinking");
	expect(activity.current).toEqual({ text: "thinking", since: clock.now() - 2_000 });
	activity.show(1, "reading notes.md");
	expect(activity.current).toEqual({ text: "reading notes.md", since: clock.now() });
	activity.show(1, undefined);
	expect(activity.current).toBeUndefined();
	expect(shown).toEqual([
		["7", "thinking"],
		["7", "reading notes.md"],
		["7", undefined],
	]);
});

it("keeps the turn in front that has been at work for longest, whatever is answered beside it", () => {
	const { activity } = makeActivity();
	activity.show(1, "reading notes.md");
	activity.show(2, "thinking");
	activity.show(1, "writing notes.md");
	expect(activity.current?.text).toBe("writing notes.md");
	activity.show(1, undefined);
	expect(activity.current?.text).toBe("thinking");
});

it("goes on showing in a chat what one turn does there when another one has ended", () => {
	const { activity, shown } = makeActivity();
	activity.show(1, "reading notes.md");
	activity.show(2, "thinking");
	activity.show(3, "searching");
	activity.show(2, undefined);
	activity.show(3, undefined);
	expect(shown.slice(3)).toEqual([
		["7", "reading notes.md"],
		["8", undefined],
	]);
});

it("tells of each change once, until nobody listens", () => {
	const { activity } = makeActivity();
	const told: (string | undefined)[] = [];
	const end = activity.subscribe(() => told.push(activity.current?.text));
	activity.show(1, "thinking");
	activity.show(1, "thinking");
	activity.show(2, undefined);
	activity.show(1, undefined);
	end();
	end();
	activity.show(1, "thinking");
	expect(told).toEqual(["thinking", undefined]);
});
