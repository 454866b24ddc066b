import { type IncomingMessage, request } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Clock } from "#core/clock.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { call, logIn, startWeb, type WebKit } from "./test-kit.ts";

/** Opens a stream and gathers what it says. */
async function listen({ port }: WebKit, cookie: string): Promise<{ heard: () => string; close: () => void }> {
	let text = "";
	const sent = request({ port, host: "127.0.0.1", path: "/api/stream", headers: { cookie }, agent: false });
	sent.end();
	onTestFinished(() => {
		sent.destroy();
	});
	const response = await new Promise<IncomingMessage>((resolve) => sent.once("response", resolve));
	expect(response.headers["content-type"]).toBe("text/event-stream");
	response.on("data", (chunk: Buffer) => {
		text += chunk.toString();
	});
	response.on("error", () => undefined);
	return { heard: () => text, close: () => sent.destroy() };
}

async function startListening(clock?: Clock) {
	const kit = await startWeb(tempFolder(), clock ? { clock } : {});
	const { cookie } = await logIn(kit);
	return { kit, cookie, stream: await listen(kit, cookie) };
}

describe("the stream", () => {
	it("tells what is going on at once, then each item and activity, rendered", async () => {
		const { kit, stream } = await startListening();
		await expect.poll(stream.heard).toContain('event: activity\ndata: {"activity":null}\n\n');
		await expect.poll(stream.heard).toContain('event: tasks\ndata: {"tasks":[]}\n\n');
		kit.conversation.setActivity("thinking");
		kit.conversation.put({ key: "M-1", text: "**Done**" });
		await expect
			.poll(stream.heard)
			.toMatch(/event: activity\ndata: \{"activity":\{"kind":"working","text":"thinking",/);
		await expect.poll(stream.heard).toMatch(/event: item\ndata: .*"key":"M-1","html":"<p><strong>Done<\/strong><\/p>/);
		expect(stream.heard()).not.toMatch(/event: item\ndata: .*"text"/);
	});

	it("tells how long something has gone on, whatever the browser's clock says", async () => {
		const clock = new FakeClock();
		const kit = await startWeb(tempFolder(), { clock });
		kit.conversation.setActivity("No model answers.", { kind: "failed", since: clock.now() - 5_000 });
		kit.conversation.setTasks({ name: "T-9", startedAt: clock.now() - 80_000 });
		const { cookie } = await logIn(kit);
		const stream = await listen(kit, cookie);
		await expect
			.poll(stream.heard)
			.toContain('data: {"activity":{"kind":"failed","text":"No model answers.","elapsedMs":5000}}\n\n');
		await expect.poll(stream.heard).toMatch(/"name":"T-9".*"elapsedMs":80000\}\]\}/);
		await clock.advance(2_000);
		kit.conversation.setTasks({ name: "T-9", startedAt: clock.now() - 82_000 }, { name: "T-10", startedAt: 2 ** 50 });
		await expect.poll(stream.heard).toMatch(/"name":"T-9".*"elapsedMs":82000\}.*"name":"T-10".*"elapsedMs":0\}\]\}/);
		expect(stream.heard()).not.toMatch(/since|startedAt/);
	});

	it("beats every 25 s while somebody listens, and costs nothing when nobody does", async () => {
		const clock = new FakeClock();
		const { kit, cookie, stream } = await startListening(clock);
		const second = await listen(kit, cookie);
		await clock.advance(25_000);
		await expect.poll(stream.heard).toMatch(/\n\n:\n\n$/);
		await expect.poll(second.heard).toMatch(/\n\n:\n\n$/);
		stream.close();
		second.close();
		await expect.poll(() => kit.conversation.listenerCount).toBe(0);
		await expect.poll(() => clock.nextDelayMs).toBeUndefined();
	});

	it("ends when the session is taken away", async () => {
		const clock = new FakeClock();
		const { kit } = await startListening(clock);
		kit.sessions.rows.clear();
		await clock.advance(25_000);
		await expect.poll(() => kit.conversation.listenerCount).toBe(0);
		await expect.poll(() => clock.nextDelayMs).toBeUndefined();
	});

	it("takes a limited number of listeners", async () => {
		const { kit, cookie } = await startListening();
		await Promise.all(Array.from({ length: 31 }, () => listen(kit, cookie)));
		expect((await call(kit.port, "GET", "/api/stream", { headers: { cookie } })).status).toBe(503);
	});

	it("lets the channel stop while somebody listens", async () => {
		const { kit } = await startListening(new FakeClock());
		await kit.channel.stop();
		expect(kit.channel.health().state).toBe("stopped");
		await expect(call(kit.port, "GET", "/healthz")).rejects.toThrow("ECONNREFUSED");
	});
});

describe("the history", () => {
	it("comes in pages, oldest first", async () => {
		const kit = await startWeb(tempFolder());
		const { cookie } = await logIn(kit);
		for (let index = 1; index <= 7; index += 1) kit.conversation.put({ key: `M-${index}`, text: `${index}` });
		const keys = async (query: string) => {
			const { body } = await call(kit.port, "GET", `/api/history?${query}`, { headers: { cookie } });
			return JSON.parse(body).items.map(({ key }: { key: string }) => key);
		};
		expect(await keys("limit=3")).toEqual(["M-5", "M-6", "M-7"]);
		expect(await keys("limit=3&before=5")).toEqual(["M-2", "M-3", "M-4"]);
		const { status, json } = await call(kit.port, "GET", "/api/history?limit=all", { headers: { cookie } });
		expect(status).toBe(400);
		expect(json.error).toContain("limit");
	});

	it("shows the beginning of a text that is very long, and gives all of it on request", async () => {
		const kit = await startWeb(tempFolder());
		const { cookie } = await logIn(kit);
		kit.conversation.put({ key: "M-1", text: "😀".repeat(15_000) });
		const history = await call(kit.port, "GET", "/api/history", { headers: { cookie } });
		const [item] = JSON.parse(history.body).items;
		expect(item.hiddenLength).toBe(10_000);
		expect(item.html).toBe(`<p>${"😀".repeat(10_000)}</p>\n`);
		const whole = await call(kit.port, "GET", `/api/text?order=${item.order}`, { headers: { cookie } });
		expect(whole.body).toBe("😀".repeat(15_000));
		expect(whole.headers["content-disposition"]).toBe('attachment; filename="M-1.md"');
		expect((await call(kit.port, "GET", "/api/text?order=99", { headers: { cookie } })).status).toBe(404);
	});
});
