import type { Clock } from "#core/clock.ts";
import type { CallEffect } from "#core/effect.ts";
import { describeError } from "#core/log.ts";
import { CutOffError, runWithTimeout } from "#daemon/gate/run-with-timeout.ts";
import { ClosingError } from "#daemon/loop/closing.ts";
import type { CallResult } from "#daemon/loop/results.ts";
import type { Tool, ToolContext } from "#tools/tool.ts";
import type { Execution } from "./execution.ts";
import { ProgressLog } from "./progress-log.ts";
import type { WriteLock } from "./write-lock.ts";

/** What is to be run, after the gate has let it through. */
export interface ReadyCall {
	tool: Tool;
	arguments: unknown;
	/** Changes files of the workspace: only one such call runs at a time, whoever made it. */
	writes: boolean;
	/** How those who wait for it are told of it. */
	holder: () => string;
	contextWith: (progress: ProgressLog) => ToolContext;
	/** Called right before the tool is: on disk before anything happens. */
	beforeRun: () => void;
	/** Written with the result, where nothing was written before. */
	withResult: () => void;
}

/** Whether a call may change files of the workspace, which is done by one at a time. Deleting counts as spending. */
export const changesFiles = (effect: CallEffect): boolean => effect === "write" || effect === "spend";

/** Starts a tool. Whoever holds the execution may wait for it, or leave it to the background. */
export function startExecution(call: ReadyCall, parts: { clock: Clock; lock: WriteLock }): Execution {
	const { clock } = parts;
	const cutting = new AbortController();
	const progress = new ProgressLog();
	let isStarted = false;
	const begin = () => {
		call.beforeRun();
		isStarted = true;
	};
	const ended = run({ ...call, beforeRun: begin }, progress, cutting.signal, parts);
	// Whoever waits for it hears of a failure; where nobody does any more, it must not end the process.
	ended.catch(() => undefined);
	const startedMs = clock.monotonicMs();
	return {
		ended,
		startedAt: clock.now(),
		startedMs,
		elapsedMs: () => clock.monotonicMs() - startedMs,
		progress,
		get isStarted() {
			return isStarted;
		},
		cut: (reason) => cutting.abort(reason),
	};
}

/** An error becomes the call's result here, so that whoever waits for it gets one in either case. */
async function run(
	call: ReadyCall,
	progress: ProgressLog,
	signal: AbortSignal,
	{ clock, lock }: { clock: Clock; lock: WriteLock },
): Promise<CallResult> {
	const { tool, withResult } = call;
	const isAtomic = tool.recovery === "rerun";
	let isStarted = false;
	try {
		const { commit, ...output } = await whileLocked(call, lock, signal, () => {
			signal.throwIfAborted();
			call.beforeRun();
			isStarted = true;
			return runWithTimeout(tool, call.arguments, call.contextWith(progress), clock, signal);
		});
		return { state: "done", ...output, commit: () => [withResult(), commit?.()] };
	} catch (error) {
		const isCutOff = error instanceof CutOffError;
		if (error instanceof ClosingError || (!isStarted && !isCutOff)) throw error;
		if (!isStarted) return { state: "not-run", text: describeError(error) };
		const isUnclear = isCutOff && !isAtomic;
		const text = `${describeError(error)}${isUnclear ? "; it may or may not have happened. Check before you try again" : ""}`;
		return { state: isUnclear ? "unknown" : "failed", text, commit: withResult };
	}
}

/** Does the work, as the only one that changes files where it `writes`. */
export async function whileLocked<Result>(
	{ writes, holder }: Pick<ReadyCall, "writes" | "holder">,
	lock: WriteLock,
	signal: AbortSignal,
	work: () => Promise<Result>,
): Promise<Result> {
	const release = writes ? await lock.acquire(signal, holder) : undefined;
	try {
		return await work();
	} finally {
		release?.();
	}
}
