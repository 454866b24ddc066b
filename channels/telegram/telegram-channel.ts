import type { Api } from "grammy";
import type { Channel, ChannelPorts } from "#channels/channel.ts";
import { openClient, type TelegramSettings } from "./client.ts";
import { COMMANDS } from "./commands.ts";
import { withDeadline } from "./deadline.ts";
import { readFailure } from "./failure.ts";
import type { IntakePorts } from "./intake.ts";
import { Poller } from "./poller.ts";
import { createRenderer } from "./render.ts";
import { createSender } from "./send.ts";
import { Settler } from "./settler.ts";
import { Typing } from "./typing.ts";

const CALL_LIMIT_MS = 10_000;

export interface TelegramPorts extends ChannelPorts, IntakePorts {
	settings: TelegramSettings;
}

/** The channel of one bot, for private chats. Groups are left out: there anybody could speak to it. */
export function createTelegramChannel(ports: TelegramPorts): Channel {
	const { clock, log, settings } = ports;
	const client = once(() => openClient(settings, ports.fetch));
	const limited = (signal: AbortSignal, call: (api: Api) => Promise<unknown>) =>
		withDeadline(clock, CALL_LIMIT_MS, signal, async (inner) => call((await client()).api(inner)));

	const poller = new Poller({
		...ports,
		client,
		onIdentified: (signal) => {
			limited(signal, (api) => api.setMyCommands(COMMANDS)).catch((error: unknown) => {
				log.debug("telegram: the menu of commands was not set", { failure: readFailure(error) });
			});
		},
	});
	const typing = new Typing({
		clock,
		log,
		sendTyping: ({ chatId, topicId }, signal) =>
			limited(signal, (api) =>
				api.sendChatAction(chatId, "typing", topicId === undefined ? {} : { message_thread_id: topicId }),
			),
	});
	const render = createRenderer();
	const settler = new Settler({
		clock,
		log,
		render,
		call: limited,
	});
	return {
		name: "telegram",
		repeatable: false,
		start: async () => poller.start(),
		stop: async () => {
			typing.stop();
			settler.stop();
			await poller.stop();
		},
		health: () => poller.health(),
		render,
		send: createSender({ client, clock, workspace: ports.workspace }),
		settle: (question, sent, note) => settler.settle(question, sent, note),
		showActivity: (conversation, activity) => typing.show(conversation, activity),
	};
}

/** Opens at first use, and again where that failed. */
function once<T>(open: () => Promise<T>): () => Promise<T> {
	let opened: Promise<T> | undefined;
	return () => {
		opened ??= open().catch((error: unknown) => {
			opened = undefined;
			throw error;
		});
		return opened;
	};
}
