import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { settingsSchema } from "#config/schema.ts";
import { Database } from "#core/database.ts";
import { systemIds } from "#core/ids.ts";
import { runCommand } from "#daemon/command-line/test-command.ts";
import { type Rebuilt, RequestRebuilder } from "#daemon/inspection/request-rebuilder.ts";
import { wireBody } from "#daemon/model/request-body.ts";
import { openRecords } from "#daemon/records/records.ts";
import { FakeClock } from "./fake-clock.ts";
import { call, reply } from "./steps.ts";
import { type Fixture, startFixture } from "./steward-fixture.ts";
import { rowsOf, untilRest } from "./watching.ts";

interface Outcome {
	id: number;
	purpose: string;
	rebuilt: Rebuilt;
	/** The JSON that it would be on the wire; undefined where it is gone. */
	body: string | undefined;
}

/** Rebuilds every request on record, from the rows of a stopped daemon alone. */
function rebuildAll({ home, model }: Fixture): Outcome[] {
	const main = [{ baseUrl: model.baseUrl, model: "scripted", apiKey: "sk-stand-in-key" }];
	const [entry] = settingsSchema.parse({ models: { main } }).models.main;
	const database = new Database(join(home, "state.db"));
	try {
		const records = openRecords(database, new FakeClock(), systemIds, () => undefined);
		const rebuilder = new RequestRebuilder({ database, ...records });
		const turnIds = database.all<{ id: number }>("SELECT DISTINCT turn_id AS id FROM model_calls");
		const calls = turnIds.flatMap(({ id }) => records.modelCalls.ofTurn(id)).sort((a, b) => a.id - b.id);
		return calls.map((made) => {
			const { id, purpose, turnId } = made;
			const rebuilt = rebuilder.rebuild(made);
			if (rebuilt.kind === "gone" || !entry) return { id, purpose, rebuilt, body: undefined };
			const { messages, tools } = rebuilt;
			const cacheKey = `steward-${records.facts.read("installation")}-${records.turns.get(turnId).trajectoryId}`;
			return { id, purpose, rebuilt, body: wireBody(entry, { messages, tools, purpose, cacheKey }) };
		});
	} finally {
		database.close();
	}
}

/** Every request that the main model got has its manifest, and is rebuilt from it byte for byte. */
function expectAllRebuilt(fixture: Fixture): Outcome[] {
	const outcomes = rebuildAll(fixture);
	const sent = fixture.model.requests.filter(({ body }) => body?.model === "scripted").map(({ rawBody }) => rawBody);
	expect(outcomes.map(({ body }) => body)).toEqual(sent);
	for (const { id, rebuilt } of outcomes) expect(rebuilt, `request ${id}`).toMatchObject({ isVerified: true });
	expect(fixture.model.violations).toEqual([]);
	return outcomes;
}

const readTwo = {
	kind: "call" as const,
	calls: [
		{ tool: "read_file", arguments: { path: "a.md" } },
		{ tool: "glob", arguments: { pattern: "**" } },
	],
};

/** Something with tools that work and fail, an approval, and a restart in the middle of it. */
async function liveThrough(fixture: Fixture): Promise<void> {
	const { web, model } = fixture;
	model.enqueue(
		call("write_file", { path: "a.md", content: "one – “two” 🙂\n" }),
		readTwo,
		call("read_file", { path: "missing.md" }),
		{ kind: "call", calls: [{ tool: "reply", arguments: "{not json at all" }] },
		reply("E-1", "First."),
	);
	await web.send("one");
	await web.until(({ text }) => text === "First.");
	model.enqueue(call("call_tool", { name: "delete_file", arguments: { path: "a.md" } }), {
		kind: "say",
		text: "Asked.",
	});
	await web.send("two");
	const card = await web.until(({ kind }) => kind === "approval");
	await web.until(({ text }) => text === "Asked.");
	await fixture.restart();
	model.enqueue(reply("E-4", "Deleted."));
	await fixture.web.decide("approve", card.choices[0]?.command.split(" ")[1] ?? "");
	await fixture.web.until(({ text }) => text === "Deleted.");
	await untilRest(fixture);
}

it("rebuilds every request of a run with tools, an approval and a restart, byte for byte", async () => {
	const fixture = await startFixture();
	await liveThrough(fixture);
	await fixture.steward.stop();
	expect(expectAllRebuilt(fixture).length).toBe(8);
});

it("rebuilds what was asked with the status block inside the last result", async () => {
	const fixture = await startFixture();
	const file = join(fixture.home, "config.yaml");
	writeFileSync(
		file,
		readFileSync(file, "utf8").replace("model: scripted,", "model: scripted, statusPlacement: tool-result,"),
	);
	await fixture.restart();
	await liveThrough(fixture);
	await fixture.steward.stop();
	expect(fixture.model.requests[1]?.rawBody).not.toContain('{"role":"user","content":"<agent_status>');
	expectAllRebuilt(fixture);
});

it("rebuilds the request of a fork", async () => {
	const clock = new FakeClock();
	const fixture = await startFixture({ clock, light: true });
	let letGo: (value: unknown) => void = () => undefined;
	const hold = new Promise((resolve) => {
		letGo = resolve;
	});
	fixture.model.script = ({ body }) => {
		if (body.model === "light") return { kind: "say", text: "parallel" };
		const words = JSON.stringify(body.messages);
		if (words.includes("beside your main task")) return reply("E-2", "Sunny.");
		return { ...reply("E-1", "The analysis."), hold };
	};
	await fixture.web.send("analyse everything");
	await fixture.model.untilRequest(1);
	await fixture.web.send("what is the weather?");
	await vi.waitFor(
		async () => {
			await clock.advance(100);
			expect(fixture.model.requests).toHaveLength(3);
		},
		{ timeout: 10_000, interval: 5 },
	);
	await fixture.web.until(({ text }) => text === "Sunny.");
	letGo(undefined);
	await fixture.web.until(({ text }) => text === "The analysis.");
	await fixture.steward.stop();
	expect(expectAllRebuilt(fixture)).toHaveLength(2);
	expect(rowsOf(fixture.home, "SELECT 1 FROM trajectories WHERE kind = 'fork'")).toHaveLength(1);
});

it("finds a byte that was changed on disk, in the requests that showed it and in no other", async () => {
	const fixture = await startFixture();
	await liveThrough(fixture);
	await fixture.steward.stop();
	const database = new Database(join(fixture.home, "state.db"));
	database.run("UPDATE contents SET body = replace(body, 'two', 'twO') WHERE body LIKE '{\"role\":\"tool\"%two%'");
	database.close();
	const verified = rebuildAll(fixture).map(({ rebuilt }) => rebuilt.kind === "rebuilt" && rebuilt.isVerified);
	expect(verified).toEqual([true, true, false, false, false, false, false, false]);
});

it("shows a request and replays a turn over the control socket of the running daemon, and changes nothing", async () => {
	const fixture = await startFixture();
	await liveThrough(fixture);
	const { home, model } = fixture;
	expect(await runCommand(home, ["trace", "1", "--request", "2", "--json"])).toMatchObject({
		...{ code: 0, output: model.requests[1]?.rawBody, errors: "" },
	});
	expect((await runCommand(home, ["trace", "1", "--request", "2"])).output).toContain("Verified");
	const counts = () =>
		["entries", "calls", "model_calls", "outbox", "events"].map((table) =>
			rowsOf(home, `SELECT count(*) FROM ${table}`),
		);
	const [before, asked, said] = [counts(), model.requests.length, await fixture.web.said()];
	model.script = () => reply("E-1", "First.");
	const { code, output } = await runCommand(home, ["replay", "1", "--yes"]);
	expect(code).toBe(0);
	expect(output).toContain("Round 5: the same");
	expect(output).toContain("5 requests: 1 the same");
	expect(model.requests.slice(asked).map(({ rawBody }) => rawBody)).toEqual(
		model.requests.slice(0, 5).map(({ rawBody }) => rawBody),
	);
	expect(counts()).toEqual(before);
	expect(rowsOf(home, "SELECT count(*) AS count FROM usage WHERE purpose = 'replay'")).toEqual([{ count: 5 }]);
	expect(await fixture.web.said()).toEqual(said);
});

const NOTE = `<analysis>Files were read.</analysis>

## Task goal
Read long.txt when asked.

## Key information
It holds lines of text.

## Problems and solutions
None.

## Current state and next step
All is answered.`;

it("rebuilds every request across compactions: what was cleared, what left, what was handed over", async () => {
	const fixture = await startFixture({ configuration: "context: { windowTokens: 9000 }" });
	const { model, home } = fixture;
	model.script = ({ body }) => {
		const last = JSON.stringify(body.messages.slice(-2));
		if (last.includes("Write a handover note now")) return { kind: "say", text: NOTE };
		if (!last.includes("Tool call #")) return call("read_file", { path: "long.txt" });
		const words = JSON.stringify(body.messages.slice(-6));
		const latest = (pattern: RegExp) => [...words.matchAll(pattern)].at(-1)?.[1] ?? "";
		return reply(latest(/\[(E-\d+) /g), `answer ${latest(/message (\d+):/g)}`);
	};
	fixture.put("long.txt", "a line of text that is rather long\n".repeat(100));
	for (let number = 1; number <= 8; number += 1) {
		await fixture.web.send(`message ${number}: ${"so many words ".repeat(30)}`);
		await fixture.web.until(({ text }) => text === `answer ${number}`);
		if (number === 5) await fixture.restart();
	}
	await untilRest(fixture);
	await runCommand(home, ["compact", "the", "files"]);
	const unfinished = "SELECT 1 FROM compactions WHERE state IN ('asked', 'running')";
	await vi.waitFor(() => expect(rowsOf(home, unfinished)).toEqual([]), { timeout: 10_000, interval: 20 });
	await fixture.web.send("message 9: and now?");
	await fixture.web.until(({ text }) => text === "answer 9");
	await untilRest(fixture);
	await fixture.steward.stop();
	const done = rowsOf(home, "SELECT DISTINCT step FROM compactions WHERE state = 'done'");
	expect(done).toContainEqual({ step: "handover" });
	expect(done.length).toBeGreaterThan(1);
	expect(expectAllRebuilt(fixture).some(({ purpose }) => purpose === "handover")).toBe(true);
}, 60_000);
