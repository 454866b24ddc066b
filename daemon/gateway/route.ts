import type { Action, Relation } from "#core/event.ts";
import type { Trust } from "#core/trust.ts";

/** What the owner can order without a model. Parsed by code, before any model sees the text. */
export type Command =
	| Action
	| { kind: "help" }
	| { kind: "status" }
	| { kind: "timers" }
	| { kind: "memory" }
	| { kind: "cancel"; registration: string }
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
 * since somebody else wrote it. Nor is an edit: what it corrects has been obeyed already, and would be a second time.
 */
export function routeEvent(event: {
	trust: Trust;
	text: string;
	outside: boolean;
	relation?: Relation | undefined;
	action: Action | undefined;
}): RouteDecision {
	if (event.trust === "stranger" || event.trust === "known") return { kind: "refused" };
	if (event.trust === "system") return { kind: "loop" };
	if (event.action) return { kind: "command", command: event.action };
	const isCorrection = event.relation === "edit" || event.relation === "reaction";
	const command = event.outside || isCorrection ? undefined : parseCommand(event.text);
	return command ? { kind: "command", command } : { kind: "loop" };
}

/**
 * Reads the words after a command; undefined where they don't fit it, so that the text is just a message.
 * `/start` is what Telegram sends for somebody who opens the bot for the first time.
 */
const COMMANDS: ReadonlyMap<string, (words: readonly string[]) => Command | undefined> = new Map(
	Object.entries({
		"/start": alone({ kind: "help" }),
		"/help": alone({ kind: "help" }),
		"/stop": alone({ kind: "stop" }),
		"/status": alone({ kind: "status" }),
		"/timers": alone({ kind: "timers" }),
		"/memory": alone({ kind: "memory" }),
		"/cancel": withOne((registration) => ({ kind: "cancel", registration })),
		"/approve": withOne((code) => ({ kind: "approve", code: code.toUpperCase() })),
		"/pair": withOne((code) => ({ kind: "pair", code: code.toUpperCase() })),
		"/deny": ([code, ...words]: readonly string[]): Command | undefined => {
			const reason = words.join(" ");
			return code === undefined ? undefined : { kind: "deny", code: code.toUpperCase(), ...(reason && { reason }) };
		},
		"/unpair": ([channel, senderId, ...more]: readonly string[]): Command | undefined =>
			channel === undefined || senderId === undefined || more.length > 0
				? undefined
				: { kind: "unpair", channel: channel.toLowerCase(), senderId },
	}),
);

function alone(command: Command): (words: readonly string[]) => Command | undefined {
	return (words) => (words.length === 0 ? command : undefined);
}

function withOne(make: (word: string) => Command): (words: readonly string[]) => Command | undefined {
	return ([word, ...more]) => (word === undefined || more.length > 0 ? undefined : make(word));
}

/** Reads a typed command. It must be the whole message: "/stop" is one, "should I /stop it?" is not. */
export function parseCommand(text: string): Command | undefined {
	const [command = "", ...words] = text.trim().split(/\s+/);
	return COMMANDS.get(command.toLowerCase())?.(words);
}
