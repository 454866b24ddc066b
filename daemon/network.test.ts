import { createServer, type RequestListener } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { createFetch } from "./network.ts";

/** Listens on 127.0.0.1 alone. Gives its port. */
async function serve(listener: RequestListener): Promise<number> {
	const server = createServer({ keepAliveTimeout: 60_000 }, listener);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return (server.address() as AddressInfo).port;
}

it("asks, answers, aborts, and fails as fetch does", async () => {
	const port = await serve((request, response) => {
		if (request.url === "/hang") return;
		response.end(`${request.method} ${request.url}`);
	});
	const url = `http://127.0.0.1:${port}`;
	const ask = createFetch();
	expect(await (await ask(`${url}/a`)).text()).toBe("GET /a");
	expect(await (await ask(`${url}/b`, { method: "POST", body: "x" })).text()).toBe("POST /b");
	await expect(ask(`${url}/hang`, { signal: AbortSignal.timeout(50) })).rejects.toThrow(/abort|timeout/i);
	await expect(ask("http://127.0.0.1:1/")).rejects.toThrow("fetch failed");
});

it("reaches a server by IPv4 where its name leads to an IPv6 address first on which nobody answers", async () => {
	const port = await serve((_request, response) => response.end("here"));
	const addresses = [
		{ address: "::1", family: 6 },
		{ address: "127.0.0.1", family: 4 },
	];
	const asked: string[] = [];
	const ask = createFetch((name, _options, callback) => {
		asked.push(name);
		callback(null, addresses);
	});
	expect(await (await ask(`http://bot.example:${port}/`)).text()).toBe("here");
	expect(asked).toEqual(["bot.example"]);
});

it("leaves the connections there are when a request asks to close its own", async () => {
	const sockets: Socket[] = [];
	const port = await serve((request, response) => {
		sockets.push(request.socket);
		response.end("x");
	});
	const ask = createFetch();
	const call = async (headers: Record<string, string> = {}) =>
		(await ask(`http://127.0.0.1:${port}/`, { method: "POST", body: "x", headers })).text();
	await call();
	const idle = sockets[0];
	await call({ connection: "close" });
	await call();
	expect(idle?.destroyed).toBe(false);
	expect(sockets.slice(1)).not.toContain(idle);
});
