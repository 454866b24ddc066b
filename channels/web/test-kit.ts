import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";
import { onTestFinished } from "vitest";
import type {
	ActivityView,
	ConversationChange,
	ConversationItem,
	ConversationPort,
	TaskView,
} from "#channels/conversation.ts";
import { type Clock, systemClock } from "#core/clock.ts";
import { type Inbound, inboundSchema, type ParsedInbound } from "#core/event.ts";
import { systemIds } from "#core/ids.ts";
import { createLog } from "#core/log.ts";
import type { SessionStore, WebPorts } from "./ports.ts";
import { MemorySetup } from "./test-setup.ts";
import { WebChannel } from "./web-channel.ts";

/** A conversation in memory, with the promises of the real one. */
export class MemoryConversation implements ConversationPort {
	readonly items: ConversationItem[] = [];
	readonly #listeners = new Set<(change: ConversationChange) => void>();
	#activity: ActivityView | undefined;
	#tasks: TaskView[] = [];

	history({ before = Number.POSITIVE_INFINITY, limit }: { before?: number; limit: number }): ConversationItem[] {
		return this.items.filter((item) => item.order < before).slice(-limit);
	}

	subscribe(listener: (change: ConversationChange) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	activity(): ActivityView | undefined {
		return this.#activity;
	}

	tasks(): TaskView[] {
		return this.#tasks;
	}

	get listenerCount(): number {
		return this.#listeners.size;
	}

	/** Adds an item, or replaces the one with its key. */
	put(item: Partial<ConversationItem> & { key: string }): void {
		const index = this.items.findIndex((each) => each.key === item.key);
		const full = { ...BLANK, order: this.items.length + 1, at: Date.now(), ...this.items[index], ...item };
		if (index < 0) this.items.push(full);
		else this.items[index] = full;
		this.#tell({ kind: "item", item: full });
	}

	/** @param more what differs from something that has just begun to be worked on */
	setActivity(text: string | undefined, more: Partial<ActivityView> = {}): void {
		const activity = text === undefined ? undefined : { kind: "working" as const, text, since: Date.now(), ...more };
		this.#activity = activity;
		this.#tell({ kind: "activity", activity });
	}

	/** From now on these run, and nothing else. */
	setTasks(...running: (Partial<TaskView> & { name: string })[]): void {
		this.#tasks = running.map((task) => ({
			...{ tool: "run_script", state: "running", startedAt: Date.now(), doing: "running backup.sh" },
			...task,
		}));
		this.#tell({ kind: "tasks", tasks: this.#tasks });
	}

	#tell(change: ConversationChange): void {
		for (const listener of this.#listeners) listener(change);
	}
}

const BLANK = {
	from: "steward",
	channel: "web",
	text: "",
	attachments: [],
	choices: [],
	kind: "message",
	state: "sent",
} satisfies Partial<ConversationItem>;

export class MemorySessions implements SessionStore {
	readonly rows = new Map<string, number>();

	add(digest: string, expiresAt: number): void {
		this.rows.set(digest, expiresAt);
	}

	find(digest: string): { expiresAt: number } | undefined {
		const expiresAt = this.rows.get(digest);
		return expiresAt === undefined ? undefined : { expiresAt };
	}

	remove(digest: string): void {
		this.rows.delete(digest);
	}
}

/** A running channel with ports in memory; it stops when the test ends. */
export interface WebKit {
	channel: WebChannel;
	port: number;
	conversation: MemoryConversation;
	sessions: MemorySessions;
	/** What `receive` took in, without duplicates. */
	received: ParsedInbound[];
	logged: string[];
}

/** @param changes ports that differ from the simple ones */
export async function startWeb(
	workspace: string,
	changes: Partial<WebPorts> & { clock?: Clock } = {},
): Promise<WebKit> {
	const conversation = new MemoryConversation();
	const sessions = new MemorySessions();
	const received: ParsedInbound[] = [];
	const logged: string[] = [];
	const clock = changes.clock ?? systemClock;
	const channel = new WebChannel({
		clock,
		ids: systemIds,
		log: createLog({ clock, level: "debug", write: (line) => logged.push(line) }),
		fetch,
		workspace,
		port: 0,
		conversation,
		sessions,
		ownerName: () => "Ada",
		overview: () => ({ status: "ok", uptimeSeconds: 5, version: "0.1.0", channels: { web: channel.health() } }),
		receive: async (inbound) => take(inbound, received, conversation),
		untilRoom: () => Promise.resolve(),
		cursor: () => undefined,
		setup: new MemorySetup(),
		...changes,
	});
	await channel.start();
	onTestFinished(() => channel.stop());
	return { channel, port: Number(new URL(channel.url).port), conversation, sessions, received, logged };
}

/** Stores an event the way the gateway does: once for each dedup key, and then it is in the conversation. */
function take(inbound: Inbound, received: ParsedInbound[], conversation: MemoryConversation) {
	const event = inboundSchema.parse(inbound);
	const index = received.findIndex(({ dedupKey }) => dedupKey === event.dedupKey);
	if (index >= 0) return { eventId: index + 1, duplicate: true, trust: "owner" as const };
	const eventId = received.push(event);
	if (!event.action) {
		const { text, attachments, occurredAt } = event;
		conversation.put({ key: `E-${eventId}`, from: "owner", text, attachments, at: occurredAt, state: "waiting" });
	}
	return { eventId, duplicate: false, trust: "owner" as const };
}

export interface Answer {
	status: number;
	headers: IncomingHttpHeaders;
	body: string;
	json: { [name: string]: unknown };
}

/** One request over a socket of its own, with exactly these headers. */
export function call(
	port: number,
	method: string,
	path: string,
	options: { headers?: OutgoingHttpHeaders | readonly string[]; body?: string | Buffer } = {},
): Promise<Answer> {
	return new Promise((resolve, reject) => {
		const sent = request({ port, host: "127.0.0.1", method, path, agent: false, headers: options.headers ?? {} });
		sent.once("error", reject);
		sent.once("response", (response) => {
			const chunks: Buffer[] = [];
			response.on("data", (chunk: Buffer) => chunks.push(chunk));
			response.once("end", () => {
				const body = Buffer.concat(chunks).toString();
				const isJson = response.headers["content-type"] === "application/json";
				resolve({
					status: response.statusCode ?? 0,
					headers: response.headers,
					body,
					json: isJson ? JSON.parse(body) : {},
				});
			});
		});
		sent.end(options.body);
	});
}

/** The headers that the page sends with a change, for a browser that has logged in. */
export interface Browser {
	cookie: string;
	origin: string;
	"x-steward-csrf": string;
	"content-type": string;
}

/** Logs in by a fresh link, as the page does. */
export async function logIn({ channel, port }: WebKit): Promise<Browser> {
	const origin = `http://127.0.0.1:${port}`;
	const code = channel.createLoginLink().split("#login=")[1];
	const headers = { origin, "content-type": "application/json" };
	const login = await call(port, "POST", "/api/login", { headers, body: JSON.stringify({ code }) });
	const cookie = login.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
	const session = await call(port, "GET", "/api/session", { headers: { cookie } });
	return { ...headers, cookie, "x-steward-csrf": String(session.json.csrf) };
}
