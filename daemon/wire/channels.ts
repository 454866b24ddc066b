import type { Channel, ChannelPorts } from "#channels/channel.ts";
import type { ConversationPort } from "#channels/conversation.ts";
import { createTelegramChannel } from "#channels/telegram/telegram-channel.ts";
import { TerminalChannel } from "#channels/terminal/terminal-channel.ts";
import type { Overview, SetupPort } from "#channels/web/ports.ts";
import { WebChannel } from "#channels/web/web-channel.ts";
import type { SettingsStore } from "#config/settings.ts";
import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { Log } from "#core/log.ts";
import type { People } from "#daemon/gateway/people.ts";
import { ChannelSet } from "./channel-set.ts";

export interface ChannelParts {
	/** Filled here. */
	inUse: Map<string, Channel>;
	ports: ChannelPorts;
	database: Database;
	clock: Clock;
	settings: SettingsStore;
	conversation: ConversationPort;
	people: People;
	overview: () => Overview;
	setup: SetupPort;
	log: Log;
	/** Called when a channel was put in place of another. */
	onReplaced: () => void;
}

/** Makes the channels that are configured. None is started yet; heavy libraries load when one starts. */
export function createChannels(parts: ChannelParts): { web: WebChannel; set: ChannelSet } {
	const { inUse, ports, conversation, overview, people, settings, setup, log } = parts;
	const sessions = createSessionStore(parts.database, parts.clock);
	const ownerName = () => settings.current().owner.name;
	const { port } = settings.current().channels.web;
	const web = new WebChannel({ ...ports, port, conversation, sessions, ownerName, overview, setup });
	// Strangers' files are not fetched: they could fill the disk before anybody looks.
	const wantsFilesFrom = (senderId: string) => people.trustOf("telegram", senderId) === "owner";
	const createTelegram = () => {
		const { telegram } = settings.current().channels;
		return telegram && createTelegramChannel({ ...ports, settings: telegram, wantsFilesFrom });
	};
	const fixed = [web, new TerminalChannel()];
	return { web, set: new ChannelSet({ inUse, fixed, createTelegram, log, onReplaced: parts.onReplaced }) };
}

function createSessionStore(database: Database, clock: Clock) {
	return {
		add(digest: string, expiresAt: number): void {
			database.write(() => {
				database.run("DELETE FROM web_sessions WHERE expires_at <= ?", clock.now());
				database.run("INSERT INTO web_sessions VALUES (?, ?, ?)", digest, clock.now(), expiresAt);
			});
		},
		find: (digest: string) =>
			database.get<{ expiresAt: number }>("SELECT expires_at AS expiresAt FROM web_sessions WHERE digest = ?", digest),
		remove(digest: string): void {
			database.write(() => database.run("DELETE FROM web_sessions WHERE digest = ?", digest));
		},
	};
}
