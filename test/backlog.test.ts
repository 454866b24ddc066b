import { expect, it, vi } from "vitest";
import { FakeClock } from "./fake-clock.ts";
import { scripts } from "./run-script.ts";
import { call, reply } from "./steps.ts";
import { type Fixture, startFixture } from "./steward-fixture.ts";

const PEOPLE = [1, 2, 3, 4, 5];
const TASKS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** Lets five files be deleted: each becomes a question, and an outcome when it is allowed. */
const deletion = (n: number) => ({
	tool: "call_tool",
	arguments: { name: "delete_file", arguments: { path: `shared/old-${n}.txt` } },
});

async function allow(fixture: Fixture, count: number): Promise<void> {
	for (let allowed = 0; allowed < count; allowed++) {
		const question = await fixture.web.until(({ kind, choices }) => kind === "approval" && choices.length > 0);
		const code = question.choices[0]?.action.replace("approve:", "") ?? "";
		await fixture.web.decide("approve", code);
		await vi.waitFor(async () => {
			const open = (await fixture.web.history()).filter(({ choices }) => choices.length > 0);
			expect(open.map(({ key }) => key)).not.toContain(question.key);
		});
	}
}

it("overlooks nothing of ten results, five outcomes and five messages that came while the model was busy", async () => {
	const clock = new FakeClock();
	const { tool } = scripts(clock);
	const fixture = await startFixture({ clock, tools: [tool] });
	const { model, web, put } = fixture;
	for (const n of PEOPLE) put(`shared/old-${n}.txt`, `old ${n}`);
	const runs = TASKS.map((n) => ({ tool: "run_script", arguments: { name: `job-${n}.sh`, percentPerSecond: 10 } }));
	model.enqueue({ kind: "call", calls: [...runs, ...PEOPLE.map(deletion)] }, reply("E-1", "All is under way."));
	await web.send("do all of that");
	await web.until(({ text }) => text === "All is under way.");

	let letGo: (value: unknown) => void = () => undefined;
	model.enqueue({
		...reply("E-2", "Hello."),
		hold: new Promise((resolve) => {
			letGo = resolve;
		}),
	});
	await web.send("hello");
	await model.untilRequest(3);
	await web.send("fact 1: the plumber comes on Tuesday");
	await allow(fixture, PEOPLE.length);
	for (const n of PEOPLE.slice(1)) await web.send(`fact ${n}: number ${n * 111}`);
	await clock.advance(10_000);
	model.enqueue(call("no_reply", { reason: "all noted" }));
	letGo(undefined);
	await model.untilRequest(4);
	const messages = model.requests[3]?.body?.messages ?? [];
	const batch = messages.flatMap(({ role, content }) =>
		role === "user" && typeof content === "string" && content.startsWith("[event ") ? [content] : [],
	);
	expect(batch).toHaveLength(20);
	expect(batch.map((text) => text.slice(0, text.indexOf("]") + 1))).toEqual(
		batch.map((_text, index) => `[event ${index + 1}/20]`),
	);
	// Results first, then what the program reports, then what people say, each oldest first.
	for (const n of TASKS) expect(batch.slice(0, 10).join("\n")).toContain(`all of job-${n}.sh is done`);
	for (const n of PEOPLE) expect(batch.slice(10, 15).join("\n")).toContain(`old-${n}.txt`);
	expect(batch.slice(15).map((text) => /fact \d/.exec(text)?.[0])).toEqual(PEOPLE.map((n) => `fact ${n}`));
	expect(batch.at(-1)).toContain("[20 events: 10 task results, 5 approval outcomes, 5 messages. Cover all of them.]");
	// When it came, not when it was shown.
	expect(batch[15]).toContain("2026-11-30 11:30:45");
	expect(batch[0]).toContain("2026-11-30 11:30:55");
	expect(model.violations).toEqual([]);
	await vi.waitFor(() => expect(fixture.steward.status().loop.state).toBe("idle"), { timeout: 10_000 });
	expect(fixture.steward.status().waitingEvents).toBe(0);
});
