import type { Channel } from "#channels/channel.ts";
import type { Log } from "#core/log.ts";

export interface ChannelSetParts {
	/** The channels in use, by name: everything that sends or shows reads this map, and it is kept true here alone. */
	inUse: Map<string, Channel>;
	/** The channels that stay for the life of the program. */
	fixed: readonly Channel[];
	/** Makes the Telegram channel as configured now; undefined where it isn't. */
	createTelegram: () => Channel | undefined;
	log: Log;
	/** Called when a channel was put in place of another: what waits for it can go on. */
	onReplaced: () => void;
}

/**
 * The channels in use, by name. Telegram's can be replaced while everything runs: the old one is stopped, its poll ended,
 * before the new one starts, since two pollers of one bot would shut each other out.
 */
export class ChannelSet {
	readonly #parts: ChannelSetParts;
	#work: Promise<void> = Promise.resolve();
	#isRunning = false;

	constructor(parts: ChannelSetParts) {
		this.#parts = parts;
		const telegram = parts.createTelegram();
		for (const channel of [...parts.fixed, ...(telegram ? [telegram] : [])]) parts.inUse.set(channel.name, channel);
	}

	/** Starts those that `isStarted` doesn't name. */
	async start(isStarted: (channel: Channel) => boolean): Promise<void> {
		this.#isRunning = true;
		for (const channel of this.#parts.inUse.values()) if (!isStarted(channel)) await channel.start();
	}

	/** Takes over a change of Telegram's settings. Changes in quick succession follow one another. Never rejects. */
	replaceTelegram(): Promise<void> {
		this.#work = this.#work.then(async () => {
			try {
				await this.#replace();
			} catch (error) {
				this.#parts.log.error("The Telegram channel could not take over its new settings", { error });
			}
		});
		return this.#work;
	}

	async stop(): Promise<void> {
		this.#isRunning = false;
		await this.#work;
		await Promise.all([...this.#parts.inUse.values()].map((channel) => channel.stop()));
	}

	async #replace(): Promise<void> {
		if (!this.#isRunning) return;
		const { inUse, createTelegram, log, onReplaced } = this.#parts;
		await inUse.get("telegram")?.stop();
		const telegram = createTelegram();
		if (!telegram) return void inUse.delete("telegram");
		// At once: a message for a channel that is not there would be given up.
		inUse.set(telegram.name, telegram);
		await telegram.start();
		log.info("Telegram runs with its new settings");
		onReplaced();
	}
}
