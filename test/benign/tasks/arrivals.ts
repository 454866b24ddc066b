import type { Inbound } from "#core/event.ts";

type Arrival = Omit<Inbound, "dedupKey" | "occurredAt">;

/** A mail in a thread of its own, read apart from the owner's conversation. */
export const mail = (text: string, from = "bob@example.org", thread = "1"): Arrival => ({
	channel: "email",
	conversation: { channel: "email", address: `thread-${thread}` },
	sender: { id: from, name: from.split("@")[0] ?? from },
	text,
	outside: { source: "email" },
	trajectory: { kind: "side", key: `mail:${thread}`, purpose: "a mail thread" },
});

/** What a service of the owner's reports. */
export const webhook = (text: string): Arrival => ({
	...mail(text, "service", "hook"),
	channel: "webhook",
	conversation: { channel: "webhook", address: "hook" },
	outside: { source: "webhook" },
	trajectory: { kind: "side", key: "webhook:1", purpose: "a webhook" },
});

/** The owner's words in a group. The page stands for the channel: what counts is that others read there. */
export const inGroup = (text: string): Arrival => ({
	channel: "web",
	conversation: { channel: "web", address: "group-family" },
	sender: { id: "owner" },
	text,
	trajectory: { kind: "guest", key: "group:family", purpose: "the family's group" },
});

/** What the reader of a message says of it. */
export const reading = (values: Record<string, unknown> = {}): Record<string, unknown> => ({
	...{ kind: "question", urgency: "normal", needsAnswer: true, asks: ["reply"], looksLikePhishing: false },
	...{ confidence: "high", dates: [], amounts: [], ...values },
});
