import { expect, it } from "vitest";
import type { ModelStep } from "./stand-ins/model/types.ts";
import { OWNER_ID, startFixture } from "./steward-fixture.ts";

/** Reads the shopping list, then answers the given event with what it says. */
const readAndReply = (event: string): ModelStep[] => [
	{ kind: "call", calls: [{ tool: "read_file", arguments: { path: "shopping.md" } }] },
	{ kind: "call", calls: [{ tool: "reply", arguments: { to: [event], text: "You need **milk**." } }] },
];

it("answers the page: message, model, file, reply", async () => {
	const { web, model, put } = await startFixture({ script: readAndReply("E-1") });
	put("shopping.md", "milk\n");
	expect(await web.send("What do I need?")).toBe("E-1");
	const reply = await web.until(({ kind }) => kind === "reply");
	expect(reply).toMatchObject({
		text: "You need milk.",
		state: "sent",
		html: expect.stringContaining("<strong>milk</strong>"),
	});
	expect(model.requests).toHaveLength(2);
	expect(model.requests[1]?.rawBody).toContain("Tool call #1 for 'read_file'");
	expect(model.violations).toEqual([]);
});

it("answers Telegram: update, model, file, sendMessage", async () => {
	const { bot, model, put } = await startFixture({ telegram: true, script: readAndReply("E-1") });
	put("shopping.md", "milk\n");
	bot.user(OWNER_ID, "Ada").sendText("What do I need?");
	const sent = await bot.untilSent(1);
	expect(sent).toMatchObject({ chatId: OWNER_ID, text: expect.stringContaining("milk") });
	expect(model.violations).toEqual([]);
	expect(bot.pendingUpdates()).toEqual([]);
});

it('needs one model call for a bare "hi"', async () => {
	const { web, model } = await startFixture({
		script: [{ kind: "call", calls: [{ tool: "reply", arguments: { to: ["E-1"], text: "Hi Ada." } }] }],
	});
	await web.send("hi");
	await web.until(({ text }) => text === "Hi Ada.");
	expect(model.requests).toHaveLength(1);
});
