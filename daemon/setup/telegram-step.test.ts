import { writeFileSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { readHomeFiles } from "#config/home-files.ts";
import { systemClock } from "#core/clock.ts";
import { startBotApi } from "#test/stand-ins/telegram/server.ts";
import type { BotApi } from "#test/stand-ins/telegram/types.ts";
import { type Answer, STOP, scriptedPrompts } from "./scripted-prompts.ts";
import { freshHome } from "./setup-fixture.ts";
import type { SetupParts } from "./setup-parts.ts";
import { askTelegram } from "./telegram-step.ts";

async function ask(
	script: [string, Answer][],
	{
		prepare,
		isRunning = false,
		env,
		environment = {},
	}: {
		prepare?: (bot: BotApi) => void;
		isRunning?: boolean;
		/** A home whose bot is set up already, with this in `.env`. */
		env?: string;
		environment?: Record<string, string>;
	} = {},
) {
	const files = freshHome();
	const bot = await startBotApi();
	onTestFinished(() => bot.close());
	prepare?.(bot);
	if (env !== undefined) {
		const token = `\${TELEGRAM_BOT_TOKEN}`;
		const telegram = `{ token: "${token}", owners: [7], apiRoot: "${bot.apiRoot}" }`;
		writeFileSync(files.paths.configFile, `channels:\n  telegram: ${telegram} # mine\n`);
		writeFileSync(files.paths.envFile, env, { mode: 0o600 });
	}
	const settings = () => {
		const { parsed } = readHomeFiles(files.paths, environment);
		if (parsed.kind === "bad") throw new Error("the configuration does not load");
		return parsed.settings;
	};
	const prompts = scriptedPrompts([...script, ["The bot's token", bot.token]]);
	const parts: SetupParts = {
		...{ paths: files.paths, environment, prompts, clock: systemClock, fetch, timezone: "UTC" },
		...{ telegramApiRoot: env === undefined ? bot.apiRoot : undefined, isRunning: async () => isRunning },
	};
	const result = await askTelegram(parts, settings());
	const text = prompts.shown.join("\n");
	return { ...files, bot, result, text, left: prompts.left(), telegram: settings().channels.telegram };
}

const ada = (bot: BotApi) => void bot.user(42, "Ada").sendText("hello");

it("asks who it is until the owner says yes", async () => {
	const { telegram, text, bot, config } = await ask([["Is that you: Eve", false]], {
		prepare(bot) {
			ada(bot);
			bot.user(666, "Eve").sendText("I am the owner");
		},
	});
	expect(telegram).toEqual({ token: bot.token, owners: [42], apiRoot: bot.apiRoot });
	expect(text).toContain('? Is that you: Eve, who wrote "I am the owner"?');
	expect(bot.sent.map(({ chatId }) => chatId)).toEqual([42]);
	expect(bot.pendingUpdates()).toHaveLength(2);
	expect(`${text}${config()}`).not.toContain(bot.token);
});

it("asks for another token where Telegram doesn't know one, and for none that can't be one", async () => {
	const { telegram, text } = await ask(
		[
			["The bot's token", "my token"],
			["The bot's token", "1:mistyped"],
			["What now", "Another token"],
		],
		{ prepare: ada },
	);
	expect(telegram).toMatchObject({ owners: [42] });
	expect(text).toContain("! A token is digits");
	expect(text).toContain("! Telegram knows no bot");
});

it("takes an id where nobody writes, and says where the bot may not write to it", async () => {
	const { telegram, text } = await ask([
		["Waiting for your message", STOP],
		["How shall Steward know you", "Type"],
		["Your id", "@ada"],
		["Your id", "4242"],
	]);
	expect(telegram).toMatchObject({ owners: [4242] });
	expect(text).toContain("! An id is a number");
	expect(text).toContain("! The bot is saved, but could not write to you.");
});

it("says so where another program reads the messages, and writes nothing where that is put off", async () => {
	const { result, telegram, text, env } = await ask([["How shall Steward know you", "Later"]], {
		prepare: (bot) => bot.fail("getUpdates", { code: 409, description: "Conflict: terminated by other getUpdates" }),
	});
	expect(result).toEqual({ kind: "nothing" });
	expect(telegram).toBeUndefined();
	expect(env()).not.toMatch(/^TELEGRAM_BOT_TOKEN/m);
	expect(text).toContain("! Another program reads this bot's messages");
});

it("reads no messages that a running Steward is reading", async () => {
	const anew: [string, Answer][] = [["Telegram is set up already", "Set it up anew"]];
	const env = "TELEGRAM_BOT_TOKEN=987654321:stand-in-token\n";
	const prepare = (bot: BotApi) => void bot.user(7, "Ada");
	const { telegram, bot, result } = await ask(anew, { env, prepare, isRunning: true });
	expect(telegram?.owners).toEqual([7]);
	expect(bot.calls.map(({ method }) => method)).toEqual(["getMe", "sendMessage"]);
	expect(result.kind).toBe("changed");
});

it("offers the bot whose token is there already", async () => {
	const env = "# nothing\n";
	const environment = { TELEGRAM_BOT_TOKEN: "987654321:stand-in-token" };
	const {
		text,
		left,
		env: saved,
	} = await ask([["Telegram is set up already", "Set"]], { env, environment, prepare: ada });
	expect(text).toContain("? Use the bot of TELEGRAM_BOT_TOKEN?\ntrue\n? Asking Telegram");
	expect(left).toEqual(["The bot's token"]);
	expect(saved()).toContain("TELEGRAM_BOT_TOKEN=987654321:stand-in-token");
});

it("leaves a bot alone that is set up", async () => {
	const env = "TELEGRAM_BOT_TOKEN=987654321:stand-in-token\n";
	const { result, bot, config } = await ask([], { env });
	expect(result).toEqual({ kind: "nothing" });
	expect(bot.calls).toEqual([]);
	expect(config()).toContain("# mine");
});
