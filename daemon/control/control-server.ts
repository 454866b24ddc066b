import { chmodSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createDispatch } from "./dispatch.ts";
import { fileRoutes } from "./file-routes.ts";
import { inspectionRoutes } from "./inspection-routes.ts";
import { journalRoutes } from "./journal-routes.ts";
import { orderRoutes } from "./order-routes.ts";
import { policyRoutes } from "./policy-routes.ts";
import type { ControlPorts } from "./ports.ts";
import { readRoutes } from "./read-routes.ts";
import { prepareSocketFile, removeSocketFile } from "./socket-file.ts";
import type { SocketPath } from "./socket-path.ts";
import { talkRoutes } from "./talk-routes.ts";
import { undoRoutes } from "./undo-routes.ts";

/** Node looks for slow clients every 30 s by default: a wake-up for nothing, since the only client is the owner. */
const NEVER_MS = 2 ** 31 - 1;

/** How long answers that are under way may take to leave when the daemon stops. */
const STOP_GRACE_MS = 500;

export interface ControlServer {
	/** Ends open streams, answers who waits, frees the socket. Resolves within a second. */
	stop(): Promise<void>;
}

/**
 * Opens the daemon's control API on a unix socket that only its owner can reach. Call it while holding the home's lock.
 * @param socket from `controlSocketPath`
 * @throws Error where the socket can't be opened, with what to do
 */
export async function startControlServer(ports: ControlPorts, socket: SocketPath): Promise<ControlServer> {
	const closing = new AbortController();
	const routes = [
		...readRoutes(ports),
		...talkRoutes(ports),
		...orderRoutes(ports),
		...inspectionRoutes(ports),
		...journalRoutes(ports),
		...policyRoutes(ports),
		...fileRoutes(ports.files),
		...undoRoutes(ports.undo, (id) => ports.records.calls.find(id)?.tool),
	];
	const dispatch = createDispatch(routes, closing.signal, ports.log);
	const server = createServer({ connectionsCheckingInterval: NEVER_MS }, (request, response) => {
		void dispatch(request, response);
	});
	prepareSocketFile(socket);
	await listen(server, socket.path);
	chmodSync(socket.path, 0o600);
	server.on("error", (error) => ports.log.error("A control connection was not accepted", { error }));
	return {
		async stop() {
			closing.abort();
			await close(server, ports);
			removeSocketFile(socket);
		},
	};
}

function listen(server: Server, path: string): Promise<void> {
	return new Promise((resolve, reject) => {
		server.once("error", (error) =>
			reject(new Error(`Can't open the control socket ${path}. Check who may write to its folder.`, { cause: error })),
		);
		server.listen(path, () => {
			server.removeAllListeners("error");
			resolve();
		});
	});
}

function close(server: Server, { clock }: ControlPorts): Promise<void> {
	return new Promise((resolve) => {
		const cancel = clock.after(STOP_GRACE_MS, () => server.closeAllConnections());
		server.close(() => {
			cancel();
			resolve();
		});
		server.closeIdleConnections();
	});
}
