import type { Action, Relation, Urgency } from "#core/event.ts";
import type { Trust } from "#core/trust.ts";
import type { LoopReading } from "#daemon/loop/loop-control.ts";
import type { PinOrder } from "#daemon/pins/pin-orders.ts";
import type { Strategy } from "#daemon/records/event-record.ts";
import { readStop } from "#daemon/router/stop-words.ts";

/** What the owner can order without a model. Parsed by code, before any model sees the text. */
export type Command =
	| Action
	| { kind: "help" }
	| { kind: "status" }
	| { kind: "timers" }
	| { kind: "memory" }
	/** What was spent, and the limits; or leave to answer the owner above them until the day is over. */
	| { kind: "spend" }
	| { kind: "spend-allow" }
	| PinOrder
	/** Sum up what is in view; `focus` is what to keep above all, in the owner's words. */
	| { kind: "compact"; focus?: string }
	/** A timer or a task: `R-3`, `T-9`. */
	| { kind: "cancel"; registration: string }
	| { kind: "unpair"; channel: string; senderId: string };

/** What is made of an event, and why, in plain words. Stored with it. */
export interface Routing {
	kind: Strategy;
	reason: string;
}

export type RouteDecision =
	/** `mayClassify`: what it means for the work under way is for the light model to say, if there is one. */
	| { kind: "loop"; strategy: Routing; mayClassify: boolean }
	| { kind: "command"; command: Command; strategy: Routing | undefined }
	/** Not somebody we talk to. Answered politely, never shown to a model. */
	| { kind: "refused" };

/** What an order is read from. */
export interface Spoken {
	trust: Trust;
	text: string;
	/** Somebody else wrote it. */
	outside: boolean;
	relation?: Relation | undefined;
	action: Action | undefined;
	hasAttachments: boolean;
	/** It is not part of the owner's conversation: its adapter says so. */
	hasOwnTrajectory: boolean;
}

export interface RoutedEvent extends Spoken {
	urgency: Urgency;
}

/** A longer message is hardly a word about the work under way, and would make the light model slow. */
const MAX_CLASSIFIED_LENGTH = 1_000;

/**
 * Decides what becomes of an event that has just come. Pure.
 *
 * Only the owner gives commands, and only the owner and the program itself can cut off what is being done: anybody else's
 * `/approve` or urgency is just text. A forward never does, whoever sent it, since somebody else wrote it; nor does an edit,
 * since what it corrects has been obeyed already, and would be a second time.
 */
export function routeEvent(event: RoutedEvent, loop: LoopReading): RouteDecision {
	const order = orderOf(event);
	if (order && (order.means !== "stop-word" || isSomethingGoingOn(loop))) return obey(order);
	const isForeign = event.trust === "stranger" || event.trust === "known";
	// Whoever else presses a button in a group is no one to obey, and a button is nothing to show to a model.
	if (isForeign && (!event.hasOwnTrajectory || event.action)) return { kind: "refused" };
	if (isForeign || event.hasOwnTrajectory) return queue("it is read in a trajectory of its own");
	return decideStrategy(event, loop);
}

function decideStrategy(event: RoutedEvent, loop: LoopReading): RouteDecision {
	if (!isAtWork(loop)) return queue(describeRest(loop));
	const isOwnWord = !event.outside && event.relation !== "edit" && event.relation !== "reaction";
	if (event.urgency === "interrupt" && isOwnWord) {
		const who = event.trust === "owner" ? "the owner" : "the program";
		return { kind: "loop", strategy: { kind: "cancel", reason: `${who} made it urgent` }, mayClassify: false };
	}
	if (event.urgency === "critical") return queue("it is critical: a long call gives way to it");
	const isPlain = event.trust === "owner" && isOwnWord && !event.hasAttachments;
	const length = event.text.trim().length;
	const mayClassify = isPlain && event.urgency === "normal" && length > 0 && length <= MAX_CLASSIFIED_LENGTH;
	return queue(`the loop is ${loop.state}: it is taken up at the next safe point`, mayClassify);
}

const queue = (reason: string, mayClassify = false): RouteDecision => ({
	kind: "loop",
	strategy: { kind: "queue", reason },
	mayClassify,
});

/** The model is being asked, or calls are being run: there is something to cut off. */
export const isAtWork = ({ state }: Pick<LoopReading, "state">): boolean => state === "thinking" || state === "acting";

/** Something that a stop would end. */
const isSomethingGoingOn = ({ state, tasks, approvals }: LoopReading): boolean =>
	state !== "idle" || tasks > 0 || approvals > 0;

function describeRest(loop: LoopReading): string {
	if (!isSomethingGoingOn(loop)) return "nothing is running";
	if (loop.state === "idle") return "no turn is running: it is taken up at once";
	return `nothing is to be cut off: the state is ${loop.state.replaceAll("-", " ")}`;
}

interface Order {
	command: Command;
	/** A `stop-word` is an order only while there is something to stop. */
	means: "button" | "typed" | "stop-word";
}

/** The order that an event is, whatever the loop is doing. Undefined where it is none, or not the owner's. Pure. */
export function orderOf(event: Spoken): Order | undefined {
	if (event.trust !== "owner") return undefined;
	if (event.action) return { command: event.action, means: "button" };
	const isCorrection = event.relation === "edit" || event.relation === "reaction";
	if (event.outside || isCorrection || event.hasOwnTrajectory) return undefined;
	const command = parseCommand(event.text);
	if (command) return { command, means: "typed" };
	const stop = event.hasAttachments ? undefined : readStop(event.text);
	return stop && { command: stopCommand(stop.all), means: "stop-word" };
}

const STOP_REASONS: Record<Order["means"], string> = {
	button: "the owner pressed Stop",
	typed: "the owner typed /stop",
	"stop-word": "the whole message is a word for stop",
};

const obey = ({ command, means }: Order): RouteDecision => ({
	kind: "command",
	command,
	strategy: command.kind === "stop" ? { kind: "cancel", reason: STOP_REASONS[means] } : undefined,
});

const stopCommand = (all: boolean): Command => (all ? { kind: "stop", all } : { kind: "stop" });

/**
 * Reads the words after a command; undefined where they don't fit it, so that the text is just a message.
 * `/start` is what Telegram sends for somebody who opens the bot for the first time.
 */
const COMMANDS: ReadonlyMap<string, (words: readonly string[]) => Command | undefined> = new Map(
	Object.entries({
		"/start": alone({ kind: "help" }),
		"/help": alone({ kind: "help" }),
		"/stop": ([word, ...more]: readonly string[]): Command | undefined =>
			(word === undefined || word.toLowerCase() === "all") && more.length === 0
				? stopCommand(word !== undefined)
				: undefined,
		"/status": alone({ kind: "status" }),
		"/timers": alone({ kind: "timers" }),
		"/memory": alone({ kind: "memory" }),
		"/spend": ([word, ...more]: readonly string[]): Command | undefined => {
			if (word === undefined) return { kind: "spend" };
			return word.toLowerCase() === "allow" && more.length === 0 ? { kind: "spend-allow" } : undefined;
		},
		"/pin": (words: readonly string[]): Command =>
			words.length === 0 ? { kind: "pin" } : { kind: "pin", text: words.join(" ") },
		"/pins": alone({ kind: "pins" }),
		"/unpin": withOne((name) => ({ kind: "unpin", name })),
		"/compact": (words: readonly string[]): Command =>
			words.length === 0 ? { kind: "compact" } : { kind: "compact", focus: words.join(" ") },
		"/cancel": withOne((registration) => ({ kind: "cancel", registration })),
		"/approve": withOne((code) => ({ kind: "approve", code: code.toUpperCase() })),
		"/always": withOne((code) => ({ kind: "approve", code: code.toUpperCase(), always: true })),
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
