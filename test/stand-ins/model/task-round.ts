import * as z from "zod";
import { type OpenEvent, type PastCall, taskIn, withoutStamp } from "./conversation.ts";
import { callFor, isSame } from "./past-call.ts";
import { gist, wishOf } from "./phrases.ts";
import type { ScriptedCall } from "./types.ts";

/** What is to be done about results of tasks that have come in. */
export type TaskRound =
	| { kind: "call"; calls: ScriptedCall[] }
	/** Others that were begun with it are still running. */
	| { kind: "wait" }
	| { kind: "report"; events: OpenEvent[]; text: string };

/** What is not as far when the first one ends is not worth waiting for. */
const ENOUGH_PERCENT = 50;

/** A script that was run in the background, alone or with others beside it. */
interface Script {
	name: string;
	/** `T-9` */
	task: string;
	/** Its result, once it is there. */
	result: string | undefined;
	isCancelled: boolean;
	/** How far it was when it was last looked at. */
	percent: number | undefined;
}

const RESULT = /^Result of task (T-\d+) [^:]*: ([\s\S]*)$/;

const named = z.object({ name: z.string() });
const withId = z.object({ id: z.string() });

/** Whether an event brings what came of a task. */
export const isTaskResult = ({ channel, text }: OpenEvent): boolean => channel === "task" && RESULT.test(text);

/**
 * Goes on with what was run in the background: when the first of several ends, the others are looked at, and what is behind
 * is cancelled; when none is left, the report names all of them.
 * @param open the results that nobody has answered yet
 * @param events all that is in view
 */
export function taskRounds(open: readonly OpenEvent[], events: OpenEvent[], calls: PastCall[]): TaskRound[] {
	const groups = new Map<PastCall | string, OpenEvent[]>();
	for (const event of open) {
		const task = taskOf(event);
		const key = groupOf(task, events, calls)[0] ?? task;
		groups.set(key, [...(groups.get(key) ?? []), event]);
	}
	return [...groups.values()].map((results) => roundOf(results, events, calls));
}

function roundOf(results: OpenEvent[], events: OpenEvent[], calls: PastCall[]): TaskRound {
	const scripts = groupOf(taskOf(results[0]), events, calls).map((call) => readScript(call, events, calls));
	if (scripts.length === 0) return { kind: "report", events: results, text: results.map(plainReport).join("\n") };
	const running = scripts.filter(({ result, isCancelled }) => result === undefined && !isCancelled);
	if (running.length === 0) return { kind: "report", events: results, text: scripts.map(reportOf).join("\n") };
	if (scripts.every(({ task }) => lookAt(task, calls) === undefined)) return callAll("read_task", running);
	const slow = running.filter(({ task, percent = 100 }) => percent < ENOUGH_PERCENT && !wasTried(task, calls));
	return slow.length > 0 ? callAll("cancel", slow) : { kind: "wait" };
}

const callAll = (tool: string, scripts: Script[]): TaskRound => ({
	kind: "call",
	calls: scripts.map(({ task }) => ({ tool, arguments: { id: task } })),
});

/** The calls that one message of a person asked for, where a task is one of them. Empty where it is out of view. */
function groupOf(task: string, events: OpenEvent[], calls: PastCall[]): PastCall[] {
	const own = calls.find(({ result }) => result !== undefined && taskIn(result) === task);
	if (!own) return [];
	const wishes = events.map((event) => ({ event, wish: wishOf(event.text) }));
	const asked = wishes.findLast(
		({ event, wish }) =>
			event.at < own.at && !event.outside && wish.kind === "tools" && wish.calls.some((call) => isSame(own, call)),
	);
	if (asked?.wish.kind !== "tools") return [own];
	const { event, wish } = asked;
	const group = wish.calls.flatMap((call) => callFor(event, call, calls) ?? []);
	return group.filter(({ result }) => result !== undefined && taskIn(result) !== undefined);
}

function readScript(call: PastCall, events: OpenEvent[], calls: PastCall[]): Script {
	const task = taskIn(call.result ?? "") ?? "";
	const ended = events.find((event) => isTaskResult(event) && taskOf(event) === task);
	const seen = lookAt(task, calls)?.result;
	const percent = seen?.match(/[\d.]+(?= %)/g)?.at(-1);
	return {
		name: named.safeParse(call.arguments).data?.name ?? call.tool,
		task,
		result: ended && RESULT.exec(ended.text)?.[2],
		isCancelled: isCancelled(task, events, calls),
		percent: percent === undefined ? undefined : Number(percent),
	};
}

const taskOf = (event: OpenEvent | undefined): string => RESULT.exec(event?.text ?? "")?.[1] ?? "";

const lastCall = (tool: string, task: string, calls: PastCall[]): PastCall | undefined =>
	calls.findLast((call) => call.tool === tool && withId.safeParse(call.arguments).data?.id === task);

const lookAt = (task: string, calls: PastCall[]): PastCall | undefined => lastCall("read_task", task, calls);

const wasTried = (task: string, calls: PastCall[]): boolean => lastCall("cancel", task, calls) !== undefined;

/** By the model, or by the owner: then a note of the program names it. */
function isCancelled(task: string, events: OpenEvent[], calls: PastCall[]): boolean {
	const { result = "" } = lastCall("cancel", task, calls) ?? {};
	if (withoutStamp(result).startsWith(`Cancelled ${task} `)) return true;
	const notes = events.filter(({ text }) => text.startsWith("[note]"));
	const ended = notes.flatMap(({ text }) => text.match(/(?:owner ended |Ended: )[^.]*/g) ?? []);
	return ended.some((tasks) => new RegExp(`\\b${task}\\b`).test(tasks));
}

function reportOf({ name, task, result, percent }: Script): string {
	if (result !== undefined) return `- \`${name}\` (${task}): ${gist(result)}`;
	return `- \`${name}\` (${task}): cancelled${percent === undefined ? "" : ` at ${percent} %`}`;
}

const plainReport = ({ text }: OpenEvent): string => `- ${gist(text)}`;
