import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readHomeFiles } from "#config/home-files.ts";
import { systemClock } from "#core/clock.ts";
import type { ModelServer, ModelStep } from "#test/stand-ins/model/types.ts";
import { askModel } from "./model-step.ts";
import { type Answer, STOP, scriptedPrompts } from "./scripted-prompts.ts";
import { asLocal, freshHome, GOOD, modelServer } from "./setup-fixture.ts";
import type { SetupParts } from "./setup-parts.ts";

const KEY = "sk-test-0123456789abcdef";

/** OpenAI's address leads to the server; whatever else is asked for is there as it is. */
const inPlaceOfOpenAi =
	({ baseUrl }: ModelServer): typeof fetch =>
	(input, init) => {
		const address = input instanceof Request ? input.url : String(input);
		return fetch(address.replace("https://api.openai.com/v1", baseUrl), init);
	};

interface Kit {
	server: ModelServer;
	script: [string, Answer][];
	environment?: Record<string, string>;
	local?: ModelServer[];
	config?: string;
}

async function ask({ server, script, environment = {}, local = [], config }: Kit) {
	const files = freshHome();
	if (config !== undefined) writeFileSync(files.paths.configFile, config);
	const settings = () => {
		const { parsed } = readHomeFiles(files.paths, environment);
		if (parsed.kind === "bad") throw new Error("the configuration does not load");
		return parsed.settings;
	};
	const prompts = scriptedPrompts(script);
	const parts: SetupParts = {
		...{ paths: files.paths, environment, prompts, clock: systemClock, fetch: inPlaceOfOpenAi(server) },
		...{ timezone: "UTC", telegramApiRoot: undefined, isRunning: async () => false },
		localServers: local.map((one) => asLocal(one)),
	};
	const result = await askModel(parts, settings());
	const text = prompts.shown.join("\n");
	expect(prompts.left()).toEqual([]);
	return { ...files, result, text, main: settings().models.main };
}

describe("a service that wants a key", () => {
	it("is asked for its models with the key, and the key is stored unseen", async () => {
		const models = ["text-embedding-3-large", "gpt-4.1", "gpt-5.6", "whisper-1"];
		const server = await modelServer(GOOD, { models, apiKey: KEY });
		const script: [string, Answer][] = [
			["Which service", "OpenAI"],
			["The key for OpenAI", `  ${KEY} `],
		];
		const { main, env, config, text } = await ask({ server, script });
		expect(main).toMatchObject([{ baseUrl: "https://api.openai.com/v1", model: "gpt-5.6", apiKey: KEY }]);
		expect(env()).toContain(`\nOPENAI_API_KEY=${KEY}\n`);
		expect(`${config()}${text}`).not.toContain(KEY);
		expect(text).toMatch(/Which of its models\?\ngpt-5\.6\n/);
		expect(text).toContain("calls tools");
	});

	it("asks for another key where it refuses one", async () => {
		const server = await modelServer(GOOD, { apiKey: KEY });
		const script: [string, Answer][] = [
			["Which service", "OpenAI"],
			["The key for OpenAI", "sk-wrong"],
			["What now", "Another key"],
			["The key for OpenAI", KEY],
		];
		const { main, text, env } = await ask({ server, script });
		expect(main).toMatchObject([{ apiKey: KEY }]);
		expect(text).toContain("! OpenAI refuses this key.");
		expect(env()).not.toContain("sk-wrong");
	});

	it("is used with a key of the environment, which is stored for a service that starts without it", async () => {
		const server = await modelServer(GOOD, { apiKey: KEY });
		const { main, env } = await ask({ server, script: [], environment: { OPENAI_API_KEY: KEY } });
		expect(main).toMatchObject([{ model: "stand-in", apiKey: KEY }]);
		expect(env()).toContain(`\nOPENAI_API_KEY=${KEY}\n`);
	});
});

describe("a model that is not fit", () => {
	it.each<[string, ModelStep, string, string]>([
		["does not exist", { kind: "status", code: 404 }, "Another model", "knows no model"],
		["has no credit", { kind: "status", code: 402 }, "Try again", "no credit"],
		["calls no tools", { kind: "say", text: "Hello!" }, "Another model", "through tools"],
	])("and %s is not written down, and what helps is offered", async (_, step, first, words) => {
		const local = await modelServer(step);
		const script: [string, Answer][] = [
			["What now", first],
			["What now", "Later"],
		];
		const { result, main, text } = await ask({ server: local, local: [local], script });
		expect(result).toEqual({ kind: "nothing" });
		expect(main).toEqual([]);
		expect(text).toContain(words);
		expect(local.requests).toHaveLength(2);
	});

	it("may be used by who knows better", async () => {
		const local = await modelServer({ kind: "say", text: "Hello!" });
		const script: [string, Answer][] = [["What now", "Use it all the same"]];
		expect((await ask({ server: local, local: [local], script })).main).toMatchObject([{ model: "stand-in" }]);
	});

	it("need not be waited for", async () => {
		const local = await modelServer({ kind: "stall" });
		const script: [string, Answer][] = [
			["Trying stand-in", STOP],
			["What now", "Later"],
		];
		expect((await ask({ server: local, local: [local], script })).text).toContain("stopped");
	});
});

describe("any other address", () => {
	it("may be typed, with or without what stands behind it, and without a key", async () => {
		const server = await modelServer(GOOD);
		const script: [string, Answer][] = [
			["Which service", "Another address"],
			["Its address", "not an address"],
			["Its address", `${server.baseUrl}/chat/completions`],
		];
		const { main, text } = await ask({ server, script });
		const defaults = { idleTimeoutMs: 60_000, statusPlacement: "message" };
		expect(main).toEqual([{ baseUrl: server.baseUrl, model: "stand-in", ...defaults }]);
		expect(text).toContain("! It must be an address");
		expect(server.requests[0]?.headers.authorization).toBeUndefined();
	});

	it("may need a key, and keep its models to itself", async () => {
		const server = await modelServer(GOOD, { apiKey: KEY, models: [] });
		const script: [string, Answer][] = [
			["Which service", "Another address"],
			["Its address", server.baseUrl],
			["The key for", KEY],
			["The model's name", "custom"],
		];
		const { main, config } = await ask({ server, script });
		expect(main).toMatchObject([{ model: "custom", apiKey: KEY }]);
		expect(config()).toContain(`apiKey: "\${MODEL_API_KEY}"`);
	});
});

describe("a model beside one that is there", () => {
	const config = 'models:\n  main:\n    - { baseUrl: "http://127.0.0.1:9/v1", model: old } # mine\n';

	it.each<[string, [string, Answer][], string[]]>([
		["is not asked for where that stays", [["Which model shall", "old"]], ["old"]],
		["goes before it", [["Which model shall", "Another"]], ["stand-in", "old"]],
		[
			"takes its place where the owner says so",
			[
				["Which model shall", "Another"],
				["Keep old at 127.0.0.1:9", false],
			],
			["stand-in"],
		],
	])("%s", async (_, script, models) => {
		const local = await modelServer(GOOD);
		const { main } = await ask({ server: local, local: [local], script, config });
		expect(main.map(({ model }) => model)).toEqual(models);
	});

	it("is put off, and the old one stays", async () => {
		const local = await modelServer(GOOD);
		const script: [string, Answer][] = [
			["Which model shall", "Another"],
			["Which service", "Later"],
		];
		const { main, config: text } = await ask({ server: local, local: [local], script, config });
		expect(main.map(({ model }) => model)).toEqual(["old"]);
		expect(text()).toBe(config);
	});
});
