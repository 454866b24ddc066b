import type { Channel, ChannelPorts } from "#channels/channel.ts";
import type { ConversationPort } from "#channels/conversation.ts";
import { createTelegramChannel } from "#channels/telegram/telegram-channel.ts";
import { TerminalChannel } from "#channels/terminal/terminal-channel.ts";
import type { Overview } from "#channels/web/ports.ts";
import { WebChannel } from "#channels/web/web-channel.ts";
import type { Settings } from "#config/schema.ts";
import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { Trust } from "#core/trust.ts";

export interface ChannelParts {
	ports: ChannelPorts;
	database: Database;
	clock: Clock;
	/** As they are at the start: a change of these needs a restart, which the log says. */
	settings: Settings["channels"];
	conversation: ConversationPort;
	ownerName: () => string;
	trustOf: (channel: string, senderId: string) => Trust;
	overview: () => Overview;
}

/** Makes the channels that are configured. None is started yet; heavy libraries load when one starts. */
export function createChannels(parts: ChannelParts): { web: WebChannel; all: Channel[] } {
	const { ports, settings, conversation, ownerName, overview, trustOf } = parts;
	const sessions = createSessionStore(parts.database, parts.clock);
	const web = new WebChannel({ ...ports, port: settings.web.port, conversation, sessions, ownerName, overview });
	const all: Channel[] = [web, new TerminalChannel()];
	if (settings.telegram) {
		const wantsFilesFrom = (senderId: string) => trustOf("telegram", senderId) === "owner";
		all.push(createTelegramChannel({ ...ports, settings: settings.telegram, wantsFilesFrom }));
	}
	return { web, all };
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
