import { expect, it, onTestFinished } from "vitest";
import { Database } from "#core/database.ts";
import { systemIds } from "#core/ids.ts";
import { openRecords } from "#daemon/records/records.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { thirdVersion } from "./earlier-version-fixture.ts";
import { RequestRebuilder } from "./request-rebuilder.ts";

it("rebuilds every request of an earlier version bit for bit: plain, cleared, out of view, of a fork", () => {
	const { file, requests } = thirdVersion();
	const database = new Database(file);
	onTestFinished(() => database.close());
	const records = openRecords(database, new FakeClock(), systemIds, () => undefined);
	const rebuilder = new RequestRebuilder({ database, ...records });
	expect(requests).toHaveLength(6);
	for (const { id, turnId, messages } of requests) {
		const call = records.modelCalls.ofTurn(turnId).find((each) => each.id === id);
		if (!call) throw new Error(`Request ${id} is not there.`);
		const rebuilt = rebuilder.rebuild(call);
		if (rebuilt.kind === "gone") throw new Error(rebuilt.reason);
		expect(JSON.stringify(rebuilt.messages), `request ${id}`).toBe(JSON.stringify(messages));
		expect(rebuilt).toMatchObject({ isVerified: true, tools: [{ function: { name: "read_file" } }] });
		expect(rebuilt.parts.map(({ name }) => name)).toContain("prompt");
	}
});

it("counts results that were cleared by that version's rule as cleared", () => {
	const { file, requests } = thirdVersion();
	const database = new Database(file);
	onTestFinished(() => database.close());
	const records = openRecords(database, new FakeClock(), systemIds, () => undefined);
	const call = records.modelCalls.ofTurn(3).find(({ id }) => id === requests[3]?.id);
	const rebuilt = call && new RequestRebuilder({ database, ...records }).rebuild(call);
	expect(rebuilt).toHaveProperty(
		"parts",
		expect.arrayContaining([expect.objectContaining({ name: "results of a tool, cleared", count: 2 })]),
	);
});

it("moves the status blocks to where they can be thrown away, and leaves nothing of them where they were", () => {
	const { file, requests } = thirdVersion();
	const database = new Database(file);
	onTestFinished(() => database.close());
	const stored = database.all<{ id: number; status: string }>("SELECT id, status FROM model_calls ORDER BY id");
	expect(stored).toEqual(requests.map(({ id, messages }) => ({ id, status: messages.at(-1)?.content })));
	expect(database.all("SELECT body, salt FROM contents WHERE body LIKE '%agent_status%'")).toEqual([]);
	expect(database.get("SELECT count(*) AS count FROM contents WHERE body IS NULL AND salt IS NULL")).toEqual({
		count: requests.length,
	});
	expect(database.all("PRAGMA foreign_key_check")).toEqual([]);
});
