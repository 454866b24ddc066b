import { describe, expect, it } from "vitest";
import type { TurnRecord } from "#daemon/records/turns.ts";
import { arrive, beginTurn, make, openStatusKit, type StatusKit } from "./status-fixture.ts";
import type { StatusReaderParts } from "./status-reader.ts";

/** A turn with a bit of everything, whose block is right. */
async function begin(options: Parameters<typeof openStatusKit>[0] = {}) {
	const kit = openStatusKit(options);
	const { clock, todos, pins, tasks, approvals, registrations, usage, modelCalls, turns } = kit;
	arrive(kit);
	const turn = beginTurn(kit);
	await make(kit, turn, {}, { state: "failed" }, { tool: "glob", durationMs: 1_500, target: "workspace/" });
	const unknown = { tool: "made_up", rejected: true, state: "failed" } as const;
	await make(kit, turn, unknown, { state: "not-run", text: "stopped." });
	const [running, asked] = await make(
		kit,
		turn,
		{ tool: "run_script", state: "running" },
		{ state: "asked", target: "b" },
	);
	tasks.add({ callId: running ?? 0, turnId: turn.id, trajectoryId: 1, startedAt: clock.now() });
	const approval = { code: "AB12", callId: asked ?? 0, digest: "d", resourceVersion: undefined, preview: "p" };
	approvals.add({ ...approval, expiresAt: clock.now() + 1_000 });
	const at = clock.now() + 3_600_000;
	registrations.add({
		...{ purpose: "tea", action: "remind", schedule: { kind: "once", at }, nextAt: at, createdBy: "owner on web" },
		...{ conversation: { channel: "web", address: "owner" }, originEventId: undefined, trust: "owner", outside: false },
	} as Parameters<typeof registrations.add>[0]);
	todos.rewrite(1, [{ text: "a", state: "pending" }]);
	pins.add(1, { text: "p", createdBy: "owner", eventId: undefined });
	arrive(kit, "more");
	const modelCallId = modelCalls.add({
		...{ turnId: turn.id, round: 1, epochId: epochOf(kit), lastEntryId: 1, statusBlock: "", requestDigest: "" },
	});
	const tokens = { inputTokens: 900, cachedTokens: 0, outputTokens: 100, estimated: false };
	const of = { model: "m", purpose: "turn", turnId: turn.id, modelCallId, startedAt: 0, durationMs: 1 };
	usage.add({ ...tokens, ...of, outcome: "complete", cost: 0.5 });
	modelCalls.end(modelCallId, "complete", "m", undefined);
	turns.countRound(turn.id);
	turns.addTokens(turn.id, 1_000);
	return { kit, turn };
}

const epochOf = ({ epochs }: StatusKit): number =>
	epochs.begin(
		{
			...{ trajectoryId: 1, opening: undefined, firstEntryId: 1 },
			prefix: { prompt: "p", tools: "[]", digest: "d", parts: [] },
		},
		"first",
	).id;

const keysOf = (block: string) => block.split("\n").map((line) => line.split(": ")[0]);

it("finds nothing where nothing is wrong", async () => {
	const { kit, turn } = await begin();
	for (const name of ["last call", "spend", "running tasks", "kept"]) expect(keysOf(kit.block(turn))).toContain(name);
	expect([kit.drifts.since(0), kit.logged]).toEqual([[], []]);
});

it("finds nothing wrong in a fork, which has the pins of its parent", async () => {
	const { kit } = await begin({ parts: { pinned: () => ({ pins: 1, decisions: 0 }) } });
	const forkId = kit.trajectories.fork(1, kit.entries.latestId(1), "a question");
	expect(kit.block(beginTurn(kit, forkId))).toContain("kept: pins 1, decisions 0");
	expect(kit.drifts.since(0)).toEqual([]);
});

describe("a figure that does not equal its recount", () => {
	it.each<[string, string]>([
		["round", "UPDATE turns SET rounds = 7"],
		["used this turn", "UPDATE turns SET tokens = 900000"],
		["calls this turn", "UPDATE calls SET state = 'done' WHERE id = 2"],
		["calls this turn", "UPDATE calls SET tool = 'glob' WHERE id = 1"],
		["calls this turn", "UPDATE calls SET target = 'elsewhere' WHERE id = 1"],
		["calls this turn", "UPDATE calls SET result_entry_id = NULL WHERE id = 6"],
		["last call", "UPDATE calls SET started_at = started_at - 60000 WHERE id = 3"],
		["last call", "UPDATE calls SET started_at = ended_at WHERE id = 3"],
		["last call", "UPDATE calls SET state = 'unknown' WHERE id = 3"],
		["unanswered events", "UPDATE events SET state = 'settled' WHERE id = 1"],
		["waiting events", "UPDATE events SET settled_at = 1 WHERE id = 2"],
		["running tasks", "UPDATE tasks SET ended_at = 1"],
		["running tasks", "UPDATE calls SET state = 'done' WHERE id = 6"],
		["approvals waiting for the owner", "UPDATE approvals SET decided_at = 1"],
	])("of '%s' is left out of the block, kept as a row and warned of once: %s", async (field, sql) => {
		const { kit, turn } = await begin();
		expect(keysOf(kit.block(turn))).toContain(field);
		kit.database.run(sql);
		expectLeftOut(kit, turn, field);
	});

	const wrongly = { turn: 9, day: 9, month: 9, limits: {} };
	it.each<[string, Partial<StatusReaderParts>]>([
		["kept", { pinned: () => ({ pins: 9, decisions: 0 }) }],
		["kept", { pinned: () => ({ pins: 1, decisions: 1 }) }],
		["spend", { spend: () => wrongly }],
	])("of '%s' is left out, whoever counted it", async (field, parts) => {
		const { kit, turn } = await begin({ parts });
		expectLeftOut(kit, turn, field);
	});

	it("is a row of each round, and a warning of each turn", async () => {
		const { kit, turn } = await begin();
		kit.database.run("UPDATE approvals SET decided_at = 1");
		kit.block(turn);
		arrive(kit);
		kit.block(beginTurn(kit));
		expect(kit.drifts.since(0).map(({ turnId }) => turnId)).toEqual([1, 2]);
		expect(kit.logged).toHaveLength(2);
		await kit.clock.advance(1_000);
		expect(kit.drifts.since(kit.clock.now())).toEqual([]);
	});
});

function expectLeftOut(kit: StatusKit, turn: TurnRecord, field: string): void {
	const [first, second] = [kit.block(turn), kit.block(turn)];
	expect(keysOf(first)).not.toContain(field);
	expect(second).toBe(first);
	const found = kit.drifts.since(0).filter((drift) => drift.field === field);
	expect(found).toHaveLength(2);
	expect(found[0]).toMatchObject({ turnId: turn.id, at: kit.clock.now() });
	expect(found[0]?.shown).not.toBe(found[0]?.counted);
	const warnings = kit.logged.filter((line) => line.includes(`"field":"${field}"`));
	expect(warnings).toHaveLength(1);
	expect(warnings[0]).toContain('"level":"warn"');
}

describe("where it is in doubt", () => {
	it("whether outside content is in view or the turn is restricted, the careful side is shown", async () => {
		const { kit, turn } = await begin({ parts: { isTainted: () => false } });
		await make(kit, turn, { outside: true });
		kit.database.run("UPDATE events SET restricts = 1");
		expect(kit.block(turn)).toMatch(/outside content in view: yes .*\nrestricted: /);
		expect(kit.drifts.since(0).map(({ field }) => field)).toEqual(["outside content in view", "restricted"]);
	});

	it("is not where something in view came from elsewhere than this turn", async () => {
		const { kit, turn } = await begin({ parts: { isTainted: () => true } });
		expect(kit.block(turn)).toContain("outside content in view: yes");
		expect(kit.drifts.since(0)).toEqual([]);
	});

	it("is not where what others wrote has left the view", async () => {
		const { kit, turn } = await begin({ parts: { isTainted: () => false } });
		await make(kit, turn, { outside: true });
		const message = { role: "tool" as const, tool_call_id: "c", content: "[cleared]" };
		const entryId = kit.entries.latestId(1);
		kit.replacements.add(epochOf(kit), { entryId, kind: "cleared", message, tokens: 3, outside: false });
		expect(kit.block(turn)).toContain("outside content in view: no");
		kit.database.run("DELETE FROM replacements");
		kit.database.run("UPDATE epochs SET first_entry_id = ?", entryId + 1);
		expect(kit.block(turn)).toContain("outside content in view: no");
		expect(kit.drifts.since(0)).toEqual([]);
	});

	it("how a result began, since it was erased or appended without counts, nothing is said to be wrong", async () => {
		const { kit, turn } = await begin();
		kit.database.run("UPDATE contents SET body = NULL WHERE body LIKE '%Tool call #1 for ''glob''%'");
		expect(kit.block(turn)).toContain("calls this turn: read_file 3 (1 failed; 2 on the target of C-2)");
		const uncounted = await begin({ show: { counters: false } });
		expect(uncounted.kit.block(uncounted.turn)).toContain("last call: glob 1.5s");
		expect([...kit.drifts.since(0), ...uncounted.kit.drifts.since(0)]).toEqual([]);
	});

	it("how long a call took, since times are not shown, it is still counted", async () => {
		const { kit, turn } = await begin({ show: { stamps: false } });
		expect(kit.block(turn)).toContain("calls this turn: read_file");
		expect(kit.drifts.since(0)).toEqual([]);
	});
});
