import type { Api } from "grammy";
import type { SentPart } from "#channels/channel.ts";
import { type Clock, sleep } from "#core/clock.ts";
import type { Log } from "#core/log.ts";
import type { OutboundMessage } from "#core/message.ts";
import { parseAddress } from "./address.ts";
import { type Failure, readFailure } from "./failure.ts";
import { decodePart, type Part } from "./part.ts";
import { areEntitiesRefused } from "./send-text.ts";

/** Whoever looks at the chat later sees by the answer to a press that nothing is open: it is not worth more. */
const MOST_TRIES = 4;
const RETRY_DELAY_MS = 5_000;
/** A wait that Telegram asks for beyond this one is not waited for. */
const LONGEST_WAIT_MS = 120_000;

type TextPart = Extract<Part, { kind: "text" }>;

/** What a question becomes: new words, or only its buttons gone. */
type Edit = { chatId: number; messageId: number; text: TextPart | undefined };

export interface SettlerParts {
	clock: Clock;
	log: Log;
	/** `Channel.render`. */
	render(message: OutboundMessage): Promise<string[]>;
	/** Runs one call of the Bot API, within a time limit. */
	call(signal: AbortSignal, request: (api: Api) => Promise<unknown>): Promise<unknown>;
}

/** Takes the buttons off questions that need no answer any more. See `Channel.settle`. */
export class Settler {
	readonly #parts: SettlerParts;
	readonly #stopping = new AbortController();
	/** One after the other: many questions that end at once must not use up what Telegram allows for messages. */
	#work: Promise<void> = Promise.resolve();

	constructor(parts: SettlerParts) {
		this.#parts = parts;
	}

	settle(question: OutboundMessage, sent: readonly SentPart[], note: string): void {
		this.#work = this.#work.then(async () => {
			try {
				const edit = await this.#plan(question, sent, note);
				if (edit) await this.#carryOut(edit);
			} catch (error) {
				this.#parts.log.debug("telegram: the buttons of a question were not taken away", {
					outbox: question.id,
					failure: readFailure(error),
				});
			}
		});
	}

	stop(): void {
		this.#stopping.abort();
	}

	/** Undefined where the part with the buttons was not sent. */
	async #plan(question: OutboundMessage, sent: readonly SentPart[], note: string): Promise<Edit | undefined> {
		const before = (await this.#parts.render(question)).map(decodePart);
		const index = before.findIndex((part) => part.kind === "text" && part.withChoices);
		const serviceId = sent.find((part) => part.index === index)?.serviceId;
		const target = parseAddress(question.conversation.address);
		if (serviceId === undefined || !target) return undefined;
		const settled = { ...question, text: `${question.text}\n\n${escapeMarks(note)}`, choices: [] };
		const after = (await this.#parts.render(settled)).map(decodePart);
		const part = after[index];
		// Where the words fall into other parts than before, what the chat shows is left as it is.
		const fits = after.length === before.length && part?.kind === "text" && part.withChoices;
		return { chatId: target.chatId, messageId: Number(serviceId), text: fits ? part : undefined };
	}

	async #carryOut(edit: Edit): Promise<void> {
		const { signal } = this.#stopping;
		for (let tries = 1; !signal.aborted; tries++) {
			try {
				return void (await this.#parts.call(signal, (api) => sendEdit(api, edit)));
			} catch (error) {
				const delayMs = retryDelayMs(readFailure(error));
				if (delayMs === undefined || tries === MOST_TRIES) throw error;
				await sleep(this.#parts.clock, delayMs, signal);
			}
		}
	}
}

/** An edit that names no buttons takes them away. */
async function sendEdit(api: Api, { chatId, messageId, text: part }: Edit): Promise<void> {
	if (!part) return void (await api.editMessageReplyMarkup(chatId, messageId));
	const { text, entities } = part;
	const link_preview_options = { is_disabled: true };
	try {
		await api.editMessageText(chatId, messageId, text, { entities, link_preview_options });
	} catch (error) {
		if (!areEntitiesRefused(error)) throw error;
		await api.editMessageReplyMarkup(chatId, messageId);
	}
}

/** An edit may be repeated: it says the same. Undefined where Telegram's no is its last word. */
function retryDelayMs(failure: Failure): number | undefined {
	if (failure.kind !== "refused") return RETRY_DELAY_MS;
	if (failure.code >= 500) return RETRY_DELAY_MS;
	const { retryAfterMs } = failure;
	if (failure.code !== 429 || retryAfterMs === undefined || retryAfterMs > LONGEST_WAIT_MS) return undefined;
	return retryAfterMs;
}

/** The note is plain text, and the question Markdown. */
const escapeMarks = (note: string): string => note.replace(/[\\`*_[\]<>~&]/g, "\\$&");
