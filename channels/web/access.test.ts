import { describe, expect, it } from "vitest";
import { tempFolder } from "#test/temp-folder.ts";
import { type Browser, call, logIn, startWeb, type WebKit } from "./test-kit.ts";

const ID = "7d8e1f0a-31c5-4f0e-9f0f-2d6c7f6f1a11";
const message = (text: string) => JSON.stringify({ id: ID, text });

async function startLoggedIn(): Promise<{ kit: WebKit; browser: Browser }> {
	const kit = await startWeb(tempFolder());
	return { kit, browser: await logIn(kit) };
}

/** A message, sent with the given headers in place of the page's own; `undefined` leaves one out. */
function post({ port }: WebKit, browser: Browser, changed: { [name: string]: string | undefined } = {}) {
	const headers = Object.fromEntries(Object.entries({ ...browser, ...changed }).filter(([, value]) => value));
	return call(port, "POST", "/api/messages", { headers, body: message("hi") });
}

describe("who may ask", () => {
	it("answers only to its own names, so that no foreign name can be pointed at it", async () => {
		const { port } = await startWeb(tempFolder());
		const get = (host: string) => call(port, "GET", "/healthz", { headers: { host } });
		for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]) {
			expect((await get(host)).status).toBe(200);
		}
		for (const host of [
			"evil.example",
			`evil.example:${port}`,
			"127.0.0.1",
			`127.0.0.1:${port + 1}`,
			`0.0.0.0:${port}`,
		]) {
			const answer = await get(host);
			expect(answer.status).toBe(421);
			expect(answer.json.error).toContain(`http://127.0.0.1:${port}`);
		}
		const twice = ["Host", `127.0.0.1:${port}`, "Host", "evil.example"];
		expect((await call(port, "GET", "/healthz", { headers: twice })).status).toBe(421);
	});

	it("refuses other origins on every path, also on reads", async () => {
		const { kit, browser } = await startLoggedIn();
		const origins = [
			"https://evil.example",
			"null",
			`http://127.0.0.1:${kit.port + 1}`,
			`http://localhost:${kit.port}`,
		];
		for (const origin of origins) {
			for (const path of ["/", "/healthz", "/api/history"]) {
				expect((await call(kit.port, "GET", path, { headers: { ...browser, origin } })).status).toBe(403);
			}
			expect((await post(kit, browser, { origin })).status).toBe(403);
		}
		expect(kit.received).toEqual([]);
	});

	it("refuses API requests that another site caused", async () => {
		const { kit, browser } = await startLoggedIn();
		const get = (site: string, path: string) =>
			call(kit.port, "GET", path, { headers: { cookie: browser.cookie, "sec-fetch-site": site } });
		expect((await get("cross-site", "/api/history")).status).toBe(403);
		expect((await get("same-site", "/api/history")).status).toBe(403);
		expect((await get("same-origin", "/api/history")).status).toBe(200);
		expect((await get("cross-site", "/")).status).toBe(200);
	});

	it("changes nothing without the cookie, our origin and the token of this very session", async () => {
		const { kit, browser } = await startLoggedIn();
		const other = await logIn(kit);
		expect((await post(kit, browser, { cookie: undefined })).status).toBe(401);
		expect((await post(kit, browser, { cookie: "steward_session=guessed" })).status).toBe(401);
		expect((await post(kit, browser, { origin: undefined })).status).toBe(403);
		expect((await post(kit, browser, { "x-steward-csrf": undefined })).status).toBe(403);
		expect((await post(kit, browser, { "x-steward-csrf": other["x-steward-csrf"] })).status).toBe(403);
		expect(kit.received).toEqual([]);
		expect((await post(kit, browser)).status).toBe(202);
		expect(kit.received.map(({ sender, conversation }) => ({ sender, conversation }))).toEqual([
			{ sender: { id: "owner", name: "Ada" }, conversation: { channel: "web", address: "owner" } },
		]);
	});

	it("wants a login for everything but the page and its health", async () => {
		const { port } = await startWeb(tempFolder());
		const reads = ["/api/session", "/api/history", "/api/text?order=1", "/api/stream", "/api/files/inbox/a.txt"];
		for (const path of reads) expect((await call(port, "GET", path)).status).toBe(401);
		const headers = { origin: `http://127.0.0.1:${port}`, "content-type": "application/json" };
		for (const path of ["messages", "stop", "decide", "logout", "attachments?name=a.txt"]) {
			expect((await call(port, "POST", `/api/${path}`, { headers, body: "{}" })).status).toBe(401);
		}
		expect((await call(port, "GET", "/")).headers["content-type"]).toContain("text/html");
		expect((await call(port, "GET", "/healthz")).json).toMatchObject({
			status: "ok",
			channels: { web: { state: "ok" } },
		});
	});

	it("knows its paths and methods, and no others", async () => {
		const { port } = await startWeb(tempFolder());
		expect((await call(port, "GET", "/index.html")).status).toBe(404);
		expect((await call(port, "GET", "/../package.json")).status).toBe(404);
		expect((await call(port, "GET", "/%2e%2e/web-channel.ts")).status).toBe(404);
		expect((await call(port, "GET", `http://127.0.0.1:${port}/healthz`)).status).toBe(400);
		expect((await call(port, "PUT", "/healthz")).status).toBe(405);
		expect((await call(port, "GET", "/api/login")).headers.allow).toBe("POST");
	});

	it("sends its protections with every answer, refusals too", async () => {
		const { port } = await startWeb(tempFolder());
		for (const path of ["/", "/main.js", "/healthz", "/api/history", "/nothing"]) {
			const { headers } = await call(port, "GET", path);
			expect(headers["content-security-policy"]).toContain("default-src 'none'; script-src 'self'");
			expect(headers["content-security-policy"]).not.toContain("unsafe");
			expect(headers["x-content-type-options"]).toBe("nosniff");
			expect(headers["referrer-policy"]).toBe("no-referrer");
			expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
			expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
		}
		expect((await call(port, "GET", "/api/history")).headers["cache-control"]).toBe("no-store");
	});

	it("says which port is taken and what to do", async () => {
		const { port } = await startWeb(tempFolder());
		await expect(startWeb(tempFolder(), { port })).rejects.toThrow(
			new RegExp(`Port ${port} .* in use .*channels\\.web\\.port`),
		);
	});
});
