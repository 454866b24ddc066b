import type { ChannelPorts } from "#channels/channel.ts";
import type { Inbound } from "#core/event.ts";
import type { TelegramClient } from "./client.ts";
import { type Fetched, fetchFile } from "./download.ts";
import { NotStored, readFailure } from "./failure.ts";
import { type Bot, type SkipReason, type Translation, translate } from "./translate.ts";
import type { RawUpdate } from "./update.ts";

const FETCHED_AT_ONCE = 4;

export interface IntakePorts extends Pick<ChannelPorts, "clock" | "log" | "workspace" | "receive"> {
	/** Whose files are fetched. Without it everybody's, by which strangers could fill the disk. */
	wantsFilesFrom?(senderId: string): boolean;
}
type Prepared = { kind: "event"; inbound: Inbound; callbackId?: string } | { kind: "done" };

/** Brings batches of updates to disk. One batch at a time. */
export class Intake {
	readonly #ports: IntakePorts;
	/** The batch at hand, so that one that comes again after a failure is not fetched and stored again in part. */
	readonly #prepared = new Map<number, Prepared>();
	readonly #noted = new Set<SkipReason>();

	constructor(ports: IntakePorts) {
		this.#ports = ports;
	}

	/**
	 * Resolves when every update of the batch is on disk or left out on purpose: only then may the offset move.
	 * @throws NotStored where one is not
	 */
	async store(client: TelegramClient, bot: Bot, batch: readonly RawUpdate[], signal: AbortSignal): Promise<void> {
		const waiting = batch.filter(({ update_id }) => !this.#prepared.has(update_id));
		const fetchNext = async () => {
			for (let update = waiting.shift(); update; update = waiting.shift()) {
				this.#prepared.set(update.update_id, await this.#prepare(client, bot, update, signal));
			}
		};
		await Promise.all(Array.from({ length: FETCHED_AT_ONCE }, fetchNext));
		const cursor = { source: cursorSource(bot.id), value: String(safeOffset(batch)) };
		// Handed over in one go, so that the gateway can commit them together.
		const outcomes = await Promise.allSettled(
			batch.map(({ update_id }) => this.#receive(client, update_id, cursor, signal)),
		);
		const failed = outcomes.find((outcome) => outcome.status === "rejected");
		if (failed) throw new NotStored("The gateway did not store an update", { cause: failed.reason });
		this.#prepared.clear();
	}

	async #prepare(client: TelegramClient, bot: Bot, update: RawUpdate, signal: AbortSignal): Promise<Prepared> {
		const translation = translate(update, bot, this.#ports.clock.now());
		if (translation.kind === "skip") {
			this.#noteSkipped(translation.reason);
			return { kind: "done" };
		}
		const { callbackId } = translation;
		const inbound = await this.#withFiles(client, translation, signal);
		return { kind: "event", inbound, ...(callbackId === undefined ? {} : { callbackId }) };
	}

	async #withFiles(
		client: TelegramClient,
		{ inbound, files }: Extract<Translation, { kind: "inbound" }>,
		signal: AbortSignal,
	): Promise<Inbound> {
		const attachments = [];
		let { text } = inbound;
		const wanted = this.#ports.wantsFilesFrom?.(inbound.sender.id) ?? true;
		for (const file of files) {
			const fetched: Fetched = wanted
				? await fetchFile(this.#ports, client, file, inbound.dedupKey, signal)
				: { kind: "missing", note: "[a file came with this; it was not fetched]" };
			if (fetched.kind === "saved") attachments.push(fetched.attachment);
			else text = text === "" ? fetched.note : `${text}\n${fetched.note}`;
		}
		return { ...inbound, text, attachments };
	}

	async #receive(
		client: TelegramClient,
		updateId: number,
		cursor: NonNullable<Inbound["cursor"]>,
		signal: AbortSignal,
	): Promise<void> {
		const prepared = this.#prepared.get(updateId);
		if (prepared?.kind !== "event") return;
		await this.#ports.receive({ ...prepared.inbound, cursor });
		this.#prepared.set(updateId, { kind: "done" });
		if (prepared.callbackId !== undefined) void this.#answerCallback(client, prepared.callbackId, signal);
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

/** By bot, so that a new token does not go on from the numbers of another bot. */
export const cursorSource = (botId: number): string => `telegram:${botId}`;

/**
 * A read position that is true whichever events of the batch get stored: past a single update, but at the start of several,
 * of which one may be refused while a later one is stored.
 */
function safeOffset(batch: readonly RawUpdate[]): number {
	const first = batch[0]?.update_id ?? 0;
	return batch.length === 1 ? first + 1 : first;
}
