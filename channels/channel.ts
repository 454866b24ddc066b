import type { Clock } from "#core/clock.ts";
import type { Conversation, Inbound, Receipt } from "#core/event.ts";
import type { Ids } from "#core/ids.ts";
import type { Log } from "#core/log.ts";
import type { OutboundMessage } from "#core/message.ts";

/**
 * One way for people or the world to reach the assistant. Adapters translate; they decide nothing about trust,
 * ordering, retries or what is said. Each lives in a folder of its own with its tests.
 */
export interface Channel {
	readonly name: string;
	/** True where sending one message twice shows it once (a page that reads our own rows): no mark, no uncertainty. */
	readonly repeatable: boolean;
	/**
	 * Begins intake and returns at once; connecting, and connecting again, goes on inside. Rejects only where waiting
	 * can't help (a port in use), with a message that says what to do.
	 */
	start(): Promise<void>;
	/** Ends intake and frees everything. Resolves within 5 s, also in the middle of a request. */
	stop(): Promise<void>;
	health(): ChannelHealth;
	/**
	 * Renders a message into the parts that the service takes, in order, in a form that only this channel reads. Deterministic:
	 * after a crash the same message gives the same parts, so that a part number in the outbox stays true. Touches nothing;
	 * a promise only so that a renderer may be loaded at first use.
	 */
	render(message: OutboundMessage): Promise<string[]>;
	/**
	 * Sends one part. Choices go with the last text; a channel may render each attachment as a part.
	 * @returns the service's own id for what it stored
	 * @throws DeliveryError for every failure: the outbox owns retries, so adapters don't retry by themselves
	 */
	send(message: OutboundMessage, delivery: PartDelivery, signal: AbortSignal): Promise<{ serviceId: string }>;
	/**
	 * Shows that a question needs no answer any more: takes its buttons away and says what became of it. Best effort, so that
	 * nobody waits for it; must not throw. Left out where what is shown is read from our own rows.
	 * @param sent the parts that the service has
	 * @param note for the owner, plain text of one line
	 */
	settle?(question: OutboundMessage, sent: readonly SentPart[], note: string): void;
	/** Shows that work is going on (a typing indicator, a status line); `undefined` ends it. Must not throw. */
	showActivity(conversation: Conversation, activity: string | undefined): void;
}

/** A part that a service has. */
export interface SentPart {
	index: number;
	/** What `Channel.send` returned for it. */
	serviceId: string;
}

/** What a repeated part begins with: it is sent again although it may have arrived the first time. */
export const REPEAT_MARK = "(Sent again: the first try may have reached you.)\n\n";

/** One part on its way. */
export interface PartDelivery {
	/** `render(message)[index]`. */
	part: string;
	index: number;
	last: boolean;
	/** Say so with `REPEAT_MARK`, so that nobody takes the part for a second one. Never set where a channel is repeatable. */
	repeat: boolean;
}

/** What `/healthz` and `steward status` say of a channel. Health is inbound progress, never "the process is alive". */
export interface ChannelHealth {
	state: "starting" | "ok" | "degraded" | "stopped";
	/** When the source last answered, milliseconds since the epoch; undefined before the first time. */
	lastProgressAt?: number;
	/**
	 * While it is degraded: since when nothing may have come in, milliseconds since the epoch. That is the last progress, and
	 * where there was none, the start.
	 */
	downSince?: number;
	/** For a person: what is wrong and what to do. Holds no secrets. */
	problem?: string;
}

/** What every adapter is given. */
export interface ChannelPorts {
	clock: Clock;
	ids: Ids;
	log: Log;
	fetch: typeof fetch;
	/** Absolute path of `workspace/`; attachments are saved below its `inbox/`. */
	workspace: string;
	/** Resolves when the event is on disk. Acknowledge the source only then; a rejection means it is not stored. */
	receive(inbound: Inbound): Promise<Receipt>;
	/** Resolves when there is room for more events. Channels whose source can wait call it before they take more. */
	untilRoom(signal: AbortSignal): Promise<void>;
	/** A read position stored with an earlier event (see `Inbound.cursor`). */
	cursor(source: string): string | undefined;
}

/**
 * A failed delivery, sorted by what the outbox may do next.
 * - `retry`: it certainly did not arrive; try again (after `retryAfterMs`, where the service said so)
 * - `uncertain`: it may have arrived (the connection broke after the request was sent)
 * - `permanent`: it will never arrive (blocked, chat not found, malformed)
 */
export class DeliveryError extends Error {
	override name = "DeliveryError";
	readonly kind: "retry" | "uncertain" | "permanent";
	readonly retryAfterMs: number | undefined;

	constructor(kind: DeliveryError["kind"], message: string, options: { retryAfterMs?: number; cause?: unknown } = {}) {
		super(message, options.cause === undefined ? undefined : { cause: options.cause });
		this.kind = kind;
		this.retryAfterMs = options.retryAfterMs;
	}
}
