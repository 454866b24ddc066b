import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { HttpClient } from "./http-client.ts";

const overviewSchema = z.object({ status: z.string(), loop: z.string(), waitingEvents: z.number() });

const POLL_MS = 5;
const IDLE_LIMIT_MS = 60_000;

/** What a logged-in browser does with the page. */
export class PageClient {
	readonly #http: HttpClient;
	readonly #headers: Record<string, string>;

	private constructor(http: HttpClient, headers: Record<string, string>) {
		this.#http = http;
		this.#headers = headers;
	}

	/** Uses a login link up. */
	static async logIn(loginLink: string): Promise<PageClient> {
		const { origin, hash } = new URL(loginLink);
		const http = new HttpClient(origin);
		const login = await http.ask("POST", "/api/login", { origin }, { code: hash.replace("#login=", "") });
		const cookie = login.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
		const session = await http.ask("GET", "/api/session", { cookie });
		const { csrf } = z.object({ csrf: z.string() }).parse(JSON.parse(session.text));
		return new PageClient(http, { origin, cookie, "x-steward-csrf": csrf });
	}

	/** Says something as the owner. Resolves when it is on disk. */
	async send(text: string): Promise<void> {
		const answer = await this.#http.ask("POST", "/api/messages", this.#headers, { id: randomUUID(), text });
		if (answer.status !== 202) throw new Error(`The page took no message (${answer.status}): ${answer.text}`);
	}

	/** Waits until no event waits and no turn runs. @throws Error after a minute of work */
	async untilIdle(): Promise<void> {
		const deadline = performance.now() + IDLE_LIMIT_MS;
		while (performance.now() < deadline) {
			const { text } = await this.#http.ask("GET", "/healthz");
			const { loop, waitingEvents } = overviewSchema.parse(JSON.parse(text));
			if (loop === "idle" && waitingEvents === 0) return;
			await pause(POLL_MS);
		}
		throw new Error("Steward was still at work after a minute.");
	}

	close(): void {
		this.#http.close();
	}
}
