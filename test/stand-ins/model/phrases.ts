import { taskIn, withoutStamp } from "./conversation.ts";
import { SAMPLE } from "./sample.ts";
import type { ScriptedCall } from "./types.ts";

/** What a person asked the talker for. */
export type Wish =
	/** Call tools first, all in one message, then say what came of them. Results are in the order of the calls. */
	| { kind: "tools"; calls: ScriptedCall[]; report: (results: string[]) => string }
	| { kind: "say"; text: string }
	/** Say it piece by piece. */
	| { kind: "say-slowly"; text: string }
	/** Be silent in the middle of saying it. */
	| { kind: "think"; text: string; thinkMs: number }
	| { kind: "fail" };

export const HELP =
	'I know "read FILE", "write FILE: text", "delete FILE", "timer WHEN: text", "wake WHEN: text", "timers", ' +
	'"wait N seconds", "run NAME at N % a second", "run A, B, C at 3, 2, 1", "list: a; b; c", "pin: text", ' +
	'"decide: text, because why", "look E-12", "slow", "think for N seconds", "fail" and "markdown"; anything else I repeat.';

const GIST_LENGTH = 400;
const THINKING_SECONDS = 5;

/** By the first word of a message. Undefined where the rest of it does not fit. */
const VERBS: ReadonlyMap<string, (rest: string) => Wish | undefined> = new Map(
	Object.entries<(rest: string) => Wish | undefined>({
		read: (path) => (path ? readWish(path) : undefined),
		write: writeWish,
		delete: (path) => (path ? deleteWish(path) : undefined),
		timer: (rest) => timerWish(rest, "remind"),
		wake: (rest) => timerWish(rest, "act"),
		timers: () => toolWish("list_pending", {}, (result) => quoted(gist(result))),
		wait: waitWish,
		run: runWish,
		list: listWish,
		pin: pinWish,
		decide: decideWish,
		look: lookWish,
		fail: () => ({ kind: "fail" }),
		slow: () => ({ kind: "say-slowly", text: "I take my time. ".repeat(12).trim() }),
		think: thinkWish,
		markdown: () => ({ kind: "say", text: SAMPLE }),
	}),
);

/** Reads a message the way the talker understands it. */
export function wishOf(text: string): Wish {
	const [, verb = "", rest = ""] = /^\s*(\w+)\b\s*([\s\S]*)$/.exec(text) ?? [];
	const wish = VERBS.get(verb.toLowerCase())?.(rest.trim());
	return wish ?? { kind: "say", text: `You said:\n\n${quoted(text)}\n\n${HELP}` };
}

const toolWish = (tool: string, args: Record<string, unknown>, report: (result: string) => string): Wish => ({
	kind: "tools",
	calls: [{ tool, arguments: args }],
	report: ([result = ""]) => report(result),
});

const readWish = (path: string): Wish =>
	toolWish("read_file", { path }, (result) => `This is what I see of \`${path}\`:\n\n${quoted(gist(result))}`);

function writeWish(rest: string): Wish | undefined {
	const [, file, content] = /^([^:\n]+):\s*([\s\S]+)$/.exec(rest) ?? [];
	if (!file || !content) return undefined;
	const path = file.trim();
	const args = { path, content: content.endsWith("\n") ? content : `${content}\n` };
	return toolWish("write_file", args, (result) => `I was told about \`${path}\`: ${gist(result)}`);
}

const deleteWish = (path: string): Wish =>
	toolWish(
		"call_tool",
		{ name: "delete_file", arguments: { path } },
		(result) => `I was told about \`${path}\`: ${gist(result)}`,
	);

/** `timer in 20 seconds: tea`; a time of day may hold a colon of its own. */
function timerWish(rest: string, action: "remind" | "act"): Wish | undefined {
	const [, when, purpose] = /^([^:\n]+(?::\d\d[^:\n]*)?):\s*([\s\S]+)$/.exec(rest) ?? [];
	if (!when || !purpose) return undefined;
	const args = { when: when.trim(), purpose, action };
	return toolWish("set_timer", args, (result) => `I was told about the timer: ${gist(result)}`);
}

/** `wait 20 seconds` */
function waitWish(rest: string): Wish | undefined {
	const seconds = secondsIn(rest);
	return seconds === undefined ? undefined : toolWish("wait_for", { seconds }, (result) => `I waited: ${told(result)}`);
}

/** `run backup.sh at 5 % a second`, or several beside each other: `run a, b, c at 3, 2, 1` */
function runWish(rest: string): Wish | undefined {
	const [, names = "", speeds = ""] = /^(.+?)\s+at\s+([\d.,\s]+?)\s*(?:%(?:\s*(?:a|per)\s+second)?)?$/.exec(rest) ?? [];
	const scripts = items(names, ",");
	const percents = items(speeds, ",").map(Number);
	if (scripts.length === 0 || scripts.length !== percents.length) return undefined;
	if (!percents.every((percent) => percent > 0)) return undefined;
	const calls = scripts.map((name, index) => ({
		tool: "run_script",
		arguments: { name, percentPerSecond: percents[index] },
	}));
	const report = (results: string[]) =>
		scripts.map((name, index) => `- \`${name}\`: ${told(results[index] ?? "")}`).join("\n");
	return { kind: "tools", calls, report };
}

/** `list: call Bob; buy milk` */
function listWish(rest: string): Wish | undefined {
	const things = rest.startsWith(":") ? items(rest.slice(1), ";") : [];
	if (things.length === 0) return undefined;
	return toolWish("todo", { items: things }, (result) => `This is my list now:\n\n${quoted(gist(result))}`);
}

/** `pin: the safe is in the cellar` */
function pinWish(rest: string): Wish | undefined {
	const text = afterColon(rest);
	return text ? toolWish("pin", { text }, (result) => `I was told about it: ${gist(result)}`) : undefined;
}

/** `decide: train, not plane, because Ada gets airsick` */
function decideWish(rest: string): Wish | undefined {
	const [, text, why] = /^([\s\S]+?),?\s+because\s+([\s\S]+)$/.exec(afterColon(rest)) ?? [];
	return text && why ? toolWish("pin", { text, why }, (result) => `I was told about it: ${gist(result)}`) : undefined;
}

/** `look E-12`, `look C-45`: at what may have left the view */
function lookWish(rest: string): Wish | undefined {
	const [from] = /^[EC]-\d+$/i.exec(rest) ?? [];
	const args = { name: "read_conversation", arguments: { from: from?.toUpperCase() } };
	return from
		? toolWish("call_tool", args, (result) => `This is what it says there:\n\n${quoted(gist(result))}`)
		: undefined;
}

const afterColon = (rest: string): string => (rest.startsWith(":") ? rest.slice(1).trim() : "");

/** `think`, `think for 20 seconds` */
function thinkWish(rest: string): Wish {
	const seconds = secondsIn(rest) ?? THINKING_SECONDS;
	return { kind: "think", text: `I thought about it for ${seconds} seconds.`, thinkMs: seconds * 1_000 };
}

/** `20 seconds`, `for 20 s` */
function secondsIn(text: string): number | undefined {
	const [, number] = /^(?:for\s+)?(\d+(?:\.\d+)?)\s*s(?:ec(?:ond)?s?)?$/i.exec(text) ?? [];
	return Number(number) > 0 ? Number(number) : undefined;
}

const items = (text: string, separator: string): string[] =>
	text
		.split(separator)
		.map((item) => item.trim())
		.filter((item) => item !== "");

/** What a result says, unless it says that there is none yet. */
function told(result: string): string {
	const task = taskIn(result);
	return task === undefined ? gist(result) : `it goes on as ${task}; what comes of it I tell you then.`;
}

/** A result without its stamp, cut to a length that fits into a chat. */
export function gist(result: string): string {
	const characters = Array.from(withoutStamp(result));
	return characters.length > GIST_LENGTH ? `${characters.slice(0, GIST_LENGTH).join("")} …` : characters.join("");
}

export const quoted = (text: string): string =>
	text
		.split("\n")
		.map((line) => `> ${line}`)
		.join("\n");
