import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readHomeFiles } from "#config/home-files.ts";
import { SOUL_TEXT } from "#config/home-texts.ts";
import { systemClock } from "#core/clock.ts";
import { startBotApi } from "#test/stand-ins/telegram/server.ts";
import { runSetup } from "./run-setup.ts";
import { type Answer, LEAVE, scriptedPrompts } from "./scripted-prompts.ts";
import { asLocal, freshHome, GOOD, modelServer } from "./setup-fixture.ts";
import type { SetupParts } from "./setup-parts.ts";

/** A fresh home on a machine with a model server and, at Telegram, a bot that Ada has written to. */
async function newcomer() {
	const files = freshHome();
	const server = await modelServer(GOOD, { models: ["qwen3:8b", "llama3.1:8b"] });
	const bot = await startBotApi();
	onTestFinished(() => bot.close());
	bot.user(42, "Ada").sendText("hello");
	const parts: Omit<SetupParts, "prompts"> = {
		...{ paths: files.paths, environment: {}, clock: systemClock, fetch, timezone: "Europe/Berlin" },
		...{ telegramApiRoot: bot.apiRoot, isRunning: async () => false, localServers: [asLocal(server)] },
	};
	const setUp = async (script: [string, Answer][], changes: Partial<SetupParts> = {}) => {
		const prompts = scriptedPrompts([...script, ["The bot's token", bot.token]]);
		const end = await runSetup({ ...parts, prompts, ...changes });
		return { end, shown: prompts.shown, left: prompts.left() };
	};
	const soul = () => readFileSync(join(files.paths.persona, "SOUL.md"), "utf8");
	const loaded = () => {
		const { parsed, problems } = readHomeFiles(files.paths, {});
		expect(problems).toEqual([]);
		return parsed.kind === "ok" ? parsed.settings : undefined;
	};
	return { ...files, server, bot, setUp, soul, loaded };
}

describe("a setup from the beginning to the end", () => {
	it("leaves a home with an owner, a model, a bot and a tone, all of them tried", async () => {
		const { setUp, server, bot, soul, loaded } = await newcomer();
		const { end, shown, left } = await setUp([
			["What shall Steward call you", "Ada"],
			["Is UTC your time zone", false],
			["Your time zone", "Europe/Berlin"],
			["How shall Steward speak", "Warm"],
		]);
		expect({ end, left }).toEqual({ end: "finished", left: [] });
		expect(loaded()).toMatchObject({
			owner: { name: "Ada", timezone: "Europe/Berlin" },
			models: { main: [{ baseUrl: server.baseUrl, model: "qwen3:8b" }] },
			channels: { telegram: { token: bot.token, owners: [42], apiRoot: bot.apiRoot } },
		});
		expect(soul().startsWith(SOUL_TEXT)).toBe(true);
		expect(soul()).toContain("friendly");
		expect(bot.sent).toMatchObject([{ chatId: 42, text: expect.stringContaining("Steward") }]);
		expect(server.requests).toHaveLength(1);
		expect(shown.at(-1)).toContain("steward start");
		expect(shown.join("\n")).not.toContain(bot.token);
	});

	it("asks for nothing again the second time, and changes nothing then", async () => {
		const { setUp, config, env } = await newcomer();
		await setUp([]);
		const before = [config(), env()];
		const { shown } = await setUp([]);
		expect([config(), env()]).toEqual(before);
		expect(shown.filter((line) => line.startsWith("? "))).toEqual([
			"? What shall Steward call you?",
			"? Is UTC your time zone?",
			"? Which model shall Steward think with?",
			"? Telegram is set up already",
			"? How shall Steward speak to you?",
		]);
	});

	it.each<[string, [string, Answer][], boolean, string]>([
		["nothing runs", [], false, "steward start"],
		["Steward runs, which reads its configuration by itself", [], true, "in use already"],
		["Steward runs, which reads who it is at its start alone", [["How shall Steward speak", "Warm"]], true, "restart"],
	])("says what comes next where %s", async (_, script, running, words) => {
		const { setUp } = await newcomer();
		expect((await setUp(script, { isRunning: async () => running })).shown.at(-1)).toContain(words);
	});

	it("refuses to begin on a configuration that can't be used, and leaves it alone", async () => {
		const { setUp, paths, config } = await newcomer();
		writeFileSync(paths.configFile, "onwer: { name: Ada }\n");
		const { end, shown } = await setUp([]);
		expect(end).toBe("unusable");
		expect(shown.join("\n")).toContain("did you mean `owner`");
		expect(config()).toBe("onwer: { name: Ada }\n");
	});
});

describe("an owner who leaves in the middle", () => {
	it.each<[string, object]>([
		["What shall Steward call you", { owner: { name: "Owner" } }],
		["Is UTC your time zone", { owner: { name: "Ada" }, models: { main: [] } }],
		["Looking for models", { owner: { name: "Ada" }, models: { main: [] } }],
		["Which service", { owner: { name: "Ada" }, models: { main: [] } }],
		["Trying qwen3:8b", { owner: { name: "Ada" }, models: { main: [] } }],
		["Shall Steward be on Telegram", { models: { main: [{ model: "qwen3:8b" }] } }],
		["The bot's token", { models: { main: [{ model: "qwen3:8b" }] } }],
		["Is that you", { models: { main: [{ model: "qwen3:8b" }] } }],
		["Sending you a message", { channels: { telegram: { owners: [42] } } }],
		["How shall Steward speak", { channels: { telegram: { owners: [42] } } }],
	])("at %j keeps what was finished, and nothing half-written", async (question, expected) => {
		const { setUp, loaded, paths, soul } = await newcomer();
		const { end, shown } = await setUp([
			[question, LEAVE],
			["What shall Steward call you", "Ada"],
		]);
		expect(end).toBe("left");
		expect(shown.at(-1)).toContain("saved");
		expect(loaded()).toMatchObject(expected);
		expect(loaded()?.channels.telegram === undefined).toBe(!("channels" in expected));
		expect(readdirSync(paths.home).filter((name) => name.endsWith(".new"))).toEqual([]);
		expect(soul()).toBe(SOUL_TEXT);
	});
});

describe("who Steward is", () => {
	it("stays as the owner wrote it", async () => {
		const { setUp, paths, soul } = await newcomer();
		writeFileSync(join(paths.persona, "SOUL.md"), "You are Jeeves.\n");
		const { shown } = await setUp([]);
		expect(shown.join("\n")).toContain("your own words");
		expect(soul()).toBe("You are Jeeves.\n");
	});

	it("may be given another tone later, and the first one back", async () => {
		const { setUp, soul } = await newcomer();
		await setUp([["How shall Steward speak", "Warm"]]);
		await setUp([["How shall Steward speak", "Formal"]]);
		expect(soul()).toContain("courteously");
		expect(soul()).not.toContain("friendly");
		await setUp([["How shall Steward speak", "Calm"]]);
		expect(soul()).toBe(SOUL_TEXT);
	});
});
