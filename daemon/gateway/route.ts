import type { Action } from "#core/event.ts";
import type { Trust } from "#core/trust.ts";

/** What the owner can order without a model. Parsed by code, before any model sees the text. */
export type Command =
	| Action
	| { kind: "help" }
	| { kind: "status" }
	| { kind: "unpair"; channel: string; senderId: string };

export type RouteDecision =
	| { kind: "loop" }
	| { kind: "command"; command: Command }
	/** Not somebody we talk to. Answered politely, never shown to a model. */
	| { kind: "refused" };

/**
 * Decides where an event goes. Pure.
 *
 * Only the owner gives commands: anybody else's `/approve` is just text. A forward is never a command, whoever sent it,
 * since somebody else wrote it.
 */
export function routeEvent(event: {
	trust: Trust;
	text: string;
	outside: boolean;
	action: Action | undefined;
}): RouteDecision {
	if (event.trust === "stranger" || event.trust === "known") return { kind: "refused" };
	if (event.trust === "system") return { kind: "loop" };
	if (event.action) return { kind: "command", command: event.action };
	const command = event.outside ? undefined : parseCommand(event.text);
	return command ? { kind: "command", command } : { kind: "loop" };
}

/** Reads a typed command. It must be the whole message: "/stop" is one, "should I /stop it?" is not. */
export function parseCommand(text: string): Command | undefined {
	const [word = "", code = "", ...rest] = text.trim().split(/\s+/);
	const reason = rest.join(" ");
	switch (word.toLowerCase()) {
		case "/stop":
		case "/help":
		case "/status":
			return code === "" ? { kind: word.slice(1).toLowerCase() as "stop" | "help" | "status" } : undefined;
		case "/approve":
			return code !== "" && reason === "" ? { kind: "approve", code: code.toUpperCase() } : undefined;
		case "/deny":
			return code === "" ? undefined : { kind: "deny", code: code.toUpperCase(), ...(reason && { reason }) };
		case "/pair":
			return code !== "" && reason === "" ? { kind: "pair", code: code.toUpperCase() } : undefined;
		case "/unpair":
			return rest.length === 1 ? { kind: "unpair", channel: code.toLowerCase(), senderId: reason } : undefined;
		default:
			return undefined;
	}
}
