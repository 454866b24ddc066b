import type { ServerResponse } from "node:http";
import type { ConversationChange, ConversationItem, ConversationPort } from "#channels/conversation.ts";
import type { Clock } from "#core/clock.ts";
import { type ChangeView, viewChange } from "./change-view.ts";
import type { ItemView } from "./item-view.ts";
import { Refusal } from "./responses.ts";

/** Below the 30 s after which some proxies and tunnels drop a silent connection. */
const HEARTBEAT_MS = 25_000;
const MAX_STREAMS = 32;
/** A reader that is further behind is cut off; its page connects again and reads the history. */
const MAX_BACKLOG_BYTES = 4_000_000;
/** What the browser waits before it connects again. */
const RECONNECT_MS = 1_000;

interface Reader {
	response: ServerResponse;
	/** False once the session behind it has ended. */
	isCurrent(): boolean;
}

/** Open pages that are told what happens (server-sent events). Costs nothing while no page is open. */
export class Streams {
	readonly #conversation: ConversationPort;
	readonly #clock: Clock;
	readonly #readers = new Set<Reader>();
	#unsubscribe: (() => void) | undefined;
	#cancelHeartbeat: (() => void) | undefined;

	constructor(conversation: ConversationPort, clock: Clock) {
		this.#conversation = conversation;
		this.#clock = clock;
	}

	/** Starts a stream. @throws Refusal 503 where too many are open */
	add(reader: Reader, view: (item: ConversationItem) => ItemView): void {
		if (this.#readers.size >= MAX_STREAMS) throw new Refusal(503, "Too many pages are open. Close some of them.");
		const { response } = reader;
		response.writeHead(200, { "content-type": "text/event-stream", "x-accel-buffering": "no" });
		response.write(`retry: ${RECONNECT_MS}\n\n`);
		const textOf = (change: ConversationChange) => eventText(viewChange(change, view, this.#clock.now()));
		response.write(textOf({ kind: "activity", activity: this.#conversation.activity() }));
		response.write(textOf({ kind: "tasks", tasks: this.#conversation.tasks() }));
		this.#readers.add(reader);
		response.once("close", () => this.#forget(reader));
		this.#unsubscribe ??= this.#conversation.subscribe((change) => this.#write(textOf(change)));
		this.#cancelHeartbeat ??= this.#clock.after(HEARTBEAT_MS, () => this.#beat());
	}

	/** Ends the streams whose session has ended. */
	prune(): void {
		for (const reader of this.#readers) if (!reader.isCurrent()) this.#end(reader);
	}

	close(): void {
		for (const reader of this.#readers) this.#end(reader);
	}

	#write(text: string): void {
		for (const { response } of this.#readers) {
			if (response.writableLength > MAX_BACKLOG_BYTES) response.destroy();
			else response.write(text);
		}
	}

	#beat(): void {
		this.prune();
		this.#write(":\n\n");
		this.#cancelHeartbeat = this.#clock.after(HEARTBEAT_MS, () => this.#beat());
	}

	/** Forgets the reader at once: its connection closes later, and until then nothing may be written to it. */
	#end(reader: Reader): void {
		this.#forget(reader);
		reader.response.end();
	}

	#forget(reader: Reader): void {
		this.#readers.delete(reader);
		if (this.#readers.size > 0) return;
		this.#unsubscribe?.();
		this.#unsubscribe = undefined;
		this.#cancelHeartbeat?.();
		this.#cancelHeartbeat = undefined;
	}
}

const eventText = ({ kind, data }: ChangeView): string => `event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;
