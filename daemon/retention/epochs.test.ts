import { describe, expect, it } from "vitest";
import { type Archive, DAY, openArchive } from "./retention-fixture.ts";

/** What an epoch shows of the main trajectory. */
const shown = ({ records }: Archive, epoch: { id: number; firstEntryId: number }) =>
	records.entries
		.shownIn(epoch.id, 1, epoch.firstEntryId - 1, Number.MAX_SAFE_INTEGER)
		.map(({ message }) => message.content);

const replace = ({ records }: Archive, epochId: number, entryId: number, content: string) =>
	records.replacements.add(epochId, {
		...{ entryId, kind: "cleared", message: { role: "user", content }, tokens: 1, outside: false },
	});

const epochsOf = ({ database }: Archive) =>
	database.all<{ id: number }>("SELECT id FROM epochs ORDER BY id").map(({ id }) => id);

describe("epochs that no kept request needs", () => {
	it("lose their texts, but for those that a later one shares", async () => {
		const archive = openArchive();
		const first = archive.epoch({ prompt: "prompt 1", opening: "opening 1" });
		archive.request(first.id);
		const second = archive.epoch({ prompt: "prompt 2", opening: "opening 2" });
		archive.request(second.id);
		const third = archive.epoch({ prompt: "prompt 2", opening: "opening 3" });
		await archive.clock.advance(100 * DAY);
		archive.request(third.id);
		await archive.prune();
		expect(epochsOf(archive)).toEqual([third.id]);
		expect(archive.texts("prompt")).toEqual(["prompt 2"]);
		expect(archive.texts("tools")).toEqual(["tools of prompt 2"]);
		expect(archive.texts("opening")).toEqual(["opening 3"]);
		expect(archive.records.epochs.current(1)).toEqual(third);
		expect(archive.dangling()).toEqual([]);
	});

	it("leave what others have: an opening to the next of their trajectory, a prompt and tools to any trajectory", async () => {
		const archive = openArchive();
		archive.request(archive.epoch({ prompt: "prompt 1", opening: "opening 1" }).id);
		const second = archive.epoch({ prompt: "prompt 2", opening: "opening 1" });
		const mail = archive.records.trajectories.ensure({ kind: "side", key: "mail:1", purpose: "a mail" });
		const side = archive.epoch({ trajectoryId: mail, prompt: "prompt 1" });
		await archive.clock.advance(100 * DAY);
		archive.request(second.id);
		await archive.prune();
		expect(epochsOf(archive)).toEqual([second.id, side.id]);
		expect(archive.texts("prompt")).toEqual(["prompt 1", "prompt 2"]);
		expect(archive.texts("opening")).toEqual(["opening 1", "opening"]);
		expect([archive.records.epochs.find(second.id), archive.records.epochs.find(side.id)]).toEqual([second, side]);
	});

	it("stay where a kept request was made in them, a fork's of its parent's epoch among those", async () => {
		const archive = openArchive();
		const old = archive.epoch({ opening: "old" });
		archive.request(old.id);
		const forkedFrom = archive.epoch({ opening: "forked from" });
		await archive.clock.advance(80 * DAY);
		const fork = archive.records.trajectories.fork(1, 1, "a question");
		archive.request(forkedFrom.id, "asked by a fork", fork);
		archive.epoch({ opening: "current" });
		await archive.clock.advance(20 * DAY);
		archive.request(archive.epoch({ opening: "newest" }).id);
		await archive.clock.advance(2 * DAY);
		await archive.prune();
		expect(archive.texts("forked")).toEqual(["forked from"]);
		expect(archive.texts("old")).toEqual([]);
		// Nothing was ever asked in this one.
		expect(archive.texts("current")).toEqual([]);
	});

	it("stay where they are their trajectory's current one, however long nothing has happened in it", async () => {
		const archive = openArchive();
		const side = archive.records.trajectories.ensure({ kind: "side", key: "mail:1", purpose: "a mail" });
		const epoch = archive.epoch({ trajectoryId: side, opening: "of the mail" });
		archive.request(epoch.id, "status", side);
		await archive.clock.advance(1_000 * DAY);
		archive.request(archive.epoch().id);
		await archive.prune();
		expect(archive.records.epochs.current(side)).toEqual(epoch);
	});

	it("stay for a day after the next one began: its first request may be on its way", async () => {
		const archive = openArchive();
		const [first] = [archive.epoch({ opening: "first" }), archive.epoch({ opening: "second" })];
		await archive.prune();
		expect(epochsOf(archive)).toContain(first?.id);
		await archive.clock.advance(DAY + 1);
		await archive.prune();
		expect(epochsOf(archive)).not.toContain(first?.id);
	});

	it("hand what stands in entries' places on to the next, so that all kept ones show what they did", async () => {
		const archive = openArchive();
		const entries = [1, 2, 3, 4].map((number) => archive.turn(`entry ${number}`).entryId);
		const [one = 0, two = 0, three = 0, four = 0] = entries;
		const first = archive.epoch();
		archive.request(first.id);
		const second = archive.epoch();
		for (const id of [one, two, three]) replace(archive, second.id, id, `${id} since the second`);
		archive.request(second.id);
		const third = archive.epoch({ firstEntryId: two });
		replace(archive, third.id, three, `${three} since the third`);
		await archive.clock.advance(100 * DAY);
		archive.request(third.id);
		const current = archive.epoch({ firstEntryId: two });
		replace(archive, current.id, four, `${four} since the current one`);
		archive.request(current.id);
		const before = [shown(archive, third), shown(archive, current)];
		expect(before[1]?.slice(0, 3)).toEqual([
			`${two} since the second`,
			`${three} since the third`,
			`${four} since the current one`,
		]);
		await archive.prune();
		expect(epochsOf(archive)).toEqual([third.id, current.id]);
		expect([shown(archive, third), shown(archive, current)]).toEqual(before);
		// Of those that no kept view needs, not even the texts are left.
		expect(archive.count("replacements")).toBe(3);
		expect(archive.texts(`{"role":"user","content":"${one} since`)).toEqual([]);
		expect(archive.texts(`{"role":"user","content":"${three} since`)).toHaveLength(1);
		expect(archive.dangling()).toEqual([]);
	});

	it("take what was told of changed parts along, and leave compactions without an epoch", async () => {
		const archive = openArchive();
		const first = archive.epoch();
		const { entryId } = archive.request(first.id);
		archive.records.epochs.noteTelling(first.id, "persona", "digest", entryId);
		const compactionId = archive.records.compactions.begin(1, "handover");
		const result = { epochId: first.id, firstEntryId: 1, lastEntryId: 1, tokensBefore: 9, tokensAfter: 1 };
		archive.records.compactions.end(compactionId, result);
		archive.records.compactions.end(archive.records.compactions.begin(1, "clear"), result);
		archive.epoch();
		await archive.clock.advance(100 * DAY);
		archive.request(archive.epoch().id);
		await archive.prune();
		expect(archive.count("prefix_updates")).toBe(0);
		expect(archive.records.compactions.latest(1, 9)).toMatchObject([{ epochId: undefined }, { epochId: undefined }]);
		expect(archive.dangling()).toEqual([]);
	});
});
