import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";

/** One request that a server of this process got. Times are `performance.now()`. */
export interface Exchange {
	/** When its last byte had come in, before anything was made of it. */
	arrivedMs: number;
	/** When the last byte of the answer was handed to the system. */
	answered: Promise<number>;
}

const CHANNEL = "http.server.request.start";
const startSchema = z.object({ request: z.instanceof(IncomingMessage), response: z.instanceof(ServerResponse) });
const LIMIT_MS = 60_000;

/**
 * Times what reaches the HTTP servers of this process. Node tells of each request
 * (https://nodejs.org/api/diagnostics_channel.html#http), so that nothing which a stand-in does with it is in the time.
 */
export class Wire {
	readonly #waiting = new Map<string, (exchange: Exchange) => void>();
	readonly #listener = (message: unknown): void => {
		const { request, response } = startSchema.parse(message);
		const path = [...this.#waiting.keys()].find((ending) => request.url?.endsWith(ending));
		if (path === undefined) return;
		const resolve = this.#waiting.get(path);
		this.#waiting.delete(path);
		const answered = new Promise<number>((done) => response.once("finish", () => done(performance.now())));
		request.once("end", () => resolve?.({ arrivedMs: performance.now(), answered }));
	};

	constructor() {
		subscribe(CHANNEL, this.#listener);
	}

	/** The next request to a path with this ending. One caller at a time for each. Rejects when none comes for a minute. */
	next(ending: string): Promise<Exchange> {
		return new Promise((resolve, reject) => {
			const problem = new Error(`No request to ${ending} came within a minute.`);
			const timer = setTimeout(() => reject(problem), LIMIT_MS);
			this.#waiting.set(ending, (exchange) => {
				clearTimeout(timer);
				resolve(exchange);
			});
		});
	}

	close(): void {
		unsubscribe(CHANNEL, this.#listener);
	}
}
