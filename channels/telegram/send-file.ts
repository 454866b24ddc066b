import { basename, extname } from "node:path";
import type { Api } from "grammy";
import { DeliveryError } from "#channels/channel.ts";
import { type OpenFile, openWorkspaceFile } from "#channels/workspace-file.ts";
import type { TelegramClient } from "./client.ts";
import { readFailure } from "./failure.ts";

/** What the Bot API takes from a bot (https://core.telegram.org/bots/api#sending-files). */
const MAX_PHOTO_BYTES = 10_000_000;
const MAX_DOCUMENT_BYTES = 50_000_000;
const PHOTO_EXTENSIONS = new Set([".jpg", ".jpeg", ".png", ".webp"]);

type Attachment = OpenFile & { name: string };

/** Opens a file of the workspace to be sent. `sendFile` closes it. */
export async function openAttachment(workspace: string, path: string): Promise<Attachment> {
	const file = await openWorkspaceFile(workspace, path);
	if (!file) throw new DeliveryError("permanent", `The attachment ${path} is no file of the workspace any more`);
	return { ...file, name: basename(path) };
}

interface FileMessage {
	chatId: number;
	/** Where in the chat, and what stands below the file. */
	more: { message_thread_id?: number; caption?: string };
}

/**
 * Sends a file, a small picture as a photo and everything else as a document.
 * @returns Telegram's number of the message
 * @throws DeliveryError where it is too large, else what grammY throws
 */
export async function sendFile(
	api: Api,
	upload: TelegramClient["upload"],
	file: Attachment,
	{ chatId, more }: FileMessage,
): Promise<number> {
	// grammY writes the name into a header without quotes.
	const content = () =>
		upload(file.handle.createReadStream({ start: 0, autoClose: false }), file.name.replace(/[\p{Cc}";]/gu, "_"));
	try {
		if (file.stats.size > MAX_DOCUMENT_BYTES) {
			throw new DeliveryError("permanent", `${file.name} is over 50 MB, the most that Telegram takes from a bot`);
		}
		if (PHOTO_EXTENSIONS.has(extname(file.name).toLowerCase()) && file.stats.size <= MAX_PHOTO_BYTES) {
			try {
				return (await api.sendPhoto(chatId, content(), more)).message_id;
			} catch (error) {
				if (!isNoPhoto(error)) throw error;
			}
		}
		return (await api.sendDocument(chatId, content(), more)).message_id;
	} finally {
		await file.handle.close();
	}
}

/** Telegram refused the picture (its proportions, its encoding), so that nothing was sent; as a document it will pass. */
function isNoPhoto(error: unknown): boolean {
	const failure = readFailure(error);
	return failure.kind === "refused" && failure.code === 400 && /PHOTO|IMAGE/i.test(failure.description);
}
