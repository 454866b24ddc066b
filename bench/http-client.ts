import { Agent, type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { readBody } from "#test/stand-ins/http.ts";

export interface Answer {
	status: number;
	headers: IncomingHttpHeaders;
	text: string;
}

/** Asks one server over connections that it keeps. Thinner than `fetch`, so that less of the asking is measured. */
export class HttpClient {
	readonly #origin: string;
	readonly #agent = new Agent({ keepAlive: true });

	/** @param origin as `http://127.0.0.1:1234` */
	constructor(origin: string) {
		this.#origin = origin;
	}

	/** @throws Error where the server can't be reached */
	ask(method: "GET" | "POST", path: string, headers: Record<string, string> = {}, body?: unknown): Promise<Answer> {
		return new Promise((resolve, reject) => {
			const text = body === undefined ? undefined : JSON.stringify(body);
			const type = text === undefined ? {} : { "content-type": "application/json" };
			const asking = this.#request(method, path, { ...type, ...headers });
			asking.once("error", reject);
			asking.once("response", (response) => {
				readBody(response).then(
					(bytes) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text: bytes.toString() }),
					reject,
				);
			});
			asking.end(text);
		});
	}

	/**
	 * Reads an answer that does not end. Resolves when it has begun.
	 * @param onText gets each piece as it comes
	 * @returns how to leave it
	 */
	follow(path: string, headers: Record<string, string>, onText: (text: string) => void): Promise<() => void> {
		return new Promise((resolve, reject) => {
			const asking = this.#request("GET", path, headers);
			asking.once("error", reject);
			asking.once("response", (response: IncomingMessage) => {
				// What comes of leaving is no news.
				response
					.setEncoding("utf8")
					.on("data", onText)
					.on("error", () => undefined);
				resolve(() => asking.destroy());
			});
			asking.end();
		});
	}

	close(): void {
		this.#agent.destroy();
	}

	#request(method: string, path: string, headers: Record<string, string>): ClientRequest {
		return request(`${this.#origin}${path}`, { method, agent: this.#agent, headers });
	}
}
