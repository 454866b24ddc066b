import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";

/** Reads a request's body to its end. Rejects where the client breaks off. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
	return Buffer.concat(chunks);
}

/** Listens on loopback only. `port` 0 takes a free one. */
export async function listen(listener: RequestListener, port: number): Promise<{ server: Server; origin: string }> {
	const server = createServer({ noDelay: true, keepAliveTimeout: 60_000 }, listener);
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, "127.0.0.1", resolve);
	});
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("The stand-in has no TCP address");
	return { server, origin: `http://127.0.0.1:${address.port}` };
}

/** Breaks open connections and frees the port. Calling it twice is harmless. */
export async function shutDown(server: Server): Promise<void> {
	await new Promise<void>((resolve) => {
		server.close(() => resolve());
		server.closeAllConnections();
	});
}

export function sendJson(
	response: ServerResponse,
	status: number,
	body: unknown,
	headers: Record<string, string> = {},
): void {
	response.writeHead(status, { "content-type": "application/json", ...headers });
	response.end(JSON.stringify(body));
}

/** Resolves after `delayMs` of real time, or at once when the client has gone. */
export function pause(response: ServerResponse, delayMs: number): Promise<void> {
	return new Promise((resolve) => {
		if (response.closed) return resolve();
		const finish = () => {
			clearTimeout(timer);
			response.off("close", finish);
			resolve();
		};
		const timer = setTimeout(finish, delayMs);
		response.once("close", finish);
	});
}

/** Resolves when the client has gone or the answer is complete. */
export function untilClosed(response: ServerResponse): Promise<void> {
	return new Promise((resolve) => {
		if (response.closed) return resolve();
		response.once("close", resolve);
	});
}
