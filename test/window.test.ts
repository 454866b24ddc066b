import { expect, it } from "vitest";
import { answerOpen, asksForNote, openEventsOf, untilTidy } from "./answering.ts";
import type { ModelServer } from "./stand-ins/model/types.ts";
import { call } from "./steps.ts";
import { type Fixture, startFixture } from "./steward-fixture.ts";
import { rowsOf } from "./watching.ts";

const WINDOW = 9_000;
const configuration = `context: { windowTokens: ${WINDOW} }`;

/** No request may be larger than the window as the service counts it, and every one must be valid. */
function expectWithinWindow(model: ModelServer): void {
	const sizes = model.requests.map(({ usage }) => usage?.prompt_tokens ?? 0);
	expect(Math.max(...sizes)).toBeLessThanOrEqual(WINDOW);
	expect(model.violations).toEqual([]);
}

/** The owner says one thing after the other, and waits for each answer. */
async function talk(fixture: Fixture, until: number, from = 1): Promise<void> {
	for (let number = from; number <= until; number += 1) {
		await fixture.web.send(`message ${number}: ${"so many words ".repeat(60)}`);
		await fixture.web.until(({ text }) => text === `answer to E-${number}`);
		await untilTidy(fixture);
	}
}

/** Answers, and never writes a note that could be used: everything that makes room is code. */
const withoutNotes: NonNullable<ModelServer["script"]> = (request) =>
	asksForNote(request)
		? { kind: "say", text: "What note?" }
		: answerOpen(request, `answer to ${openEventsOf(request).join(" and ")}`);

it("a conversation longer than the window loses whole old turns from view, never the running one, and nothing on disk", async () => {
	const fixture = await startFixture({ configuration });
	const { web, model, home } = fixture;
	model.script = withoutNotes;
	await talk(fixture, 40);
	expectWithinWindow(model);
	const last = model.requests.findLast((request) => request.rawBody.includes("<agent_status>"))?.rawBody ?? "";
	expect(last).toContain("message 40:");
	expect(last).not.toContain("message 1:");
	expect(last).toContain("## Left out");
	expect(await web.history()).toHaveLength(81);
	const steps = rowsOf(home, "SELECT DISTINCT step, state FROM compactions ORDER BY step");
	expect(steps).toEqual([
		{ step: "handover", state: "failed" },
		{ step: "shrink", state: "done" },
	]);
}, 90_000);

it("says once that notes don't work, after three in a row, and asks for no more", async () => {
	const fixture = await startFixture({ configuration });
	const { web, model } = fixture;
	model.script = withoutNotes;
	await talk(fixture, 40);
	expect(model.requests.filter(({ body, number }) => body && asksForNote({ body, number }))).toHaveLength(3);
	const told = (await web.history()).filter(({ text }) => text.includes("could not sum up"));
	expect(told).toHaveLength(1);
	expect(told[0]?.text).toContain("3 times in a row");
}, 90_000);

it("a turn that reads more than the window keeps its latest results and its task, and ends", async () => {
	const { web, model, put } = await startFixture({ configuration });
	for (let number = 1; number <= 12; number += 1)
		put(`file-${number}.txt`, `file ${number}\n${"line of text\n".repeat(180)}`);
	model.script = (request) =>
		request.number <= 12 ? call("read_file", { path: `file-${request.number}.txt` }) : answerOpen(request, "All read.");
	await web.send("Read all twelve files.");
	await web.until(({ text }) => text === "All read.");
	expectWithinWindow(model);
	const last = model.requests[12]?.rawBody ?? "";
	expect(last).toContain("Read all twelve files.");
	expect(last).toContain("file 12\\n");
	expect(last).not.toContain("file 1\\n");
	expect(last).toContain("Tool call #1 for 'read_file'");
	expect(last).toContain('read_conversation {\\"from\\":\\"C-1\\"}');
});

it("goes on after a restart with the same view", async () => {
	const fixture = await startFixture({ configuration });
	fixture.model.script = withoutNotes;
	await talk(fixture, 24);
	await fixture.restart();
	await talk(fixture, 25, 25);
	const answered = fixture.model.requests.filter(({ rawBody }) => rawBody.includes("<agent_status>"));
	const [before, after] = answered.slice(-2).map(({ body }) => body?.messages.slice(0, -1) ?? []);
	expect(after?.slice(0, before?.length)).toEqual(before);
	expectWithinWindow(fixture.model);
}, 90_000);
