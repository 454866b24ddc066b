import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { HttpClient } from "./http-client.ts";
import { PageStream, type Shown } from "./page-stream.ts";

const overviewSchema = z.object({ status: z.string(), loop: z.string(), waitingEvents: z.number() });
type Overview = z.infer<typeof overviewSchema>;

/** How long, and how often, the daemon is asked how far it is. Each time costs it a few queries. */
interface Patience {
	limitMs: number;
	everyMs: number;
}

const PATIENCE: Patience = { limitMs: 60_000, everyMs: 5 };
const LONG_PATIENCE: Patience = { limitMs: 15 * 60_000, everyMs: 100 };

/** What a logged-in browser does with the page. */
export class PageClient {
	readonly #http: HttpClient;
	readonly #headers: Record<string, string>;
	readonly #stream = new PageStream();
	#leave: (() => void) | undefined;

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
	send(text: string): Promise<void> {
		return this.#post("/api/messages", { text });
	}

	/** Presses Stop. Resolves when that is on disk. */
	stop(): Promise<void> {
		return this.#post("/api/stop", {});
	}

	/** Opens the page's stream. Doing it again is harmless. */
	async follow(): Promise<void> {
		this.#leave ??= await this.#http.follow("/api/stream", this.#headers, (piece) => this.#stream.read(piece));
	}

	/** The next message of Steward with these words. One caller at a time, after `follow`. */
	untilShown(text: string): Promise<Shown> {
		return this.#stream.next(text);
	}

	/** Waits until no event waits and no turn runs. @throws Error after a minute of work */
	untilIdle(): Promise<void> {
		return this.#until(isIdle, PATIENCE);
	}

	/** The same where that may take long, and is not to be disturbed. @throws Error after a quarter of an hour */
	untilWorkedOff(): Promise<void> {
		return this.#until(isIdle, LONG_PATIENCE);
	}

	/** Waits until the loop is in a state. @throws Error after a minute */
	untilState(state: string): Promise<void> {
		return this.#until(({ loop }) => loop === state, PATIENCE);
	}

	/** Waits until so many events wait. @throws Error after a quarter of an hour */
	untilWaiting(count: number): Promise<void> {
		return this.#until(({ waitingEvents }) => waitingEvents >= count, LONG_PATIENCE);
	}

	close(): void {
		this.#leave?.();
		this.#http.close();
	}

	async #post(path: string, body: Record<string, string>): Promise<void> {
		const answer = await this.#http.ask("POST", path, this.#headers, { id: randomUUID(), ...body });
		if (answer.status !== 202) throw new Error(`The page took no ${path} (${answer.status}): ${answer.text}`);
	}

	async #until(isReached: (overview: Overview) => boolean, { limitMs, everyMs }: Patience): Promise<void> {
		const deadline = performance.now() + limitMs;
		while (performance.now() < deadline) {
			const { text } = await this.#http.ask("GET", "/healthz");
			if (isReached(overviewSchema.parse(JSON.parse(text)))) return;
			await pause(everyMs);
		}
		throw new Error(`After ${limitMs / 1000} s Steward was still not where it should be.`);
	}
}

/** Nothing to do, or nothing before the owner has answered. */
const isIdle = ({ loop, waitingEvents }: Overview): boolean =>
	(loop === "idle" || loop === "waiting-for-approval") && waitingEvents === 0;
