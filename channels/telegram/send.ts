import { basename, extname } from "node:path";
import { type Channel, DeliveryError } from "#channels/channel.ts";
import { type OpenFile, openWorkspaceFile } from "#channels/workspace-file.ts";
import type { Clock } from "#core/clock.ts";
import { parseAddress, type Target } from "./address.ts";
import { keyboard } from "./buttons.ts";
import type { TelegramClient } from "./client.ts";
import { withDeadline } from "./deadline.ts";
import { toDeliveryError } from "./delivery.ts";
import { readFailure } from "./failure.ts";
import { identifyPart } from "./render.ts";

const TEXT_LIMIT_MS = 60_000;
/** 50 MB at 1.5 Mbit/s. */
const FILE_LIMIT_MS = 300_000;
/** What the Bot API takes from a bot (https://core.telegram.org/bots/api#sending-files). */
const MAX_PHOTO_BYTES = 10_000_000;
const MAX_DOCUMENT_BYTES = 50_000_000;
const PHOTO_EXTENSIONS = new Set([".jpg", ".jpeg", ".png", ".webp"]);

interface SenderParts {
	client(): Promise<TelegramClient>;
	clock: Clock;
	workspace: string;
}

/** Sends one part with one call. See `Channel.send` for what it throws. */
export function createSender({ client, clock, workspace }: SenderParts): Channel["send"] {
	return async (message, part, index, _last, signal) => {
		try {
			const target = parseAddress(message.conversation.address);
			if (!target) throw new DeliveryError("permanent", `${message.conversation.address} is no address of Telegram`);
			const telegram = await client();
			if (signal.aborted) throw new DeliveryError("retry", "Stopped before the message was sent");
			const what = identifyPart(message, part, index);
			if (what.kind === "file") {
				const file = await openAttachment(workspace, what.path);
				const more = { ...inTopic(target), ...(what.caption === "" ? {} : { caption: what.caption }) };
				return await withDeadline(clock, FILE_LIMIT_MS, signal, (limited) =>
					sendFile(telegram, file, limited, { chatId: target.chatId, more }),
				);
			}
			const markup = what.withChoices ? keyboard(message.choices) : undefined;
			return await withDeadline(clock, TEXT_LIMIT_MS, signal, async (limited) => {
				const sent = await telegram.api(limited).sendMessage(target.chatId, what.text, {
					...inTopic(target),
					link_preview_options: { is_disabled: true },
					...(markup ? { reply_markup: markup } : {}),
				});
				return { serviceId: String(sent.message_id) };
			});
		} catch (error) {
			throw toDeliveryError(error);
		}
	};
}

const inTopic = ({ topicId }: Target) => (topicId === undefined ? {} : { message_thread_id: topicId });

type Attached = OpenFile & { name: string };

async function openAttachment(workspace: string, path: string): Promise<Attached> {
	const file = await openWorkspaceFile(workspace, path);
	if (!file) throw new DeliveryError("permanent", `The attachment ${path} is no file of the workspace any more`);
	return { ...file, name: basename(path) };
}

async function sendFile(
	telegram: TelegramClient,
	file: Attached,
	signal: AbortSignal,
	{ chatId, more }: { chatId: number; more: { message_thread_id?: number; caption?: string } },
): Promise<{ serviceId: string }> {
	const api = telegram.api(signal);
	// grammY writes the name into a header without quotes.
	const upload = () =>
		telegram.upload(
			file.handle.createReadStream({ start: 0, autoClose: false }),
			file.name.replace(/[\p{Cc}";]/gu, "_"),
		);
	try {
		if (file.stats.size > MAX_DOCUMENT_BYTES) {
			throw new DeliveryError("permanent", `${file.name} is over 50 MB, the most that Telegram takes from a bot`);
		}
		if (PHOTO_EXTENSIONS.has(extname(file.name).toLowerCase()) && file.stats.size <= MAX_PHOTO_BYTES) {
			try {
				const sent = await api.sendPhoto(chatId, upload(), more);
				return { serviceId: String(sent.message_id) };
			} catch (error) {
				if (!isNoPhoto(error)) throw error;
			}
		}
		const sent = await api.sendDocument(chatId, upload(), more);
		return { serviceId: String(sent.message_id) };
	} finally {
		await file.handle.close();
	}
}

/** Telegram refused the picture (its proportions, its encoding), so that nothing was sent; as a document it will pass. */
function isNoPhoto(error: unknown): boolean {
	const failure = readFailure(error);
	return failure.kind === "refused" && failure.code === 400 && /PHOTO|IMAGE/i.test(failure.description);
}
