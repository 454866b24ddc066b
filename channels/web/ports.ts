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
	setup: SetupPort;
}

/** What the page's first-run card needs: what is missing, what this machine offers, and using it at a click. */
export interface SetupPort {
	/** Looks at the configuration, the environment and the usual loopback ports. Uses nothing of what it finds. Never rejects. */
	look(): Promise<SetupFindings>;
	/**
	 * Makes a candidate the main model: tries it with one call, and only where that works writes it into the configuration.
	 * Never rejects.
	 * @param candidateId as `look` gave it; looked up again, so that a page can't name an address of its own
	 * @param model one of the candidate's models, or another name that the owner typed
	 */
	useModel(candidateId: string, model: string): Promise<SetupOutcome>;
}

export interface SetupFindings {
	/** Whether a main model is configured. Where it is, the page shows no card and nothing is probed. */
	modelConfigured: boolean;
	telegramConfigured: boolean;
	/** As the owner sees it, for hints: `~/.steward/config.yaml`. */
	configFile: string;
	candidates: SetupCandidate[];
}

/** Something that could be the main model. Holds no secret. */
export interface SetupCandidate {
	id: string;
	/** As `OpenAI` or `Ollama`. */
	service: string;
	/** Where it was found, as `OPENAI_API_KEY in the environment` or `answers on 127.0.0.1:11434`. */
	foundIn: string;
	/** Whether what is said leaves this machine. */
	isLocal: boolean;
	/** What the service offers, the suggested one first; empty where it does not say. */
	models: string[];
}

export type SetupOutcome = { kind: "done"; text: string } | { kind: "failed"; problem: string };

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
