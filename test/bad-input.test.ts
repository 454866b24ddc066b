import { describe, expect, it, vi } from "vitest";
import * as z from "zod";
import type { Tool } from "#tools/tool.ts";
import { call, reply } from "./steps.ts";
import { startFixture } from "./steward-fixture.ts";

describe("text that is hard to carry", () => {
	it("emoji, right-to-left text and curly quotes arrive and leave unchanged", async () => {
		const text = "👩‍👩‍👧‍👦 مرحبا “quoted” e\u0301 \u202E!";
		const { web, model } = await startFixture({ script: [reply("E-1", text)] });
		await web.send(text);
		await web.until((item) => item.text === text);
		expect(JSON.stringify(model.requests[0]?.body)).toContain(JSON.stringify(text).slice(1, -1));
	});

	it("a message of 5 MB is kept whole in a file, and the model is told where", async () => {
		const { web, model, read } = await startFixture({ script: [reply("E-1", "Saved.")] });
		const text = `${"All work and no play. ".repeat(240_000)}the end`;
		await web.send(text);
		await web.until((item) => item.text === "Saved.");
		expect(read("inbox/E-1.txt")).toBe(text);
		expect(model.requests[0]?.rawBody).toContain("inbox/E-1.txt");
		expect(model.requests[0]?.rawBody.length).toBeLessThan(60_000);
	});

	it("a message over the limit is refused with what to do, and the daemon goes on", async () => {
		const { web } = await startFixture({ script: [reply("E-1", "Fine.")] });
		await expect(web.send("x".repeat(10_000_001))).rejects.toThrow(/10 MB.*attach/);
		await web.send("small");
		await web.until((item) => item.text === "Fine.");
	});
});

describe("a model that calls wrongly", () => {
	it("hears what was wrong and can go on", async () => {
		const { web, model } = await startFixture({
			script: [
				call("reed_file", { path: "a.md" }),
				call("read_file", { file: "a.md" }),
				{ kind: "call", calls: [{ tool: "read_file", arguments: '{"path": "a.md"' }] },
				{ kind: "call", calls: [{ tool: "read_file", arguments: "\u0000 nonsense [" }] },
				reply("E-9", "Wrong event."),
				reply("E-1", "I managed."),
			],
		});
		await web.send("read a.md");
		await web.until((item) => item.text === "I managed.");
		const last = model.requests[5]?.rawBody ?? "";
		expect(last).toContain('There is no tool \\"reed_file\\"');
		expect(last).toContain("read_file");
		expect(last).toContain("E-1");
		expect(await web.said()).toEqual(["I managed."]);
		expect(model.violations).toEqual([]);
	});

	it("is not let past a failed call: what follows is not run", async () => {
		const { web, model } = await startFixture({
			script: [
				{
					kind: "call",
					calls: [
						{ tool: "edit_file", arguments: { path: "none.md", old: "a", new: "b" } },
						{ tool: "reply", arguments: { to: ["E-1"], text: "All done!" } },
					],
				},
				reply("E-1", "It failed."),
			],
		});
		await web.send("edit it");
		await web.until((item) => item.text === "It failed.");
		expect(await web.said()).toEqual(["It failed."]);
		expect(model.requests[1]?.rawBody).toContain("Not run: call 1 (edit_file) failed");
	});

	it("is stopped at the limit of rounds, and the owner is told", async () => {
		const { web, model } = await startFixture({ configuration: "limits: { roundsPerTurn: 3 }" });
		model.script = () => call("glob", { pattern: "**" });
		await web.send("go");
		const told = await web.until(({ kind }) => kind === "notice");
		expect(told.text).toContain("3 rounds");
		expect(model.requests).toHaveLength(3);
	});

	it("is reminded once of an empty answer, and then the owner is told", async () => {
		const { web, model } = await startFixture({
			script: [
				{ kind: "say", text: " " },
				{ kind: "say", text: " " },
			],
		});
		await web.send("hello");
		const told = await web.until(({ kind }) => kind === "notice");
		expect(told.text).toContain("empty answer");
		expect(model.requests).toHaveLength(2);
	});

	it("that answers only some of the events is told which are left", async () => {
		const { web, model } = await startFixture({ script: [{ kind: "stall", afterChunks: 1 }] });
		model.script = ({ number }) => (number === 2 ? reply("E-1", "One.") : reply("E-4", "Two."));
		await web.send("one");
		await model.untilRequest(1);
		await Promise.all([web.stop(), web.until(({ text }) => text === "Stopped.")]);
		await web.send("two");
		await web.until(({ text }) => text === "Two.");
	});
});

it("a tool that throws something unexpected becomes a result, and the secret in it is taken out", async () => {
	const broken: Tool = {
		name: "broken",
		tier: "direct",
		description: "Use to break.",
		parameters: z.strictObject({}) as z.ZodType<unknown>,
		examples: [{}],
		parallel: false,
		mode: "sync" as const,
		timeoutMs: 1_000,
		recovery: "rerun",
		effects: () => ({ effect: "read", target: "nothing" }),
		activity: () => "breaking",
		run: () => Promise.reject(new TypeError("cannot use sk-stand-in-key here")),
	};
	const { web, model } = await startFixture({
		tools: [broken],
		script: [call("broken", {}), reply("E-1", "It broke.")],
	});
	await web.send("break it");
	await web.until((item) => item.text === "It broke.");
	expect(model.requests[1]?.rawBody).toContain("FAILED: cannot use [redacted: 1 secret] here");
});

it("a full disk refuses new messages clearly, loses nothing, and work goes on when there is room", async () => {
	let isFull = false;
	const hooks = {
		beforeCommit() {
			if (isFull) throw new Error("database or disk is full");
		},
	};
	const { web, model } = await startFixture({ databaseHooks: hooks });
	isFull = true;
	await expect(web.send("lost?", "3f2504e0-4f89-41d3-9a0c-0305e82c3301")).rejects.toThrow(/disk is full/);
	isFull = false;
	model.enqueue(reply("E-1", "Not lost."));
	await web.send("lost?", "3f2504e0-4f89-41d3-9a0c-0305e82c3301");
	await web.until(({ text }) => text === "Not lost.");

	let hold: () => void = () => undefined;
	model.enqueue({
		kind: "call",
		calls: [{ tool: "reply", arguments: { to: ["E-2"], text: "Late." } }],
		hold: new Promise<void>((resolve) => (hold = resolve)),
	});
	await web.send("and now?");
	await model.untilRequest(2);
	isFull = true;
	hold();
	await vi.waitFor(async () =>
		expect(await (await fetch(`${web.url}/healthz`)).json()).toMatchObject({ status: "degraded" }),
	);
	isFull = false;
	model.enqueue(reply("E-2", "Late."));
	await web.until(({ text }) => text === "Late.");
});
