import { formatDuration } from "#core/duration.ts";
import type { TaskState } from "#daemon/records/tasks.ts";
import type { Tool } from "#tools/tool.ts";

// What the model reads about calls in the background. A model that lacks a result likes to make one up, so each of these
// says in plain words whether there is one.

/** The wall clock may have been set back since the call began. */
const duration = (elapsedMs: number): string => formatDuration(Math.max(0, elapsedMs));

const LATER = "The result comes by itself, as an event";

/** In place of the result of a call that goes on while something else has to be dealt with. */
export const placeholderText = (taskName: string, elapsedMs: number): string =>
	`Not finished after ${duration(elapsedMs)}: the call goes on in the background as task ${taskName}. There is no result ` +
	`yet: don't guess it, and use nothing that would follow from it. Deal with the new event first. ${LATER}.`;

/** The result of an async tool's call, which only begins something. */
export const startedText = (taskName: string): string =>
	`Started as task ${taskName}. There is no result yet: don't guess it, and don't say that it is done. ${LATER}; ` +
	"until then go on with something else or end your turn.";

/**
 * In place of the result of a call that may change things and waits for another one that does.
 * @param holder who it waits for, as `T-9 run_script`
 */
export const queuedBehind = (taskName: string, holder: string | undefined): string =>
	`Not begun: it waits as task ${taskName} until ${holder ?? "another call"} has ended, since only one call at a time may ` +
	`change things. Nothing has happened yet, and there is no result. Deal with the new event first. ${LATER}.`;

export interface TaskResult {
	/** `T-9` */
	name: string;
	callId: number;
	tool: string;
	state: Extract<TaskState, "done" | "failed" | "unknown">;
	elapsedMs: number;
	output: string;
}

const STATE_WORDS: Record<TaskResult["state"], string> = {
	done: "done.",
	failed: "FAILED:",
	unknown: "CUT OFF:",
};

/** The text of the event that brings a task's result. Names the call, so that the model knows which of its steps goes on. */
export const resultText = ({ name, callId, tool, state, elapsedMs, output }: TaskResult): string =>
	`Result of task ${name} (call C-${callId}, ${tool}, ran ${duration(elapsedMs)}): ${STATE_WORDS[state]} ${output}`.trimEnd();

/**
 * The output of a task that the end of the program cut off.
 * @param recovery the tool's own word on what a cut leaves behind
 */
export const interruptedText = (tool: string, recovery: Tool["recovery"]): string =>
	recovery === "rerun"
		? `The program was restarted during '${tool}'. Nothing was changed, and there is no result. Call it again if it is still needed.`
		: `The program was restarted during '${tool}': it may or may not have happened. Check first, don't just repeat it.`;
