import type { ChannelPorts } from "#channels/channel.ts";
import { sleep } from "#core/clock.ts";
import type { Inbound } from "#core/event.ts";
import { describeError } from "#core/log.ts";
import { ALBUM_QUIET_MS, Backlog, type Entry } from "./backlog.ts";
import type { TelegramClient } from "./client.ts";
import { NotStored, readFailure } from "./failure.ts";
import { type FilePorts, Files } from "./files.ts";
import { storeOrNote } from "./store.ts";
import { translate } from "./translate.ts";
import { addressOf, translateAlbum } from "./translate-message.ts";
import type { Arrival, Bot, SkipReason } from "./translation.ts";
import type { RawUpdate } from "./update.ts";

/** While a file is fetched, Telegram is asked again that often. It can't hold the call, since it has updates to offer. */
const RECHECK_MS = 1_000;

export interface IntakePorts extends FilePorts, Pick<ChannelPorts, "log" | "receive"> {}

/** The connection over which the updates came. */
export interface Source {
	client: TelegramClient;
	bot: Bot;
	/** Ends fetching: what is not stored by then comes again. */
	signal: AbortSignal;
}

/** Brings updates to disk, those with files when the files are there. Only then the offset moves past them. */
export class Intake {
	readonly #ports: IntakePorts;
	readonly #files: Files;
	readonly #backlog: Backlog;
	readonly #noted = new Set<SkipReason>();
	#onProgress: () => void = () => undefined;

	/** @param offset see `Backlog` */
	constructor(ports: IntakePorts, offset: number | undefined) {
		this.#ports = ports;
		this.#files = new Files(ports);
		this.#backlog = new Backlog(offset);
	}

	get offset(): number | undefined {
		return this.#backlog.offset;
	}

	get holds(): boolean {
		return this.#backlog.holds;
	}

	/** Takes an answer of getUpdates. Updates that are known already are passed over. */
	take(source: Source, batch: readonly RawUpdate[]): void {
		for (const update of batch) {
			if (!this.#backlog.knows(update.update_id)) this.#add(source, update);
		}
		for (const entry of this.#backlog.completeAlbums(this.#ports.clock.monotonicMs())) {
			const { groupId, messages } = entry.stage;
			this.#complete(source, entry, translateAlbum(groupId, messages, source.bot));
		}
	}

	/**
	 * Stores what is due. Handed over in one go, so that the gateway can commit it together.
	 * @throws NotStored where the gateway refuses an event; it is tried again at the next call
	 */
	async handOver({ client, bot, signal }: Source): Promise<void> {
		const due = this.#backlog.due();
		if (due.length === 0) {
			this.#backlog.settle();
			return;
		}
		const cursor = { source: cursorSource(bot.id), value: String(this.#backlog.positionWith(due)) };
		const outcomes = await Promise.allSettled(
			due.map(async (entry) => {
				const { callbackId, inbound } = entry.stage;
				await storeOrNote(this.#ports, { ...inbound, cursor });
				markDone(entry);
				if (callbackId !== undefined) void this.#answerCallback(client, callbackId, signal);
			}),
		);
		this.#backlog.settle();
		const failed = outcomes.find((outcome) => outcome.status === "rejected");
		if (failed) throw new NotStored("The gateway did not store an update", { cause: failed.reason });
	}

	/** Resolves when it is worth while to ask Telegram again: at once where nothing is held. */
	async untilDue(signal: AbortSignal): Promise<void> {
		if (!this.holds || this.#backlog.due().length > 0) return;
		const rested = new AbortController();
		const wake = () => rested.abort();
		this.#onProgress = wake;
		signal.addEventListener("abort", wake, { once: true });
		const restMs = this.#backlog.collects ? ALBUM_QUIET_MS : RECHECK_MS;
		if (!signal.aborted) await sleep(this.#ports.clock, restMs, rested.signal);
		signal.removeEventListener("abort", wake);
	}

	#add(source: Source, update: RawUpdate): void {
		const { clock } = this.#ports;
		const translation = translate(update, source.bot, clock.now());
		const updateIds: Entry["updateIds"] = [update.update_id];
		if (translation.kind === "skip") {
			this.#noteSkipped(translation.reason);
			this.#backlog.add({ updateIds, address: "", stage: { kind: "done" } });
		} else if (translation.kind === "album") {
			const { groupId, message } = translation;
			const member = { updateId: update.update_id, address: addressOf(message), groupId, message };
			this.#backlog.collect(member, clock.monotonicMs());
		} else {
			const { address } = translation.inbound.conversation;
			this.#complete(source, this.#backlog.add({ updateIds, address, stage: { kind: "fetching" } }), translation);
		}
	}

	/** Makes an entry ready, after its files where it has some. */
	#complete({ client, signal }: Source, entry: Entry, arrival: Arrival): void {
		const { callbackId, files, inbound } = arrival;
		const makeReady = (whole: Inbound) => {
			entry.stage = { kind: "ready", inbound: whole, ...(callbackId === undefined ? {} : { callbackId }) };
			this.#onProgress();
		};
		if (files.length === 0) {
			makeReady(inbound);
			return;
		}
		entry.stage = { kind: "fetching" };
		this.#files.complete(client, arrival, signal).then(makeReady, (error: unknown) => {
			if (signal.aborted) return;
			// Waiting for files that never come would make the channel deaf.
			makeReady({ ...inbound, text: `${inbound.text}\n[its files could not be fetched: ${describeError(error)}]` });
		});
	}

	/** Ends the little clock on the button. Telegram refuses it after a while, which harms nobody. */
	async #answerCallback(client: TelegramClient, callbackId: string, signal: AbortSignal): Promise<void> {
		await client
			.api(signal)
			.answerCallbackQuery(callbackId)
			.catch((error: unknown) => {
				this.#ports.log.debug("telegram: a pressed button was not confirmed", { failure: readFailure(error) });
			});
	}

	/** Once for each reason: a lively group would fill the log. */
	#noteSkipped(reason: SkipReason): void {
		if (this.#noted.has(reason)) return;
		this.#noted.add(reason);
		this.#ports.log.info("telegram: updates of this kind are left out; said once", { reason });
	}
}

const markDone = (entry: Entry): void => {
	entry.stage = { kind: "done" };
};

/** By bot, so that a new token does not go on from the numbers of another bot. */
export const cursorSource = (botId: number): string => `telegram:${botId}`;
