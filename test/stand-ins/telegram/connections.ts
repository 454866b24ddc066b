import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The open connections of a server, which can go dead as they do when a router forgets them: without a word to anybody. */
export class Connections {
	readonly #open = new Set<Socket>();
	readonly #dead = new WeakSet<Socket>();

	watch(server: Server): void {
		server.on("connection", (socket) => {
			this.#open.add(socket);
			socket.once("close", () => this.#open.delete(socket));
		});
	}

	/** From now on nothing is read from those that are open, and `isDead` says so of their calls. New ones work. */
	kill(): void {
		for (const socket of this.#open) {
			this.#dead.add(socket);
			socket.pause();
		}
	}

	isDead(response: ServerResponse): boolean {
		return response.socket !== null && this.#dead.has(response.socket);
	}
}
