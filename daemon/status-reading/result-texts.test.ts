import { describe, expect, it } from "vitest";
import { arrive, beginTurn, type MadeCall, make, openStatusKit, resultsOf } from "./status-fixture.ts";

type Show = NonNullable<Parameters<typeof openStatusKit>[0]>["show"];

/** The results of one message's calls, each without its stamp. */
async function answersTo(made: MadeCall[], show: Show = {}): Promise<string[]> {
	const kit = openStatusKit({ show: show ?? {} });
	arrive(kit);
	const turn = beginTurn(kit);
	await make(kit, turn, ...made);
	return resultsOf(kit, turn).map((text) => text.replace(/^\[[^\]]*\] /, ""));
}

const headsOf = async (made: MadeCall[], show?: Show) =>
	(await answersTo(made, show)).map((text) => text.split("\n")[0]);

describe("the how-manieth call", () => {
	it("is counted by tool, and by tool and target", async () => {
		expect(await headsOf([{}, { target: "workspace/b.md" }, {}, { tool: "write_file", effect: "write" }, {}])).toEqual([
			"Tool call #1 for 'read_file'",
			"Tool call #2 for 'read_file'",
			"Tool call #3 for 'read_file' (#2 for this target), C-3",
			"Tool call #1 for 'write_file'",
			"Tool call #4 for 'read_file' (#3 for this target), C-5",
		]);
	});

	it("counts failures on a target, and not what was never run or concerns nothing but the turn", async () => {
		const todo = { tool: "todo", effect: "none" as const, target: "the TODO list" };
		expect(await headsOf([{ state: "failed" }, { state: "not-run", text: "stopped." }, {}, todo, todo])).toEqual([
			"Tool call #1 for 'read_file'",
			"Not run: stopped.",
			"Tool call #2 for 'read_file' (#2 for this target), C-3",
			"Tool call #1 for 'todo'",
			"Tool call #2 for 'todo'",
		]);
	});

	it("begins anew with each turn", async () => {
		const kit = openStatusKit();
		arrive(kit);
		const first = beginTurn(kit);
		await make(kit, first, {}, {});
		arrive(kit);
		const second = beginTurn(kit);
		await make(kit, second, {});
		expect(resultsOf(kit, second)[0]).toMatch(/Tool call #1 for 'read_file'\n/);
	});
});

describe("the time of a call", () => {
	it("is told above a second, with what was usual before it once three were successful", async () => {
		const slow = { durationMs: 5_000 };
		const quick = { durationMs: 400 };
		const made: MadeCall[] = [quick, slow, { ...quick, state: "failed" }, quick, slow];
		expect(await headsOf(made.map((call, n) => ({ ...call, target: `${n}` })))).toEqual([
			"Tool call #1 for 'read_file'",
			"Tool call #2 for 'read_file', took 5.0s",
			"Tool call #3 for 'read_file'",
			"Tool call #4 for 'read_file'",
			"Tool call #5 for 'read_file', took 5.0s, usually 0.4s",
		]);
	});

	it("does not hold what it waited for another call", async () => {
		const kit = openStatusKit();
		arrive(kit);
		const turn = beginTurn(kit);
		await make(kit, turn, { tool: "write_file", effect: "write", queuedMs: 8_000, durationMs: 3_000 });
		expect(resultsOf(kit, turn)[0]).toContain("Tool call #1 for 'write_file', took 3.0s\n");
		expect(kit.block(turn)).toContain("last call: write_file 3.0s");
		expect(kit.drifts.since(0)).toEqual([]);
	});

	it("is not told of what goes on, or waits for the owner", async () => {
		const made = (["running", "asked", "unknown"] as const).map((state, n) => ({
			state,
			durationMs: 5_000,
			target: `${n}`,
		}));
		expect((await headsOf(made)).join()).not.toContain("took");
	});
});

describe("what a result says", () => {
	it("is marked where it is nothing: silence could be mistaken for a result that was lost", async () => {
		expect(await answersTo([{ text: " \n" }, { text: "", outside: true, target: "b" }])).toEqual([
			"Tool call #1 for 'read_file'\n(empty result)",
			"Tool call #2 for 'read_file'\n(empty result)",
		]);
	});

	it("is why it failed, or only that it did", async () => {
		const failed = [{ state: "failed" as const, text: "there is no notes.md" }];
		expect(await answersTo(failed)).toEqual(["Tool call #1 for 'read_file'\nFAILED: there is no notes.md"]);
		expect(await answersTo(failed, { errors: false })).toEqual(["Tool call #1 for 'read_file'\nFAILED"]);
	});

	it("can do without counts and times", async () => {
		const slow = [{ durationMs: 5_000, text: "x" }];
		const all = { counters: false, stamps: false };
		expect(await answersTo(slow, { counters: false })).toEqual(["took 5.0s\nx"]);
		expect(await answersTo(slow, { stamps: false })).toEqual(["Tool call #1 for 'read_file'\nx"]);
		expect(await answersTo([...slow, { state: "not-run", text: "no." }], all)).toEqual(["Result:\nx", "Not run: no."]);
	});
});
