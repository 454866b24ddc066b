import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { MAX_EVENT_TEXT_LENGTH } from "#core/event.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import type { WebPorts } from "./ports.ts";
import { call, logIn, startWeb } from "./test-kit.ts";

const TOO_MUCH_BYTES = 45_000_000;

function requestHead(port: number, headers: { [name: string]: string }): string {
	const lines = Object.entries({ ...headers, host: `127.0.0.1:${port}` }).map(
		([name, value]) => `${name}: ${value}\r\n`,
	);
	return `POST /api/messages HTTP/1.1\r\n${lines.join("")}\r\n`;
}

async function startPosting(changes: Partial<WebPorts> = {}) {
	const kit = await startWeb(tempFolder(), changes);
	const browser = await logIn(kit);
	const post = (path: string, body: unknown) =>
		call(kit.port, "POST", path, {
			headers: { ...browser },
			body: typeof body === "string" ? body : JSON.stringify(body),
		});
	return { kit, browser, post };
}

describe("what the owner says", () => {
	it("answers with the event once it is stored, and not before", async () => {
		let store: () => void = () => undefined;
		const stored = new Promise<void>((resolve) => {
			store = resolve;
		});
		const states: string[] = [];
		const { post } = await startPosting({
			receive: async () => {
				states.push("asked");
				await stored;
				states.push("stored");
				return { eventId: 12, duplicate: false, trust: "owner" };
			},
		});
		const answer = post("/api/messages", { id: randomUUID(), text: "hi" }).then((given) => {
			states.push("answered");
			return given;
		});
		await expect.poll(() => states).toEqual(["asked"]);
		store();
		expect(await answer).toMatchObject({ status: 202, json: { event: "E-12" } });
		expect(states).toEqual(["asked", "stored", "answered"]);
	});

	it("makes one event of a message that is sent twice", async () => {
		const { kit, post } = await startPosting();
		const message = { id: randomUUID(), text: "once" };
		expect((await post("/api/messages", message)).json).toEqual({ event: "E-1", duplicate: false });
		expect((await post("/api/messages", message)).json).toEqual({ event: "E-1", duplicate: true });
		expect(kit.received).toHaveLength(1);
	});

	it("says so where a message could not be stored", async () => {
		const { kit, post } = await startPosting({ receive: () => Promise.reject(new Error("database or disk is full")) });
		const answer = await post("/api/messages", { id: randomUUID(), text: "a private matter" });
		expect(answer.status).toBe(503);
		expect(answer.json.error).toMatch(/could not save this \(database or disk is full\).*try again/);
		expect(kit.logged.join()).not.toContain("private matter");
	});

	it("takes 5 MB and ten million characters, and refuses one more with what to do", async () => {
		const { kit, post } = await startPosting();
		for (const length of [5_000_000, MAX_EVENT_TEXT_LENGTH]) {
			expect((await post("/api/messages", { id: randomUUID(), text: "ü".repeat(length) })).status).toBe(202);
			expect(kit.received.at(-1)?.text.length).toBe(length);
		}
		const answer = await post("/api/messages", { id: randomUUID(), text: "x".repeat(MAX_EVENT_TEXT_LENGTH + 1) });
		expect(answer.status).toBe(413);
		expect(answer.json.error).toBe("The message is longer than 10 MB. Save it as a file and attach it.");
	});

	it.each([
		["announced", { "content-length": `${TOO_MUCH_BYTES}` }, Buffer.alloc(TOO_MUCH_BYTES)],
		[
			"not announced",
			{ "transfer-encoding": "chunked" },
			Buffer.concat([
				Buffer.from(`${TOO_MUCH_BYTES.toString(16)}\r\n`),
				Buffer.alloc(TOO_MUCH_BYTES),
				Buffer.from("\r\n0\r\n\r\n"),
			]),
		],
	])("lets a client finish whose body is too long, %s, so that it can read why", async (_how, length, body) => {
		const { kit, browser } = await startPosting();
		const errors: Error[] = [];
		const socket = connect(kit.port, "127.0.0.1").on("error", (error) => errors.push(error));
		socket.write(requestHead(kit.port, { ...browser, ...length }));
		// Reads nothing before everything is sent, as browsers do.
		await new Promise((resolve) => socket.write(body, resolve));
		const answer = await text(socket);
		expect(errors).toEqual([]);
		expect(answer).toMatch(/^HTTP\/1\.1 413 .*connection: close.*attach it\."\}$/is);
	});

	it("refuses by the announced length before the body has come", async () => {
		const { kit, browser } = await startPosting();
		const socket = connect(kit.port, "127.0.0.1");
		socket.write(`${requestHead(kit.port, { ...browser, "content-length": "99000000000" })}{`);
		const first = await new Promise<Buffer>((resolve) => socket.once("data", resolve));
		expect(first.toString()).toMatch(/^HTTP\/1\.1 413 /);
		socket.destroy();
	});

	it.each([
		["JSON that is cut off", '{"id": "', /not valid JSON/],
		["bytes that are no UTF-8", Buffer.from([0x22, 0xff, 0x22]).toString("latin1"), /body is not as expected/],
		["a list", "[]", /not as expected/],
		["an id that is no UUID", '{"id":"1","text":"hi"}', /not as expected: id/],
		["a text that is a number", `{"id":"${randomUUID()}","text":7}`, /not as expected: text/],
		["nothing to say", `{"id":"${randomUUID()}","text":"  "}`, /is empty/],
	])("refuses %s with a sentence", async (_what, body, sentence) => {
		const { kit, post } = await startPosting();
		const answer = await post("/api/messages", body);
		expect(answer.status).toBe(400);
		expect(answer.json.error).toMatch(sentence);
		expect(kit.received).toEqual([]);
	});

	it("refuses bodies that don't say they are JSON, which forms of other sites can't", async () => {
		const { kit, browser } = await startPosting();
		const headers = { ...browser, "content-type": "text/plain" };
		expect((await call(kit.port, "POST", "/api/messages", { headers, body: "{}" })).status).toBe(415);
	});

	it("waits for room with a message, and gives up in time", async () => {
		const clock = new FakeClock();
		let waiting: AbortSignal | undefined;
		const { kit, post } = await startPosting({
			clock,
			untilRoom: (signal) =>
				new Promise((resolve) => {
					waiting = signal;
					signal.addEventListener("abort", () => resolve());
				}),
		});
		const answer = post("/api/messages", { id: randomUUID(), text: "hi" });
		await expect.poll(() => waiting).toBeDefined();
		await clock.advance(15_000);
		expect(await answer).toMatchObject({ status: 503, json: { error: expect.stringContaining("busy") } });
		expect(kit.received).toEqual([]);
	});
});

describe("what the owner presses", () => {
	it("stops and decides without waiting for room", async () => {
		const { kit, post } = await startPosting({ untilRoom: () => new Promise(() => undefined) });
		const stop = { id: randomUUID() };
		expect((await post("/api/stop", stop)).status).toBe(202);
		expect((await post("/api/stop", stop)).json.duplicate).toBe(true);
		await post("/api/decide", { id: randomUUID(), action: "approve", code: "K7Q2" });
		await post("/api/decide", { id: randomUUID(), action: "always", code: "K7Q2" });
		await post("/api/decide", { id: randomUUID(), action: "deny", code: "B8C9", reason: "not now" });
		expect(kit.received.map(({ action, text }) => ({ action, text }))).toEqual([
			{ action: { kind: "stop" }, text: "/stop" },
			{ action: { kind: "approve", code: "K7Q2" }, text: "/approve K7Q2" },
			{ action: { kind: "approve", code: "K7Q2", always: true }, text: "/always K7Q2" },
			{ action: { kind: "deny", code: "B8C9", reason: "not now" }, text: "/deny B8C9 not now" },
		]);
	});

	it("ends one task by the command for it, once for each press, without waiting for room", async () => {
		const { kit, post } = await startPosting({ untilRoom: () => new Promise(() => undefined) });
		const press = { id: randomUUID(), task: "T-9" };
		expect((await post("/api/cancel", press)).status).toBe(202);
		expect((await post("/api/cancel", press)).json.duplicate).toBe(true);
		expect(kit.received.map(({ action, text }) => ({ action, text }))).toEqual([
			{ action: undefined, text: "/cancel T-9" },
		]);
	});

	it("ends no task for another site, nor by anything but a task's name", async () => {
		const { kit, browser, post } = await startPosting();
		for (const task of ["R-9", "T-9 R-3", "t-9", "T-0", "T-", " T-9", 9, undefined]) {
			expect((await post("/api/cancel", { id: randomUUID(), task })).status).toBe(400);
		}
		const body = JSON.stringify({ id: randomUUID(), task: "T-9" });
		for (const wrong of [{ origin: "https://evil.example" }, { "x-steward-csrf": "guessed" }, { cookie: "" }]) {
			const { status } = await call(kit.port, "POST", "/api/cancel", { headers: { ...browser, ...wrong }, body });
			expect([401, 403]).toContain(status);
		}
		expect(kit.received).toEqual([]);
	});

	it("refuses codes and actions that don't exist", async () => {
		const { kit, post } = await startPosting();
		for (const wrong of [
			{ action: "pair", code: "K7Q2" },
			{ action: "approve", code: "../x" },
			{ action: "approve" },
		]) {
			expect((await post("/api/decide", { id: randomUUID(), ...wrong })).status).toBe(400);
		}
		expect(kit.received).toEqual([]);
	});
});
