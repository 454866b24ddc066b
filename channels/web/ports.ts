import type { ChannelHealth, ChannelPorts } from "#channels/channel.ts";
import type { ConversationPort } from "#channels/conversation.ts";

/** What the page needs from the daemon beside what every channel gets. */
export interface WebPorts extends ChannelPorts {
	/** The port on 127.0.0.1; 0 takes any free one. */
	port: number;
	conversation: ConversationPort;
	sessions: SessionStore;
	/** How the owner wants to be called, where that is known. */
	ownerName(): string | undefined;
	/** What `/healthz` shows to anybody on this machine: no secrets, nothing of what was said. */
	overview(): Overview;
}

/** Browser sessions that outlive a restart. Only digests are stored, so that a copy of the database opens nothing. */
export interface SessionStore {
	/** @param expiresAt milliseconds since the epoch */
	add(digest: string, expiresAt: number): void;
	/** May return a session that has expired; the caller looks at `expiresAt`. */
	find(digest: string): { expiresAt: number } | undefined;
	/** Harmless where there is no such session. */
	remove(digest: string): void;
}

/** The state of the daemon as plain JSON. */
export interface Overview {
	status: "ok" | "degraded";
	uptimeSeconds: number;
	version: string;
	channels: Record<string, ChannelHealth>;
	[more: string]: unknown;
}
