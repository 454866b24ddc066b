import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import * as z from "zod";
import { Database } from "#core/database.ts";
import type { Tool } from "#tools/tool.ts";
import { call, reply } from "./steps.ts";
import { type Fixture, startFixture } from "./steward-fixture.ts";

/** Puts rows of a stopped daemon back to what a crash would have left. */
function rewind(fixture: Fixture, ...statements: string[]): void {
	const database = new Database(join(fixture.home, "state.db"));
	database.write(() => {
		for (const statement of statements) database.run(statement);
	});
	database.close();
}

const NOTHING_IS_SAID = [
	"DELETE FROM sent_parts",
	"DELETE FROM outbox",
	"UPDATE events SET state = 'taken', outcome = NULL",
];
const TURN_IS_OPEN = "UPDATE turns SET state = 'running', end_kind = NULL, end_detail = NULL, ended_at = NULL";

it("a crash after the reply was queued and before the turn ended says nothing again, and asks no model", async () => {
	const fixture = await startFixture({ script: [reply("E-1", "Said once.")] });
	await fixture.web.send("hello");
	await fixture.web.until(({ text }) => text === "Said once.");
	await fixture.steward.stop();
	rewind(fixture, TURN_IS_OPEN);
	await fixture.restart();
	await vi.waitFor(() => expect(fixture.steward.status().loop.state).toBe("idle"));
	expect(await fixture.web.said()).toEqual(["Said once."]);
	expect(fixture.model.requests).toHaveLength(1);
});

it("a crash after plain text was written and before it was delivered delivers it", async () => {
	const fixture = await startFixture({ script: [{ kind: "say", text: "Plain words." }] });
	await fixture.web.send("hello");
	await fixture.web.until(({ text }) => text === "Plain words.");
	await fixture.steward.stop();
	rewind(fixture, TURN_IS_OPEN, ...NOTHING_IS_SAID);
	await fixture.restart();
	await fixture.web.until(({ text }) => text === "Plain words.");
	expect(fixture.model.requests).toHaveLength(1);
});

it("a crash between two calls remembers that the first one failed", async () => {
	const calls = [
		{ tool: "edit_file", arguments: { path: "none.md", old: "a", new: "b" } },
		{ tool: "write_file", arguments: { path: "after.md", content: "x" } },
	];
	const fixture = await startFixture({ script: [{ kind: "call", calls }, reply("E-1", "It failed.")] });
	await fixture.web.send("edit and write");
	await fixture.web.until(({ text }) => text === "It failed.");
	await fixture.steward.stop();
	rewind(
		fixture,
		TURN_IS_OPEN,
		...NOTHING_IS_SAID,
		"DELETE FROM calls WHERE tool = 'reply'",
		"UPDATE calls SET state = 'intended', result_entry_id = NULL WHERE tool = 'write_file'",
		"DELETE FROM entries WHERE id > (SELECT result_entry_id FROM calls WHERE tool = 'edit_file')",
	);
	fixture.model.enqueue(reply("E-1", "It failed, still."));
	await fixture.restart();
	await fixture.web.until(({ text }) => text === "It failed, still.");
	expect(existsSync(join(fixture.home, "workspace/after.md"))).toBe(false);
	expect(fixture.model.requests.at(-1)?.rawBody).toContain("Not run: call 1 (edit_file) failed");
	expect(fixture.model.violations).toEqual([]);
});

it("a stop of the daemon in the middle of an effect is told to the model as unknown, and not done again", async () => {
	let runs = 0;
	const sendPigeon: Tool = {
		name: "send_pigeon",
		tier: "direct",
		description: "Use to send a pigeon.",
		parameters: z.strictObject({}) as z.ZodType<unknown>,
		examples: [{}],
		parallel: false,
		mode: "sync" as const,
		timeoutMs: 60_000,
		recovery: "unknown",
		effects: () => ({ effect: "write", target: "a pigeon" }),
		activity: () => "sending a pigeon",
		run: (_args, _context, signal) => {
			runs += 1;
			return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("let go"))));
		},
	};
	const fixture = await startFixture({ tools: [sendPigeon], script: [call("send_pigeon", {})] });
	await fixture.web.send("send a pigeon");
	await vi.waitFor(() => expect(runs).toBe(1));
	fixture.model.enqueue(reply("E-1", "I don't know whether it flew."));
	await fixture.restart();
	await fixture.web.until(({ text }) => text === "I don't know whether it flew.");
	expect(runs).toBe(1);
	expect(fixture.model.requests[1]?.rawBody).toContain("UNKNOWN: the program was interrupted during 'send_pigeon'");
	expect(fixture.model.violations).toEqual([]);
});

it("a stop of the daemon while the model streams asks it again, without a trace of the half answer", async () => {
	const fixture = await startFixture({ script: [{ kind: "stall", text: "half an ans", afterChunks: 2 }] });
	await fixture.web.send("hello");
	await fixture.model.untilRequest(1);
	fixture.model.enqueue(reply("E-1", "A whole answer."));
	await fixture.restart();
	await fixture.web.until(({ text }) => text === "A whole answer.");
	expect(fixture.model.requests[1]?.rawBody).not.toContain("half an ans");
});
