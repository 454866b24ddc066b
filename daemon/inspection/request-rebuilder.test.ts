import { expect, it } from "vitest";
import { settingsSchema } from "#config/schema.ts";
import { SideRequest } from "#daemon/compaction/side-request.ts";
import { TokenCalibration } from "#daemon/context/calibration.ts";
import { estimateTokens } from "#daemon/context/tokens.ts";
import { Windows } from "#daemon/context/windows.ts";
import { openRecordsKit } from "#daemon/control/control-fixture.ts";
import { ScriptedModel, saying } from "#daemon/loop/scripted-model-fixture.ts";
import { PREFIX, Scene, type Sent, TOOLS } from "./scene-fixture.ts";

const open = (): Scene => new Scene(openRecordsKit());

/** Read anew, as the inspector reads it. */
const rebuild = (scene: Scene, { call }: Sent) => scene.rebuilder.rebuild(scene.call(call.turnId, call.id));

function expectSame(scene: Scene, ...sent: readonly Sent[]): void {
	for (const each of sent) {
		const rebuilt = rebuild(scene, each);
		expect(rebuilt).toMatchObject({ kind: "rebuilt", isVerified: true, digest: each.call.requestDigest });
		if (rebuilt.kind === "rebuilt") expect(JSON.stringify(rebuilt.messages)).toBe(JSON.stringify(each.messages));
	}
}

it("rebuilds every request of a turn, whatever came after it", () => {
	const scene = open();
	const { sent } = scene.story();
	const turnId = scene.turn();
	scene.hear(turnId, "And now?");
	expectSame(scene, ...sent, scene.ask(turnId));
	expect(rebuild(scene, sent[0])).toMatchObject({ tools: TOOLS });
});

it("shows results in call order, in whatever order they were written, and the status where it stood", () => {
	const scene = open();
	const turnId = scene.turn();
	scene.hear(turnId, "Read both.");
	const sent = [scene.ask(turnId)];
	const entryId = scene.say(turnId, null, ["read_file", { path: "a" }], ["read_file", { path: "b" }]);
	scene.result(turnId, entryId, 2, "b");
	scene.result(turnId, entryId, 1, "a");
	sent.push(scene.ask(turnId, { place: "tool-result" }));
	expect(sent[1]?.messages.at(-1)).toMatchObject({
		role: "tool",
		content: expect.stringContaining("b\n\n<agent_status>"),
	});
	expectSame(scene, ...sent);
});

it("shows what stood in entries' places in that epoch, and its opening", () => {
	const scene = open();
	const { turnId, sent } = scene.story();
	const [result] = scene.views.of(1).entries.filter(({ kind }) => kind === "result");
	if (!result) throw new Error("There is no result.");
	const replaced = (content: string) => ({
		...{ entryId: result.id, kind: "cleared" as const, tokens: 3, outside: false },
		message: { role: "tool" as const, tool_call_id: "c20", content },
	});
	scene.begin(1, { replacements: [replaced("cleared")] }, "the window was full");
	const cleared = scene.ask(turnId);
	scene.begin(1, { replacements: [replaced("gone")] }, "the window was full");
	const again = scene.ask(turnId);
	const opening = { text: "What came before: one line.", carried: "{}" };
	scene.begin(1, { opening, firstEntryId: result.id + 1 }, "handover");
	const later = scene.turn();
	scene.hear(later, "Go on.");
	expectSame(scene, ...sent, cleared, again, scene.ask(later));
});

it("rebuilds a fork's request from its parent's entries and its own, also when the parent has gone on", () => {
	const scene = open();
	const { turnId } = scene.story();
	const fork = scene.fork();
	const forkTurn = scene.turn(fork);
	scene.hear(turnId, "said to the main trajectory later");
	scene.hear(forkTurn, "What time is it?");
	const sent = [scene.ask(forkTurn)];
	scene.begin(1, { opening: { text: "Another view.", carried: "{}" }, firstEntryId: 4 }, "handover");
	scene.hear(forkTurn, "And where?");
	sent.push(scene.ask(forkTurn), scene.ask(turnId));
	expect(JSON.stringify(sent[1]?.messages)).not.toContain("later");
	expectSame(scene, ...sent);
});

it("names the prompt's parts, tools, results by tool and the status block with their tokens", () => {
	const scene = open();
	const { sent } = scene.story();
	const rebuilt = rebuild(scene, sent[1]);
	if (rebuilt.kind === "gone") throw new Error(rebuilt.reason);
	expect(rebuilt.parts.map(({ name, count }) => [name, count])).toEqual([
		["prompt: persona", undefined],
		["prompt: rules", undefined],
		["tools", 2],
		["events", 1],
		["assistant messages", 1],
		["results of read_file", 1],
		["status block", undefined],
	]);
	expect(rebuilt.parts[2]?.tokens).toBe(estimateTokens(PREFIX.tools));
	expect(rebuilt.parts.every(({ tokens }) => tokens > 0)).toBe(true);
});

it.each([
	["an event", "entries.content_id FROM entries WHERE id = 1"],
	["a result", "entries.content_id FROM entries WHERE kind = 'result'"],
	["the prompt", "prompt_content_id FROM epochs"],
	["the tools", "tools_content_id FROM epochs"],
])("finds a byte that was changed in %s", (_what, id) => {
	const scene = open();
	const { sent } = scene.story();
	scene.database.run(`UPDATE contents SET body = replace(body, 'e', 'E') WHERE id = (SELECT ${id} LIMIT 1)`);
	expect(rebuild(scene, sent[1])).toMatchObject({ kind: "rebuilt", isVerified: false });
});

it("finds a byte that was changed in the status block", () => {
	const scene = open();
	const { sent } = scene.story();
	scene.database.run("UPDATE model_calls SET status = replace(status, 'e', 'E') WHERE round = 2");
	expect(rebuild(scene, sent[1])).toMatchObject({ kind: "rebuilt", isVerified: false });
});

it("shows tools that are no JSON any more as far as it can, and as not verified", () => {
	const scene = open();
	const { sent } = scene.story();
	scene.database.run("UPDATE contents SET body = '{' WHERE id = (SELECT tools_content_id FROM epochs)");
	expect(rebuild(scene, sent[0])).toMatchObject({ kind: "rebuilt", isVerified: false, tools: [] });
});

it("says of what was thrown away or erased that it is gone", () => {
	const scene = open();
	const { sent } = scene.story();
	const empty = (id: string, erasedAt = "NULL") =>
		scene.database.run(
			`UPDATE contents SET body = NULL, salt = NULL, erased_at = ${erasedAt} WHERE id = (SELECT ${id})`,
		);
	empty("content_id FROM entries WHERE kind = 'result'", "1");
	expectSame(scene, sent[0]);
	expect(rebuild(scene, sent[1])).toEqual({ kind: "gone", reason: "entry 3 was erased at your wish" });
	scene.database.run("UPDATE model_calls SET status = NULL WHERE round = 1");
	expect(rebuild(scene, sent[0])).toEqual({ kind: "gone", reason: "its status block was erased at your wish" });
	empty("tools_content_id FROM epochs");
	expect(rebuild(scene, sent[0])).toEqual({ kind: "gone", reason: "the tool list was thrown away after its time" });
});

it("rebuilds a request that was made after something in it had been erased", () => {
	const scene = open();
	const { turnId } = scene.story();
	scene.database.run(
		"UPDATE contents SET body = NULL, erased_at = 1 WHERE id = (SELECT content_id FROM entries WHERE id = 1)",
	);
	scene.begin(1, {}, "something was forgotten");
	expectSame(scene, scene.ask(turnId));
});

it("says that the epoch is gone where it was thrown away", () => {
	const scene = open();
	const { sent } = scene.story();
	expect(scene.rebuilder.rebuild({ ...sent[0].call, epochId: 99 })).toMatchObject({ kind: "gone" });
});

it("rebuilds a request of the program's own, for a part of what is in view", async () => {
	const scene = open();
	const { sent } = scene.story();
	scene.views.of(1).extend();
	const model = new ScriptedModel();
	model.answer(saying("A note."), saying("Another."));
	const settings = settingsSchema.parse({});
	const windows = new Windows({ settings: () => settings, calibration: new TokenCalibration(), installation: "here" });
	const side = new SideRequest({ ...scene.records, model, windows });
	const of = { purpose: "handover" as const, instruction: "Write a handover." };
	await side.ask(scene.views.of(1), of, new AbortController().signal);
	await side.ask(scene.views.of(1), { ...of, beforeEntryId: 2 }, new AbortController().signal);
	const calls = scene.records.modelCalls.ofTurn(1).slice(sent.length);
	expect(calls.map(({ purpose }) => purpose)).toEqual(["handover", "handover"]);
	expectSame(scene, ...calls.map((call, index) => ({ call, messages: model.requests[index]?.messages ?? [] })));
	expect(scene.rebuilder.rebuild(calls[1] ?? sent[0].call)).toMatchObject({
		parts: expect.arrayContaining([expect.objectContaining({ name: "instruction for the handover" })]),
	});
});
