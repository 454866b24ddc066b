import { type Channel, DeliveryError, REPEAT_MARK } from "#channels/channel.ts";
import type { Clock } from "#core/clock.ts";
import { parseAddress, type Target } from "./address.ts";
import type { TelegramClient } from "./client.ts";
import { withDeadline } from "./deadline.ts";
import { toDeliveryError } from "./delivery.ts";
import { prefixed } from "./formatted-text.ts";
import { decodePart } from "./part.ts";
import { openAttachment, sendFile } from "./send-file.ts";
import { sendText } from "./send-text.ts";

const TEXT_LIMIT_MS = 60_000;
/** 50 MB at 1.5 Mbit/s. */
const FILE_LIMIT_MS = 300_000;

interface SenderParts {
	client(): Promise<TelegramClient>;
	clock: Clock;
	workspace: string;
}

/** Sends one part. See `Channel.send` for what it throws. */
export function createSender({ client, clock, workspace }: SenderParts): Channel["send"] {
	return async (message, { part: encoded, repeat }, signal) => {
		try {
			const target = parseAddress(message.conversation.address);
			if (!target) throw new DeliveryError("permanent", `${message.conversation.address} is no address of Telegram`);
			const telegram = await client();
			if (signal.aborted) throw new DeliveryError("retry", "Stopped before the message was sent");
			const part = decodePart(encoded);
			const { chatId } = target;
			if (part.kind === "file") {
				const file = await openAttachment(workspace, part.path);
				const more = { ...inTopic(target), ...(repeat ? { caption: REPEAT_MARK.trim() } : {}) };
				return identified(
					await withDeadline(clock, FILE_LIMIT_MS, signal, (limited) =>
						sendFile(telegram.api(limited), telegram.upload, file, { chatId, more }),
					),
				);
			}
			const text = repeat ? prefixed(REPEAT_MARK, part) : part;
			const choices = part.withChoices ? message.choices : [];
			return identified(
				await withDeadline(clock, TEXT_LIMIT_MS, signal, (limited) =>
					sendText(telegram.api(limited), { ...text, chatId, topic: inTopic(target), choices }),
				),
			);
		} catch (error) {
			throw toDeliveryError(error);
		}
	};
}

const inTopic = ({ topicId }: Target) => (topicId === undefined ? {} : { message_thread_id: topicId });

const identified = (messageId: number) => ({ serviceId: String(messageId) });
