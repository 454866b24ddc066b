import { type ChatRequest, contentText } from "./body.ts";
import { pastCalls, shownEvents, withoutStamp } from "./conversation.ts";

/** The longest that is told of one thing, and how many of a kind: a note stands for something longer than itself. */
const LINE_LENGTH = 160;
const MOST_LINES = 8;

/**
 * What the daemon asks a model for beside the conversation: a handover note, or summaries of long results. They are made of
 * nothing but what stands in the request, as a careful model would.
 * @returns the answer, or undefined where the request's last message asks for something else
 */
export function choreFor(request: ChatRequest): string | undefined {
	const instruction = contentText(request.messages.at(-1)?.content);
	if (instruction.includes("Write a handover note now")) return handoverNote(request, instruction);
	return instruction.includes("Some long results are about to leave") ? summaries(request, instruction) : undefined;
}

function handoverNote(request: ChatRequest, instruction: string): string {
	// Notes of the program are on record anyhow.
	const events = shownEvents(request).filter(({ channel }) => channel !== "system");
	const wishes = events.filter(({ outside }) => !outside).map(({ id, text }) => `- ${id}: "${oneLine(text)}"`);
	const claims = events.filter(({ outside }) => outside).map(({ id }) => `- ${id} was written by somebody else.`);
	const calls = pastCalls(request);
	const done = calls
		.filter(({ tool }) => tool !== "reply" && tool !== "no_reply")
		.map(({ tool, arguments: args, result }) => `- ${tool} ${oneLine(JSON.stringify(args))}: ${gistOf(result)}`);
	const failed = done.filter((line) => line.includes(": FAILED"));
	const last = calls.findLast(({ tool }) => tool === "reply");
	const parts = {
		"Task goal": [
			...earlier(request, "Task goal"),
			...(wishes.length > 0 ? ["The owner wrote:", ...newest(wishes)] : []),
		],
		"Key information": [
			...earlier(request, "Key information"),
			...wanted(events, instruction),
			...newest([...claims, ...done]),
		],
		"Problems and solutions": [...earlier(request, "Problems and solutions"), ...newest(failed)],
		"Current state and next step": [
			last ? `My last reply: ${oneLine(JSON.stringify(last.arguments))}` : "Nothing was answered yet.",
			"Next: wait for what the owner says.",
		],
	};
	const sections = Object.entries(parts).map(([heading, lines]) => `## ${heading}\n${textOf(lines)}`);
	return `<analysis>\n${events.length} events are in view.\n</analysis>\n\n${sections.join("\n\n")}`;
}

const textOf = (lines: readonly string[]): string => [...new Set(lines)].join("\n") || "None.";

const newest = (lines: readonly string[]): string[] => lines.slice(-MOST_LINES);

const gistOf = (result: string | undefined): string =>
	result === undefined ? "no result yet" : oneLine(withoutStamp(result));

/** What the owner said that has to do with what should be kept above all. */
function wanted(events: ReturnType<typeof shownEvents>, instruction: string): string[] {
	const [, focus = ""] = /The owner's words:\n([\s\S]*?)\n?<\/steward_notice>/.exec(instruction) ?? [];
	const words = focus.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
	const fitting = events.filter(
		({ text, outside }) => !outside && words.some((word) => text.toLowerCase().includes(word)),
	);
	return fitting.map(({ id, text }) => `- To keep, from ${id}: ${oneLine(text)}`);
}

/** What an earlier note said under a heading: it is worked into the new one. */
function earlier({ messages }: ChatRequest, heading: string): string[] {
	const opening = messages
		.slice(0, -1)
		.map(({ content }) => contentText(content))
		.find((text) => text.startsWith("<steward_notice>") && text.includes("\n## Left out\n"));
	const [, , text = ""] = opening?.split(new RegExp(`(^|\\n)## ${heading}\\n`)) ?? [];
	const lines = (text.split(/\n## /, 1)[0] ?? "").split("\n").filter((line) => line.trim() !== "" && line !== "None.");
	return newest(lines);
}

/** `- C-45 (read_file). Given what was being looked for: {"path":"x"}` */
const RESULT = /^- (C-\d+) \([^)]*\)\. Given what was being looked for: (.*?)…?$/gm;

function summaries(request: ChatRequest, instruction: string): string {
	const calls = pastCalls(request);
	const found = [...instruction.matchAll(RESULT)].flatMap(([, id, query = ""]) => {
		const call = calls.findLast((one) => JSON.stringify(one.arguments).replace(/\s+/g, " ").startsWith(query));
		const lines = withoutStamp(call?.result ?? "").split("\n");
		const summary = `It begins: ${oneLine(lines.slice(0, 3).join(" "))}`;
		return call ? [{ id, summary, sources: ["lines 1-3"] }] : [];
	});
	return JSON.stringify(found);
}

/** Cut between words: half a number would be another number. */
function oneLine(text: string): string {
	const flat = text.replace(/\s+/g, " ").trim();
	return flat.length > LINE_LENGTH ? `${flat.slice(0, LINE_LENGTH).replace(/\S*$/, "")}…` : flat;
}
