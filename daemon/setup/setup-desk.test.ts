import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readHomeFiles } from "#config/home-files.ts";
import { systemClock } from "#core/clock.ts";
import { createLog } from "#core/log.ts";
import type { ModelStep } from "#test/stand-ins/model/types.ts";
import { SetupDesk } from "./setup-desk.ts";
import { asLocal, freshHome, GOOD, modelServer } from "./setup-fixture.ts";

const KEY = "sk-test-0123456789abcdef";

/** A desk in a fresh home, whose machine has one local server, and an OpenAI key that leads to the same server. */
async function openDesk(step: ModelStep, environment: Record<string, string> = {}) {
	const files = freshHome();
	const server = await modelServer(step, { models: ["qwen3:8b", "all-minilm"] });
	const all = { HOME: files.home.replace(/\/home$/, ""), ...environment };
	const read = () => {
		const { parsed } = readHomeFiles(files.paths, all);
		if (parsed.kind === "bad") throw new Error("the configuration does not load");
		return parsed.settings;
	};
	let settings = read();
	const reloads: number[] = [];
	const logLines: string[] = [];
	const desk = new SetupDesk({
		...{ home: files.home, environment: all, clock: systemClock, fetch, localServers: [asLocal(server)] },
		settings: { current: () => settings },
		reload: () => {
			reloads.push(reloads.length);
			settings = read();
		},
		log: createLog({ clock: systemClock, level: "debug", write: (line) => logLines.push(line) }),
		signal: new AbortController().signal,
	});
	return { desk, server, reloads, logLines, settings: () => settings, ...files };
}

describe("the desk for the first-run card", () => {
	it("says what is missing and what this machine offers", async () => {
		const { desk, server } = await openDesk(GOOD);
		expect(await desk.look()).toEqual({
			...{ modelConfigured: false, telegramConfigured: false, configFile: "~/home/config.yaml" },
			candidates: [
				{
					...{ id: "ollama", service: "Ollama", isLocal: true, models: ["qwen3:8b"] },
					foundIn: `answers on ${new URL(server.baseUrl).host}`,
				},
			],
		});
	});

	it("tries a model, writes it down where it works, and has it in use at once", async () => {
		const { desk, server, reloads, settings, config } = await openDesk(GOOD);
		const outcome = await desk.useModel("ollama", "qwen3:8b");
		expect(outcome).toMatchObject({ kind: "done", text: expect.stringContaining("qwen3:8b at Ollama answers") });
		expect(settings().models.main).toMatchObject([{ baseUrl: server.baseUrl, model: "qwen3:8b" }]);
		expect(reloads).toEqual([0]);
		expect(config()).toContain(
			`models:\n  # main: for everything. Without it nothing is answered.\n  main:\n    - base`,
		);
		expect(await desk.look()).toMatchObject({ modelConfigured: true, candidates: [] });
		expect(server.requests).toHaveLength(1);
	});

	it("stores a key that only the process has, and says so", async () => {
		const kit = await openDesk(GOOD, { OPENAI_API_KEY: KEY });
		const { desk, env, config, server } = kit;
		// The key belongs to the stand-in: the real address is none of a test's business.
		const environment = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: server.baseUrl };
		const proxied = await openDesk(GOOD, environment);
		const outcome = await proxied.desk.useModel("openai:OPENAI_API_KEY", "gpt-5.6");
		expect(outcome).toMatchObject({ kind: "done", text: expect.stringContaining("stored in .env") });
		expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
		expect(proxied.env()).toContain(`\nOPENAI_API_KEY=${KEY}\n`);
		expect(proxied.config()).toContain(`apiKey: "\${OPENAI_API_KEY}"`);
		expect(`${proxied.config()}${JSON.stringify(outcome)}${proxied.logLines}`).not.toContain(KEY);
		expect(`${env()}${config()}`).not.toContain(KEY);
		expect((await desk.look()).candidates[0]?.id).toBe("openai:OPENAI_API_KEY");
	});

	it.each<[string, ModelStep, string]>([
		["is refused", { kind: "status", code: 401 }, "Check the key"],
		["does not exist", { kind: "status", code: 404 }, "Check the model's name"],
		["calls no tools", { kind: "say", text: "Hello!" }, "through tools"],
	])("writes nothing where the model %s", async (_, step, words) => {
		const { desk, reloads, config, env } = await openDesk(step);
		const [before, secrets] = [config(), env()];
		expect(await desk.useModel("ollama", "qwen3:8b")).toEqual({
			kind: "failed",
			problem: expect.stringContaining(words),
		});
		expect([config(), env(), reloads]).toEqual([before, secrets, []]);
	});

	it.each([
		["http://evil.example/v1", "x", "not there any more"],
		["ollama", "  ", "Name a model"],
		["ollama", "x".repeat(201), "Name a model"],
	])("asks nobody about candidate %j with the model %j", async (id, model, words) => {
		const { desk, server } = await openDesk(GOOD);
		expect(await desk.useModel(id, model)).toMatchObject({ kind: "failed", problem: expect.stringContaining(words) });
		expect(server.requests).toHaveLength(0);
	});

	it("leaves a file alone that can't be used, and says what is wrong with it", async () => {
		const { desk, paths, config } = await openDesk(GOOD);
		writeFileSync(paths.configFile, "onwer: { name: Ada }\n");
		const outcome = await desk.useModel("ollama", "qwen3:8b");
		expect(outcome).toMatchObject({ kind: "failed", problem: expect.stringContaining("did you mean `owner`") });
		expect(config()).toBe("onwer: { name: Ada }\n");
	});

	it("tries one model at a time", async () => {
		const { desk, server } = await openDesk({ kind: "stall" });
		const first = desk.useModel("ollama", "qwen3:8b");
		expect(await desk.useModel("ollama", "qwen3:8b")).toMatchObject({ problem: expect.stringContaining("already") });
		await server.untilRequest(1);
		await server.close();
		expect(await first).toMatchObject({ kind: "failed" });
	});
});
