import { type Channel, DeliveryError } from "#channels/channel.ts";
import { type Clock, sleep } from "#core/clock.ts";
import type { Conversation } from "#core/event.ts";
import type { Ids } from "#core/ids.ts";
import { describeError, type Log } from "#core/log.ts";
import { decideAttempt, decideFailure } from "./decide-delivery.ts";
import type { Outbox } from "./outbox.ts";
import type { OutboxRecord } from "./outbox-record.ts";

/** What is left of the five seconds in which the daemon stops. */
const STOP_GRACE_MS = 3_000;

/** Delivers the outbox: one message at a time for each conversation, in order; conversations beside each other. */
export class Sender {
	readonly #outbox: Outbox;
	readonly #channels: ReadonlyMap<string, Channel>;
	readonly #clock: Clock;
	readonly #ids: Ids;
	readonly #log: Log;
	/** Marks the message dead and tells the owner elsewhere. */
	readonly #bury: (message: OutboxRecord, problem: string) => void;
	/** Aborts waits: no attempt begins any more. */
	readonly #stopping = new AbortController();
	/** Aborts attempts that are under way, which makes them uncertain: only when they outlast the grace. */
	readonly #cutting = new AbortController();
	/** The conversations being worked on, and whether something was added to them meanwhile. */
	readonly #active = new Map<string, Promise<void>>();

	constructor(parts: {
		outbox: Outbox;
		channels: ReadonlyMap<string, Channel>;
		clock: Clock;
		ids: Ids;
		log: Log;
		bury: (message: OutboxRecord, problem: string) => void;
	}) {
		this.#outbox = parts.outbox;
		this.#channels = parts.channels;
		this.#clock = parts.clock;
		this.#ids = parts.ids;
		this.#log = parts.log;
		this.#bury = parts.bury;
	}

	/** Takes up what an earlier process left undelivered. */
	start(): void {
		for (const conversation of this.#outbox.conversations()) this.wake(conversation);
	}

	/** To be called when a message was added. Never throws. */
	wake(conversation: Conversation): void {
		const key = `${conversation.channel} ${conversation.address}`;
		if (this.#active.has(key) || this.#stopping.signal.aborted) return;
		const work = this.#drain(conversation).finally(() => this.#active.delete(key));
		this.#active.set(key, work);
	}

	/** Lets attempts that are under way come to their end, for a while: what is known to have arrived is not said twice. */
	async stop(): Promise<void> {
		this.#stopping.abort();
		const cancel = this.#clock.after(STOP_GRACE_MS, () => this.#cutting.abort());
		await Promise.all(this.#active.values());
		cancel();
	}

	async #drain(conversation: Conversation): Promise<void> {
		const { signal } = this.#stopping;
		while (!signal.aborted) {
			const message = this.#outbox.next(conversation);
			if (!message) return;
			try {
				await this.#step(message);
			} catch (error) {
				// The database refused (a full disk). The row is as it was; going on at once would only spin.
				this.#log.error("A delivery could not be recorded; trying again in 5 s", { outbox: message.id, error });
				await sleep(this.#clock, 5_000, signal);
			}
			await othersTurn();
		}
	}

	async #step(message: OutboxRecord): Promise<void> {
		const channel = this.#channels.get(message.conversation.channel);
		if (!channel)
			return this.#bury(message, `the channel "${message.conversation.channel}" is not configured any more`);
		const decision = decideAttempt(message, channel, this.#clock.now());
		if (decision.kind === "give-up") return this.#bury(message, decision.problem);
		if (decision.kind === "wait") return sleep(this.#clock, decision.delayMs, this.#stopping.signal);
		await this.#sendPart(channel, message, decision.repeat);
	}

	async #sendPart(channel: Channel, message: OutboxRecord, repeat: boolean): Promise<void> {
		const { signal } = this.#cutting;
		const parts = await channel.render(message);
		const index = Math.min(message.nextPart, parts.length - 1);
		const last = index === parts.length - 1;
		const part = parts[index] ?? "";
		if (!channel.repeatable) this.#outbox.markInFlight(message.id, repeat ? message.repeats + 1 : message.repeats);
		try {
			const { serviceId } = await channel.send(message, { part, index, last, repeat }, signal);
			this.#outbox.markPartSent(message.id, index, last, serviceId);
		} catch (error) {
			if (!(error instanceof DeliveryError)) throw error;
			this.#fail(message, error, signal);
		}
	}

	#fail(message: OutboxRecord, error: DeliveryError, signal: AbortSignal): void {
		const attempts = message.attempts + 1;
		const decision = decideFailure(
			{ kind: error.kind, message: describeError(error), retryAfterMs: error.retryAfterMs, attempts },
			this.#ids.fraction(),
		);
		this.#log.warn("A delivery failed", {
			outbox: message.id,
			channel: message.conversation.channel,
			kind: error.kind,
			attempts,
			problem: error.message,
		});
		if (decision.kind === "give-up") {
			this.#bury(message, decision.problem);
			return;
		}
		// Stopping aborts an attempt: what it was then is uncertain, and the next start decides.
		const uncertain = decision.uncertain || signal.aborted;
		this.#outbox.markFailed(message.id, error.message, this.#clock.now() + decision.delayMs, uncertain);
	}
}

/** A channel that is done at once would otherwise keep the whole process to itself while its queue is long. */
const othersTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
