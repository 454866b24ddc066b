import { describe, expect, it } from "vitest";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { call, logIn, startWeb } from "./test-kit.ts";
import { GATEWAY, MemorySetup, OLLAMA } from "./test-setup.ts";

const MINUTE_MS = 60_000;

async function startWithout(setup = MemorySetup.without(OLLAMA, GATEWAY)) {
	const clock = new FakeClock();
	const kit = await startWeb(tempFolder(), { clock, setup });
	const browser = await logIn(kit);
	const look = () => call(kit.port, "GET", "/api/setup", { headers: { cookie: browser.cookie } });
	const use = (body: unknown, headers: object = browser) =>
		call(kit.port, "POST", "/api/setup/model", { headers: { ...headers }, body: JSON.stringify(body) });
	return { kit, clock, setup, browser, look, use };
}

describe("setting the first model up", () => {
	it("tells what is missing and what this machine offers", async () => {
		const { look } = await startWithout();
		expect((await look()).json).toEqual({
			modelConfigured: false,
			telegramConfigured: false,
			configFile: "~/.steward/config.yaml",
			candidates: [OLLAMA, GATEWAY],
		});
	});

	it("waits as long as a model's first call takes, and tells how it ended", async () => {
		const { clock, setup, use, look } = await startWithout();
		const answer = use({ candidate: "ollama", model: " qwen3:8b " });
		await expect.poll(() => setup.tried).toEqual([{ candidateId: "ollama", model: "qwen3:8b" }]);
		await clock.advance(10 * MINUTE_MS);
		setup.finish({ kind: "done", text: "qwen3:8b answers." });
		expect(await answer).toMatchObject({ status: 200, json: { kind: "done", text: "qwen3:8b answers." } });
		expect((await look()).json.modelConfigured).toBe(true);
	});

	it("tells why a model was not taken, and tries the next", async () => {
		const { setup, use } = await startWithout();
		for (const round of [1, 2]) {
			const answer = use({ candidate: "gateway", model: "acme-large" });
			await expect.poll(() => setup.tried.length).toBe(round);
			setup.finish({ kind: "failed", problem: "Acme refused the key." });
			expect(await answer).toMatchObject({ status: 200, json: { kind: "failed", problem: "Acme refused the key." } });
		}
	});

	it.each([
		["no candidate", { model: "a" }, /candidate/],
		["a blank model", { candidate: "ollama", model: "  " }, /model/],
		["a model that is no text", { candidate: "ollama", model: ["a"] }, /model/],
		["a model with a line break in it", { candidate: "ollama", model: "a\nb: c" }, /model: has characters/],
		["a model too long to be one", { candidate: "ollama", model: "a".repeat(201) }, /model/],
	])("refuses %s with a sentence", async (_what, body, sentence) => {
		const { setup, use } = await startWithout();
		const answer = await use(body);
		expect(answer.status).toBe(400);
		expect(answer.json.error).toMatch(sentence);
		expect(setup.tried).toEqual([]);
	});

	it("is nobody's who has not logged in, nor another site's", async () => {
		const { kit, setup, browser, use } = await startWithout();
		const choice = { candidate: "ollama", model: "qwen3:8b" };
		expect((await call(kit.port, "GET", "/api/setup")).status).toBe(401);
		expect((await use(choice, { ...browser, cookie: "" })).status).toBe(401);
		expect((await use(choice, { ...browser, "x-steward-csrf": "guessed" })).status).toBe(403);
		expect((await use(choice, { ...browser, origin: "https://evil.example" })).status).toBe(403);
		expect({ looks: setup.looks, tried: setup.tried }).toEqual({ looks: 0, tried: [] });
	});
});
