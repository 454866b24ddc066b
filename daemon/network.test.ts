import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { createFetch } from "./network.ts";

it("asks, answers, aborts, and fails as fetch does", async () => {
	const server = createServer((request, response) => {
		if (request.url === "/hang") return;
		response.end(`${request.method} ${request.url}`);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const ask = createFetch();
	expect(await (await ask(`${url}/a`)).text()).toBe("GET /a");
	expect(await (await ask(`${url}/b`, { method: "POST", body: "x" })).text()).toBe("POST /b");
	await expect(ask(`${url}/hang`, { signal: AbortSignal.timeout(50) })).rejects.toThrow(/abort|timeout/i);
	await expect(ask("http://127.0.0.1:1/")).rejects.toThrow("fetch failed");
});
