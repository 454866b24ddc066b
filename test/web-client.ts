import { randomUUID } from "node:crypto";
import { vi } from "vitest";
import * as z from "zod";
import { attachmentSchema } from "#core/event.ts";

const itemSchema = z.object({
	key: z.string(),
	from: z.enum(["owner", "steward"]),
	channel: z.string(),
	html: z.string(),
	attachments: z.array(attachmentSchema),
	choices: z.array(z.object({ label: z.string(), action: z.string(), command: z.string() })),
	kind: z.string(),
	state: z.enum(["waiting", "answered", "sent", "failed"]),
	note: z.string().optional(),
});
/** An item with the text that a reader sees. */
export type ShownItem = z.infer<typeof itemSchema> & { text: string };

/** What a logged-in browser does with the page's API, over a real socket. */
export class WebClient {
	readonly url: string;
	readonly #cookie: string;
	readonly #csrf: string;

	private constructor(url: string, cookie: string, csrf: string) {
		this.url = url;
		this.#cookie = cookie;
		this.#csrf = csrf;
	}

	/** Uses a login link up. */
	static async logIn(url: string, loginLink: string): Promise<WebClient> {
		const code = new URL(loginLink).hash.replace("#login=", "");
		const login = await post(url, "/api/login", { code }, {});
		const cookie = login.headers.get("set-cookie")?.split(";")[0] ?? "";
		const session = await fetch(`${url}/api/session`, { headers: { cookie } });
		const { csrf } = z.object({ csrf: z.string() }).parse(await session.json());
		return new WebClient(url, cookie, csrf);
	}

	/** @returns the event's number, as `E-12`, once it is on disk */
	async send(text: string, id: string = randomUUID()): Promise<string> {
		const response = await this.post("/api/messages", { id, text });
		const answer = z
			.object({ event: z.string().optional(), error: z.string().optional() })
			.parse(await response.json());
		if (!answer.event) throw new Error(answer.error ?? `status ${response.status}`);
		return answer.event;
	}

	stop(): Promise<Response> {
		return this.post("/api/stop", { id: randomUUID() });
	}

	decide(action: "approve" | "always" | "deny", code: string, reason?: string): Promise<Response> {
		return this.post("/api/decide", { id: randomUUID(), action, code, ...(reason && { reason }) });
	}

	async history(limit = 200): Promise<ShownItem[]> {
		const response = await this.get(`/api/history?limit=${limit}`);
		return z
			.object({ items: z.array(itemSchema) })
			.parse(await response.json())
			.items.map((item) => ({ ...item, text: readable(item.html) }));
	}

	/** What Steward said so far, oldest first. */
	async said(): Promise<string[]> {
		return (await this.history()).filter(({ from }) => from === "steward").map(({ text }) => text);
	}

	/** Waits until something that Steward said fits, and returns it. */
	until(matches: (item: ShownItem) => boolean): Promise<ShownItem> {
		return vi.waitFor(
			async () => {
				const items = await this.history();
				const found = items.find((item) => item.from === "steward" && matches(item));
				if (!found)
					throw new Error(
						`not said yet; so far: ${JSON.stringify(items.map(({ from, text, state }) => [from, state, text]))}`,
					);
				return found;
			},
			{ timeout: 10_000, interval: 10 },
		);
	}

	get(path: string): Promise<Response> {
		return fetch(`${this.url}${path}`, { headers: { cookie: this.#cookie } });
	}

	post(path: string, body: unknown): Promise<Response> {
		return post(this.url, path, body, { cookie: this.#cookie, "x-steward-csrf": this.#csrf });
	}
}

const readable = (html: string): string =>
	html
		.replace(/<[^>]*>/g, "")
		.replaceAll("&lt;", "<")
		.replaceAll("&gt;", ">")
		.replaceAll("&quot;", '"')
		.replaceAll("&amp;", "&")
		.trim();

const post = (url: string, path: string, body: unknown, headers: Record<string, string>): Promise<Response> =>
	fetch(`${url}${path}`, {
		method: "POST",
		headers: { "content-type": "application/json", origin: url, ...headers },
		body: JSON.stringify(body),
	});
