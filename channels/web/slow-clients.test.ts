import { connect, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { logIn, startWeb } from "./test-kit.ts";

/** Connects and sends `text` as it is. */
async function open(
	port: number,
	text: string,
): Promise<{ heard: () => string; isClosed: () => boolean; socket: Socket }> {
	let heard = "";
	let closed = false;
	const socket = connect(port, "127.0.0.1");
	onTestFinished(() => {
		socket.destroy();
	});
	socket.on("data", (chunk) => {
		heard += chunk.toString();
	});
	socket.on("error", () => undefined);
	socket.on("close", () => {
		closed = true;
	});
	await new Promise<void>((resolve) => socket.once("connect", resolve));
	socket.write(text);
	return { heard: () => heard, isClosed: () => closed, socket };
}

describe("slow clients", () => {
	it("are cut off when their headers don't come", async () => {
		const clock = new FakeClock();
		const kit = await startWeb(tempFolder(), { clock });
		const { isClosed } = await open(kit.port, "GET /healthz HTTP/1.1\r\nHost: ");
		await expect.poll(() => clock.nextDelayMs).toBeDefined();
		await clock.advance(14_999);
		expect(isClosed()).toBe(false);
		await clock.advance(1);
		await expect.poll(isClosed).toBe(true);
		expect(clock.nextDelayMs).toBeUndefined();
	});

	it("are told and cut off when their body doesn't come", async () => {
		const clock = new FakeClock();
		const kit = await startWeb(tempFolder(), { clock });
		const browser = await logIn(kit);
		const head = Object.entries({ ...browser, host: `127.0.0.1:${kit.port}`, "content-length": "100" })
			.map(([name, value]) => `${name}: ${value}\r\n`)
			.join("");
		const { heard, isClosed } = await open(kit.port, `POST /api/messages HTTP/1.1\r\n${head}\r\n{"id":`);
		await expect.poll(() => clock.nextDelayMs).toBe(120_000);
		await clock.advance(120_000);
		await expect.poll(isClosed).toBe(true);
		expect(heard()).toMatch(/^HTTP\/1\.1 408 /);
		expect(heard()).toContain("took too long");
		expect(kit.received).toEqual([]);
		expect(kit.logged.filter((line) => line.includes('"error"'))).toEqual([]);
	});

	it("don't hold up the channel's stop", async () => {
		const clock = new FakeClock();
		const kit = await startWeb(tempFolder(), { clock });
		await open(kit.port, "GET /healthz HTTP/1.1\r\nHost: ");
		await expect.poll(() => clock.nextDelayMs).toBeDefined();
		const stopped = kit.channel.stop();
		await clock.advance(2_000);
		await stopped;
	});
});
