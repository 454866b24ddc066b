import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, it, onTestFinished, vi } from "vitest";
import { homePaths } from "#config/paths.ts";
import { startModelServer } from "#test/stand-ins/model/server.ts";
import { startBotApi } from "#test/stand-ins/telegram/server.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { runCommandLine } from "./program.ts";
import { createProcess, runCommand } from "./test-command.ts";
import { TestTerminal } from "./test-terminal.ts";

const [ENTER, UP, DOWN, CTRL_C] = ["\r", "\u001b[A", "\u001b[B", "\u0003"];

/** `steward setup` with the real prompts, and a person at the terminal. */
function openSetup(...options: string[]) {
	const home = join(tempFolder(), "home");
	const terminal = new TestTerminal(80);
	const raw: boolean[] = [];
	const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (on: boolean) => void raw.push(on) });
	const surroundings = { ...createProcess(home), input, output: terminal };
	const ended = runCommandLine(["setup", ...options], surroundings);
	const screen = () => terminal.screen.join("\n");
	return {
		...{ ended, raw, screen, paths: homePaths(home) },
		type: (keys: string) => void input.write(keys),
		/** Waits for a text on the screen, then types. */
		async at(text: string, ...keys: string[]) {
			await vi.waitFor(() => expect(screen()).toContain(text), { timeout: 20_000 });
			for (const key of keys) input.write(key);
		},
	};
}

it("leads from an empty folder to a model and a bot", async () => {
	const model = await startModelServer({
		script: () => ({ kind: "call", calls: [{ tool: "say_hello", arguments: { greeting: "Hello" } }] }),
		countTokens: false,
	});
	const bot = await startBotApi();
	onTestFinished(async () => void (await Promise.all([model.close(), bot.close()])));
	const { at, ended, screen, paths, raw } = openSetup("--telegram-api-root", bot.apiRoot);
	await at("call you?", "Ada", ENTER);
	await at("your time zone?", ENTER);
	// From the first to the last but one: how many services there are depends on the machine.
	await at("Which service", UP, UP, ENTER);
	await at("Its address", model.baseUrl, ENTER);
	await at("The key for", ENTER);
	await at("and calls tools.");
	await at("Telegram too?", ENTER);
	await at("The bot's token", bot.token, ENTER);
	await at("Waiting for your message");
	bot.user(42, "Ada \u001b[2J").sendText("hello");
	await at('who wrote "hello"?', ENTER);
	await at("speak to you?", DOWN, ENTER);
	expect(await ended).toBe(0);
	expect(screen()).toContain("Done. Now: steward start");
	expect(screen()).not.toContain(bot.token);
	expect(screen()).not.toMatch(/[◒◐◓◑]/);
	expect(raw.at(-1)).toBe(false);
	const config = readFileSync(paths.configFile, "utf8");
	for (const words of ["name: Ada", model.baseUrl, "owners: [42]"]) expect(config).toContain(words);
	expect(readFileSync(paths.envFile, "utf8")).toContain(`TELEGRAM_BOT_TOKEN=${bot.token}`);
	expect(readFileSync(join(paths.persona, "SOUL.md"), "utf8")).toContain("one or two sentences");
}, 60_000);

it("ends at Ctrl-C at a question, with what was answered saved", async () => {
	const { at, ended, screen, paths } = openSetup();
	await at("call you?", "Ada", ENTER);
	await at("your time zone?", CTRL_C);
	expect(await ended).toBe(1);
	expect(screen()).toContain("What was finished is saved");
	expect(readFileSync(paths.configFile, "utf8")).toContain("name: Ada");
}, 60_000);

it("ends at Ctrl-C while a model is tried, and does not wait for it; Enter meanwhile answers nothing", async () => {
	const model = await startModelServer({ script: () => ({ kind: "stall" }), countTokens: false });
	onTestFinished(() => model.close());
	const { at, ended, screen, type, paths } = openSetup();
	await at("call you?", ENTER);
	await at("your time zone?", ENTER);
	await at("Which service", UP, UP, ENTER);
	await at("Its address", model.baseUrl, ENTER);
	await at("The key for", ENTER);
	await at("Trying stand-in", ENTER, ENTER);
	const request = await model.untilRequest(1);
	type(CTRL_C);
	expect(await ended).toBe(1);
	expect(screen()).not.toMatch(/Trying|What now/);
	await request.ended;
	expect(readFileSync(paths.configFile, "utf8")).not.toContain(model.baseUrl);
}, 60_000);

it("says what to do without a terminal, and makes nothing", async () => {
	const home = join(tempFolder(), "home");
	const { code, errors } = await runCommand(home, ["setup"]);
	expect(code).toBe(1);
	expect(errors).toContain(`edit ${join(home, "config.yaml")}`);
	expect(existsSync(home)).toBe(false);
});
