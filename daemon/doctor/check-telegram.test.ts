import { describe, expect, it, onTestFinished } from "vitest";
import { startBotApi } from "#test/stand-ins/telegram/server.ts";
import type { BotApi } from "#test/stand-ins/telegram/types.ts";
import { checkTelegram } from "./check-telegram.ts";
import { closedPort, lines, makeHome, runCheck, serveStatus } from "./doctor-fixture.ts";

async function botApi(): Promise<BotApi> {
	const api = await startBotApi();
	onTestFinished(() => api.close());
	return api;
}

const homeFor = ({ apiRoot, token }: { apiRoot: string; token: string }, owner = 123_456_789) =>
	makeHome(`channels: { telegram: { token: "${token}", owners: [${owner}], apiRoot: "${apiRoot}" } }`);

const examine = async (api: { apiRoot: string; token: string }, owner?: number) =>
	lines(await runCheck(checkTelegram, homeFor(api, owner)));

describe("Telegram, while Steward is not running", () => {
	it("is well where the token is right; nobody's messages are taken", async () => {
		const api = await botApi();
		api.user(42).sendText("hello");
		expect(await examine(api)).toEqual(["ok: The token is that of @stand_in_bot."]);
		expect(api.calls.map(({ method }) => method)).toEqual(["getMe", "getWebhookInfo"]);
		expect(api.pendingUpdates()).toHaveLength(1);
	});

	it("is a problem where the token is wrong, without showing it", async () => {
		const { apiRoot } = await botApi();
		const found = await examine({ apiRoot, token: "987654321:wrong-token" });
		expect(found).toEqual([
			expect.stringMatching(/^problem: Telegram knows no bot with this token \(401\).* → .*BotFather/),
		]);
		expect(found.join()).not.toContain("wrong-token");
	});

	it("warns of a webhook, of which only the host is shown", async () => {
		const api = await botApi();
		api.setWebhook("https://hooks.example/secret-path");
		const found = await examine(api);
		expect(found[1]).toMatch(/^warning: .*webhook at hooks\.example\. /);
		expect(found.join()).not.toContain("secret-path");
	});

	it("is a problem where the bot is its own owner", async () => {
		const api = await botApi();
		expect(await examine(api, Number.parseInt(api.token, 10))).toEqual([
			expect.stringMatching(/^problem: .*names @stand_in_bot itself/),
		]);
	});

	it.each<[string, (api: BotApi) => void, RegExp]>([
		[
			"a proxy answers",
			(api) => api.fail("getMe", { code: 502, body: "<html>" }),
			/^problem: .*not Telegram's.*502.* → .*apiRoot/,
		],
		["it breaks off", (api) => api.dropBefore("getMe"), /^problem: The connection to Telegram broke/],
		["it asks to wait", (api) => api.fail("getMe", { code: 429 }), /^warning: .*429/],
		["it is ill", (api) => api.fail("getMe", { code: 500 }), /^problem: Telegram answers 500/],
	])("tells when %s", async (_, spoil, expected) => {
		const api = await botApi();
		spoil(api);
		expect(await examine(api)).toEqual([expect.stringMatching(expected)]);
	});

	it("is a problem where it can't be reached", async () => {
		expect(await examine({ apiRoot: `http://127.0.0.1:${await closedPort()}`, token: "1:abcdefgh" })).toEqual([
			expect.stringMatching(/^problem: Telegram can't be reached \(ECONNREFUSED\)/),
		]);
	});
});

describe("Telegram, while Steward runs", () => {
	it.each<[string, object, RegExp]>([
		["takes messages in", { telegram: { state: "ok" } }, /^ok: Messages come in/],
		["is still connecting", { telegram: { state: "starting" } }, /^ok: .*still connecting/],
		[
			"gets none",
			{ telegram: { state: "degraded", problem: "Another program polls." } },
			/^problem: .*Another program polls\./,
		],
		["doesn't know of it", {}, /^warning: .*doesn't use it yet/],
	])("tells whether it %s, and asks Telegram for the bot's name alone", async (_, channels, expected) => {
		const api = await botApi();
		const home = homeFor(api);
		await serveStatus(home, { channels: { ...channels } });
		expect(lines(await runCheck(checkTelegram, home))).toEqual([
			"ok: The token is that of @stand_in_bot.",
			expect.stringMatching(expected),
		]);
		expect(api.calls.map(({ method }) => method)).toEqual(["getMe"]);
	});
});

it("is not worth more than a word where no bot is configured", async () => {
	expect(lines(await runCheck(checkTelegram, makeHome()))).toEqual(["ok: No bot is configured."]);
	expect(await runCheck(checkTelegram, makeHome("nonsense: 1"))).toEqual([]);
});
