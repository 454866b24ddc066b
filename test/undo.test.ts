import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { call, reply } from "./steps.ts";
import { type Fixture, type FixtureOptions, startFixture } from "./steward-fixture.ts";

/** A whole daemon: the model's calls, and what is in the workspace after them. */
async function start(options: FixtureOptions = {}) {
	const fixture = await startFixture(options);
	const say = async ({ web, model }: Fixture, event: number, ...steps: ReturnType<typeof call>[]) => {
		model.enqueue(...steps, reply(`E-${event}`, `done ${event}`));
		await web.send(`do ${event}`);
		await web.until(({ text }) => text === `done ${event}`);
	};
	return { fixture, say };
}

const undo = (name: string) => call("call_tool", { name: "undo", arguments: { call: name } });

it("brings back over a restart what the model wrote over, and takes that back again", async () => {
	const { fixture, say } = await start();
	fixture.put("plan.md", "the owner's plan\n");
	await say(
		fixture,
		1,
		call("read_file", { path: "plan.md" }),
		call("write_file", { path: "plan.md", content: "nonsense\n" }),
	);
	expect(fixture.read("plan.md")).toBe("nonsense\n");
	await fixture.restart();
	await say(fixture, 2, undo("C-2"));
	expect(fixture.read("plan.md")).toBe("the owner's plan\n");
	const result = fixture.model.requests.at(-1)?.rawBody ?? "";
	expect(result).toContain("Undid C-2: plan.md is back (17 bytes). What stood there is kept: undo C-4 brings it back.");
	await say(fixture, 3, undo("C-4"));
	expect(fixture.read("plan.md")).toBe("nonsense\n");
});

it("brings back what the owner allowed to be deleted", async () => {
	const { fixture, say } = await start();
	fixture.put("old.md", "not so old\n");
	const { web, model, home } = fixture;
	await say(fixture, 1, call("call_tool", { name: "delete_file", arguments: { path: "old.md" } }));
	const question = await web.until(({ text }) => text.startsWith("May I do this?"));
	expect(question.text).toContain("A copy is kept for some weeks.");
	model.enqueue(reply("E-3", "deleted"));
	await web.send(`/approve ${/\/approve (\w+)/.exec(JSON.stringify(question))?.[1]}`);
	await web.until(({ text }) => text === "deleted");
	expect(existsSync(join(home, "workspace/old.md"))).toBe(false);
	await say(fixture, 4, undo("C-1"));
	expect(fixture.read("old.md")).toBe("not so old\n");
});
