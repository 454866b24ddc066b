import { describe, expect, it } from "vitest";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { call, logIn, startWeb, type WebKit } from "./test-kit.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

function useCode({ port }: WebKit, code: string | undefined, origin = `http://127.0.0.1:${port}`) {
	const headers = { origin, "content-type": "application/json" };
	return call(port, "POST", "/api/login", { headers, body: JSON.stringify({ code }) });
}

const codeIn = (link: string): string | undefined => link.split("#login=")[1];

describe("logging in", () => {
	it("keeps the code behind # and the cookie out of the reach of scripts and other sites", async () => {
		const kit = await startWeb(tempFolder());
		const link = kit.channel.createLoginLink();
		expect(link).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${kit.port}/#login=[\\w-]{43}$`));
		const cookie = (await useCode(kit, codeIn(link))).headers["set-cookie"]?.[0];
		expect(cookie).toMatch(/^steward_session=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/; Max-Age=7776000$/);
		const token = /=([\w-]+);/.exec(cookie ?? "")?.[1] ?? "";
		expect([...kit.sessions.rows.keys()].join()).not.toContain(token);
		expect(kit.logged.join()).not.toContain(token);
		expect(kit.logged.join()).not.toContain(codeIn(link));
	});

	it("takes a code once", async () => {
		const kit = await startWeb(tempFolder());
		const code = codeIn(kit.channel.createLoginLink());
		expect((await useCode(kit, code)).status).toBe(200);
		const again = await useCode(kit, code);
		expect(again.status).toBe(401);
		expect(again.json.error).toContain("already used");
		expect(again.headers["set-cookie"]).toBeUndefined();
	});

	it("takes a code for ten minutes", async () => {
		const clock = new FakeClock();
		const kit = await startWeb(tempFolder(), { clock });
		const first = codeIn(kit.channel.createLoginLink());
		const second = codeIn(kit.channel.createLoginLink());
		await clock.advance(10 * MINUTE_MS - 1);
		expect((await useCode(kit, first)).status).toBe(200);
		await clock.advance(1);
		expect((await useCode(kit, second)).status).toBe(401);
	});

	it("takes codes from our own page only", async () => {
		const kit = await startWeb(tempFolder());
		const code = codeIn(kit.channel.createLoginLink());
		expect((await useCode(kit, code, "")).status).toBe(403);
		expect((await useCode(kit, code, "https://evil.example")).status).toBe(403);
		expect((await useCode(kit, code)).status).toBe(200);
	});

	it("stops listening to guesses for a minute, whoever makes them", async () => {
		const clock = new FakeClock();
		const kit = await startWeb(tempFolder(), { clock });
		const code = codeIn(kit.channel.createLoginLink());
		for (let guess = 0; guess < 10; guess += 1) expect((await useCode(kit, `guess-${guess}`)).status).toBe(401);
		const refused = await useCode(kit, code);
		expect(refused.status).toBe(429);
		expect(refused.headers["retry-after"]).toBe("60");
		await clock.advance(MINUTE_MS);
		expect((await useCode(kit, code)).status).toBe(200);
	});

	it("lets a session live for 90 days, and longer than the process", async () => {
		const clock = new FakeClock();
		const workspace = tempFolder();
		const kit = await startWeb(workspace, { clock });
		const { cookie } = await logIn(kit);
		await kit.channel.stop();
		const later = await startWeb(workspace, { clock, sessions: kit.sessions });
		const status = async () => (await call(later.port, "GET", "/api/session", { headers: { cookie } })).status;
		await clock.advance(90 * DAY_MS - 1);
		expect(await status()).toBe(200);
		await clock.advance(1);
		expect(await status()).toBe(401);
		expect(kit.sessions.rows.size).toBe(0);
	});

	it("ends the session and its streams at logout", async () => {
		const kit = await startWeb(tempFolder());
		const browser = await logIn(kit);
		const stream = call(kit.port, "GET", "/api/stream", { headers: { cookie: browser.cookie } });
		await expect.poll(() => kit.conversation.listenerCount).toBe(1);
		const answer = await call(kit.port, "POST", "/api/logout", { headers: { ...browser } });
		expect(answer.headers["set-cookie"]?.[0]).toContain("Max-Age=0");
		expect((await stream).status).toBe(200);
		expect((await call(kit.port, "GET", "/api/session", { headers: { cookie: browser.cookie } })).status).toBe(401);
	});

	it("finds its cookie beside one of the same name from another program on this machine", async () => {
		const kit = await startWeb(tempFolder());
		const { cookie } = await logIn(kit);
		const both = `steward_session=other; ${cookie}; theme=dark`;
		expect((await call(kit.port, "GET", "/api/session", { headers: { cookie: both } })).status).toBe(200);
	});
});
