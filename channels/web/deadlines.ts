import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Clock } from "#core/clock.ts";
import { sendJson } from "./responses.ts";

/** From the connection, or from the answer before, to the end of a request's headers. */
const HEADERS_MS = 15_000;
/** From the headers to the end of the body: 25 MB at 2 Mbit/s. */
const BODY_MS = 120_000;

/**
 * Ends connections that keep the server waiting. Node has limits of its own, but checks them every few seconds for ever,
 * which would wake an idle machine; these timers exist only while somebody is connected.
 */
export function limitWaiting(server: Server, clock: Clock): void {
	server.headersTimeout = 0;
	server.requestTimeout = 0;
	const cancels = new WeakMap<Socket, () => void>();
	const replace = (socket: Socket, delayMs: number, run: () => void) => {
		cancels.get(socket)?.();
		cancels.set(socket, clock.after(delayMs, run));
	};
	server.on("connection", (socket: Socket) => {
		replace(socket, HEADERS_MS, () => socket.destroy());
		socket.once("close", () => cancels.get(socket)?.());
	});
	server.on("request", (request: IncomingMessage, response: ServerResponse) => {
		const { socket } = request;
		replace(socket, BODY_MS, () => {
			if (request.complete || response.headersSent) return;
			const body = { error: "The request took too long to arrive. Try again." };
			sendJson(response, 408, body, { connection: "close" });
		});
		response.once("finish", () => {
			if (!socket.destroyed) replace(socket, HEADERS_MS, () => socket.destroy());
		});
	});
}
