import { expect, it } from "vitest";
import { settingsSchema } from "#config/schema.ts";
import { saying, unreachable } from "#daemon/loop/scripted-model-fixture.ts";
import { openWorkbench } from "#daemon/loop/workbench-fixture.ts";
import { arrive } from "#daemon/loop/workbench-rows-fixture.ts";
import { SideRequest } from "./side-request.ts";

/** A view of three turns, and what asks beside them. */
function open() {
	const settings = settingsSchema.parse({ owner: { timezone: "UTC" }, context: { windowTokens: 8_000 } });
	const bench = openWorkbench({ settings });
	const { views, entries, turns, database, prefix } = bench;
	const view = views.of(1);
	database.write(() => view.begin({ prefix: prefix.frozen }, "first"));
	for (const content of ["one", "two", "three"]) {
		const eventId = arrive(bench, content);
		const turnId = turns.begin(1, "owner");
		entries.add({ trajectoryId: 1, turnId, kind: "event", eventId, message: { role: "user", content } });
		turns.end(turnId, "done", "");
	}
	view.extend();
	const ask = (instruction: string, beforeEntryId?: number) => {
		const of = { purpose: "handover" as const, instruction, ...(beforeEntryId !== undefined && { beforeEntryId }) };
		return new SideRequest(bench).ask(view, of, new AbortController().signal);
	};
	const shown = () =>
		bench.model.requests
			.at(-1)
			?.messages.map(({ content }) => content)
			.slice(1);
	return { ...bench, view, ask, shown };
}

it("shows what the view shows, then the instruction alone, and writes down what was sent", async () => {
	const { ask, shown, model, modelCalls } = open();
	model.answer(saying("a note"), saying("another"));
	await ask("Write.");
	expect(shown()).toEqual(["one", "two", "three", "Write."]);
	await ask("Write.", 3);
	expect(shown()).toEqual(["one", "two", "Write."]);
	const calls = modelCalls.ofTurn(3);
	expect(calls).toMatchObject([
		{ purpose: "handover", statusBlock: "Write.", lastEntryId: 3, outcome: "complete" },
		{ purpose: "handover", statusBlock: "Write.", lastEntryId: 2, outcome: "complete" },
	]);
	expect(calls[0]?.requestDigest).not.toBe(calls[1]?.requestDigest);
});

it("never leaves where it can't fit", async () => {
	const { ask, model } = open();
	expect(await ask("word ".repeat(9_000))).toMatchObject({ kind: "failed", cause: "too-long" });
	expect(model.requests).toEqual([]);
});

it("that the service finds too long makes the window smaller from then on", async () => {
	const { ask, model, windows } = open();
	const before = windows.limit;
	model.answer({ ...unreachable, cause: "too-long", limitTokens: 7_000 });
	expect(await ask("word ".repeat(5_000))).toMatchObject({ kind: "failed" });
	expect(windows.limit).toBeLessThan(before);
});
