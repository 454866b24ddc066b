import type { Channel, ChannelPorts } from "#channels/channel.ts";
import type { ConversationPort } from "#channels/conversation.ts";
import { createTelegramChannel } from "#channels/telegram/telegram-channel.ts";
import { TerminalChannel } from "#channels/terminal/terminal-channel.ts";
import type { Overview } from "#channels/web/ports.ts";
import { WebChannel } from "#channels/web/web-channel.ts";
import type { SettingsStore } from "#config/settings.ts";
import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { People } from "#daemon/gateway/people.ts";

export interface ChannelParts {
	ports: ChannelPorts;
	database: Database;
	clock: Clock;
	settings: SettingsStore;
	conversation: ConversationPort;
	people: People;
	overview: () => Overview;
}

/**
 * Makes the channels that are configured. None is started yet; heavy libraries load when one starts. A change of the
 * channels in the configuration needs a restart, which the log says.
 */
export function createChannels(parts: ChannelParts): { web: WebChannel; all: Channel[] } {
	const { ports, conversation, overview, people, settings } = parts;
	const { web, telegram } = settings.current().channels;
	const sessions = createSessionStore(parts.database, parts.clock);
	const ownerName = () => settings.current().owner.name;
	const page = new WebChannel({ ...ports, port: web.port, conversation, sessions, ownerName, overview });
	const all: Channel[] = [page, new TerminalChannel()];
	if (telegram) {
		// Strangers' files are not fetched: they could fill the disk before anybody looks.
		const wantsFilesFrom = (senderId: string) => people.trustOf("telegram", senderId) === "owner";
		all.push(createTelegramChannel({ ...ports, settings: telegram, wantsFilesFrom }));
	}
	return { web: page, all };
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
