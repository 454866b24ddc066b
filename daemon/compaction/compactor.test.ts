import { expect, it } from "vitest";
import { settingsSchema } from "#config/schema.ts";
import { openWorkbench } from "#daemon/loop/workbench-fixture.ts";
import { arrive, beginTurn, propose } from "#daemon/loop/workbench-rows-fixture.ts";

/** A view in a small window, which grows by what a test appends. */
function open() {
	const settings = settingsSchema.parse({ owner: { timezone: "UTC" }, context: { windowTokens: 8_000 } });
	const bench = openWorkbench({ settings });
	const { views, entries, turns, calls, database, prefix, compactor } = bench;
	const view = views.of(1);
	database.write(() => view.begin({ prefix: prefix.frozen }, "first"));
	const begin = (content: string) => {
		arrive(bench, content);
		return beginTurn(bench);
	};
	const read = (turn: ReturnType<typeof begin>, name: string) => {
		const [call] = propose(bench, turn, ["read_file", { path: name }]);
		const answers = { entryId: call?.entryId ?? 0, position: 1 };
		const content = `[2026-11-30 10:30:45 +0s] Tool call #1 for 'read_file'\n${`a line of ${name}\n`.repeat(300)}`;
		const message = { role: "tool" as const, tool_call_id: `${call?.id}`, content };
		const entryId = entries.add({ trajectoryId: 1, turnId: turn.id, kind: "result", message, answers });
		calls.end(call?.id ?? 0, "done", entryId, { resultDigest: name, problemClass: undefined });
	};
	const guard = () => {
		view.extend();
		return database.write(() => compactor.fit(view));
	};
	const end = (turn: ReturnType<typeof begin>) => turns.end(turn.id, "done", "");
	const steps = () => bench.compactions.latest(1, 9).map(({ step }) => step);
	const contents = () => view.messages().map(({ content }) => content ?? "");
	return { ...bench, view, begin, read, end, guard, steps, contents };
}

it("what fits is left alone", () => {
	const { begin, guard, steps, view } = open();
	begin("hello");
	const before = view.epoch?.id;
	expect([guard(), view.epoch?.id, steps()]).toEqual([{ kind: "fits" }, before, []]);
});

it("a turn that reads more than the window loses old results alone, and no opening says that anything left", () => {
	const { begin, read, guard, steps, contents, view, windows } = open();
	const turn = begin("read them all");
	for (let file = 1; file <= 7; file += 1) read(turn, `file-${file}`);
	view.extend();
	expect(view.tokens).toBeGreaterThan(windows.limit);
	expect(guard()).toEqual({ kind: "fits" });
	expect(steps()).toEqual(["clear"]);
	expect(view.tokens).toBeLessThanOrEqual(windows.limit);
	expect(contents()[1]).toContain("read them all");
	expect(contents().at(-1)).toContain("a line of file-7");
	expect(contents().join()).not.toContain("## Left out");
});

it("earlier turns leave for what is on record of them, and the turn that goes on stays whole", () => {
	const { begin, end, guard, steps, contents, view, windows, entries } = open();
	for (let number = 1; number <= 9; number += 1) {
		const turn = begin(`question ${number}`);
		const content = `answer ${number} ${"so many words ".repeat(320)}`;
		entries.add({ trajectoryId: 1, turnId: turn.id, kind: "assistant", message: { role: "assistant", content } });
		if (number < 9) end(turn);
	}
	expect(guard()).toEqual({ kind: "fits" });
	expect(steps()).toEqual(["shrink"]);
	expect(view.tokens).toBeLessThanOrEqual(windows.limit);
	expect(contents()[1]).toContain("## Left out");
	expect(contents()[1]).toContain("question 1");
	expect(contents().join()).toContain("answer 9");
	expect(contents().join()).not.toContain("answer 1 ");
});

it("says so where what must stay can't fit", () => {
	const { begin, guard, entries } = open();
	const { id: turnId } = begin("think aloud");
	const message = { role: "assistant" as const, content: "word ".repeat(12_000) };
	entries.add({ trajectoryId: 1, turnId, kind: "assistant", message });
	expect(guard()).toMatchObject({ kind: "too-large" });
});
