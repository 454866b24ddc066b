import type { ModelServer } from "#test/stand-ins/model/types.ts";
import type { BotApi, TelegramUser } from "#test/stand-ins/telegram/types.ts";
import type { PageClient } from "./page-client.ts";
import type { Wire } from "./wire.ts";
import type { Channel } from "./world-protocol.ts";

/** What is in the world's process. */
export interface WorldParts {
	wire: Wire;
	model: ModelServer;
	bot: BotApi;
	/** The owner's phone. */
	owner: TelegramUser;
	/** The owner's browser. */
	page: () => PageClient;
}

/** The owner says something. Resolves when it is on disk, or, on Telegram, on its way. */
export async function say({ owner, page }: WorldParts, channel: Channel, text: string): Promise<void> {
	if (channel === "telegram") owner.sendText(text);
	else await page().send(text);
}
