import { createServer } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { checkPage } from "./check-page.ts";
import { closedPort, lines, listenOn, makeHome, runCheck, serveStatus } from "./doctor-fixture.ts";

const homeWith = (port: number) => makeHome(`channels: { web: { port: ${port} } }`);

const answering = (body: string) => createServer((_request, response) => void response.end(body));
const HEALTH = '{ "status": "ok", "version": "0.1.0", "channels": {} }';

describe("the page's port, while Steward is not running", () => {
	it("is free, or any will do", async () => {
		const port = await closedPort();
		expect(lines(await runCheck(checkPage, homeWith(port)))).toEqual([`ok: Port ${port} is free.`]);
		expect(lines(await runCheck(checkPage, homeWith(0)))).toEqual(["ok: It will take any free port."]);
	});

	it.each([
		["another program", answering("hello"), /^problem: Port \d+ is held by another program\. → .*channels\.web\.port/],
		["a Steward with another home", answering(HEALTH), /^problem: Port \d+ is held by a Steward with another home/],
	])("is held by %s", async (_, server, expected) => {
		const home = homeWith(await listenOn(0, server));
		expect(lines(await runCheck(checkPage, home))).toEqual([expect.stringMatching(expected)]);
	});

	it("is held by a program that doesn't speak HTTP", async () => {
		const server = createTcpServer((socket) => socket.end("220 mail.example ESMTP\r\n"));
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		onTestFinished(() => void server.close());
		const address = server.address();
		const home = homeWith(typeof address === "object" && address ? address.port : 0);
		expect(lines(await runCheck(checkPage, home))[0]).toMatch(/^problem: .*another program/);
	});
});

describe("the page, while Steward runs", () => {
	it("answers at the address that Steward names", async () => {
		const home = homeWith(0);
		const port = await listenOn(0, answering(HEALTH));
		await serveStatus(home, { pageUrl: `http://127.0.0.1:${port}` });
		expect(lines(await runCheck(checkPage, home))).toEqual([expect.stringMatching(`^ok: It answers at .*:${port} `)]);
	});

	it("is a problem where it doesn't answer", async () => {
		const home = homeWith(0);
		await serveStatus(home, { pageUrl: `http://127.0.0.1:${await closedPort()}` });
		expect(lines(await runCheck(checkPage, home))).toEqual([
			expect.stringMatching(/^problem: .*doesn't answer, though/),
		]);
	});

	it("is a warning where it has not moved to the configured port", async () => {
		const home = homeWith(7_718);
		const port = await listenOn(0, answering(HEALTH));
		await serveStatus(home, { pageUrl: `http://127.0.0.1:${port}` });
		expect(lines(await runCheck(checkPage, home))[1]).toMatch(/^warning: It is not at port 7718 yet/);
	});
});

it("leaves the port alone where somebody else holds the home and says nothing", async () => {
	const daemon = { kind: "silent", holder: undefined } as const;
	expect(await runCheck(checkPage, homeWith(0), { daemon })).toEqual([]);
});
