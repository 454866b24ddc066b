import type { Inbound } from "#core/event.ts";

/** What Telegram offers when somebody types `/`. The gateway knows what they mean. */
export const COMMANDS = [
	{ command: "stop", description: "Stop what is being done; /stop all: everything" },
	{ command: "status", description: "What is going on" },
	{ command: "timers", description: "What will happen, and when" },
	{ command: "approve", description: "Allow an action, with its code" },
	{ command: "always", description: "Allow it, and the same from now on, as the question says" },
	{ command: "deny", description: "Refuse an action, with its code" },
	{ command: "pin", description: "Keep something in view, word for word" },
	{ command: "unpin", description: "Let go of what is kept" },
	{ command: "compact", description: "Sum up what I have in view; what to keep above all may follow" },
	{ command: "pins", description: "What is kept word for word" },
	{ command: "spend", description: "What I cost; /spend allow: go on above the limit today" },
	{ command: "memory", description: "What I remember" },
	{ command: "help", description: "What I can do" },
];

/** A command or a pressed button is about what goes on now: it doesn't wait for the files of a message before it. */
export function isUrgent({ text, action, outside }: Inbound): boolean {
	if (action !== undefined) return true;
	const name = /^\/(\w+)(?!\S)/.exec(text)?.[1];
	return outside === undefined && COMMANDS.some(({ command }) => command === name);
}
