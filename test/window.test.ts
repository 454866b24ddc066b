import { expect, it } from "vitest";
import { estimateTokens } from "#daemon/context/tokens.ts";
import type { ModelServer } from "./stand-ins/model/types.ts";
import { call, reply } from "./steps.ts";
import { startFixture } from "./steward-fixture.ts";

const WINDOW = 9_000;
const configuration = `context: { windowTokens: ${WINDOW} }`;

/** No request may be larger than the window, and every one must be valid. */
function expectWithinWindow(model: ModelServer): void {
	for (const { rawBody } of model.requests) expect(estimateTokens(rawBody)).toBeLessThanOrEqual(WINDOW);
	expect(model.violations).toEqual([]);
}

it("a conversation longer than the window loses whole old turns from view, never the running one, and nothing on disk", async () => {
	const { web, model } = await startFixture({ configuration });
	model.script = ({ number }) => reply(`E-${number}`, `answer ${number}`);
	for (let number = 1; number <= 25; number += 1) {
		await web.send(`message ${number}: ${"so many words ".repeat(60)}`);
		await web.until(({ text }) => text === `answer ${number}`);
	}
	expectWithinWindow(model);
	const last = model.requests.at(-1)?.rawBody ?? "";
	expect(last).toContain("message 25:");
	expect(last).not.toContain("message 1:");
	expect(last).toContain("Earlier conversation is out of view");
	expect(await web.history()).toHaveLength(50);
});

it("a turn that reads more than the window keeps its latest results and its task, and ends", async () => {
	const { web, model, put } = await startFixture({ configuration });
	for (let number = 1; number <= 12; number += 1)
		put(`file-${number}.txt`, `file ${number}\n${"line of text\n".repeat(180)}`);
	model.script = ({ number }) =>
		number <= 12 ? call("read_file", { path: `file-${number}.txt` }) : reply("E-1", "I read them all.");
	await web.send("Read all twelve files.");
	await web.until(({ text }) => text === "I read them all.");
	expectWithinWindow(model);
	const last = model.requests.at(-1)?.rawBody ?? "";
	expect(last).toContain("Read all twelve files.");
	expect(last).toContain("file 12\\n");
	expect(last).not.toContain("file 1\\n");
	expect(last).toContain("Tool call #1 for 'read_file'");
	expect(last).toContain("This result was cleared to save room");
});

it("goes on after a restart with the same view", async () => {
	const fixture = await startFixture({ configuration });
	fixture.model.script = ({ number }) => reply(`E-${number}`, `answer ${number}`);
	for (let number = 1; number <= 20; number += 1) {
		await fixture.web.send(`message ${number}: ${"so many words ".repeat(60)}`);
		await fixture.web.until(({ text }) => text === `answer ${number}`);
		if (number === 19) await fixture.restart();
	}
	const [before, after] = fixture.model.requests.slice(-2).map(({ body }) => body?.messages.slice(0, -1) ?? []);
	expect(after?.slice(0, before?.length)).toEqual(before);
	expectWithinWindow(fixture.model);
});
