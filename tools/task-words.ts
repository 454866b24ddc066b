import { formatDuration } from "#core/duration.ts";
import { truncate } from "#core/truncate.ts";
import type { PendingTask } from "./ports.ts";

const ENDS: Record<Exclude<PendingTask["state"], "running">, string> = {
	done: "is done, after",
	failed: "failed, after",
	unknown: "was cut off, and may or may not have done its work, after",
	cancelled: "was cancelled, after",
};

/** Of a task that has ended: how, and where its result is. */
export function howItEnded({ name, tool, state, elapsedMs }: PendingTask): string {
	if (state === "running") throw new Error(`${name} has not ended.`);
	const where =
		state === "cancelled" ? "Its result was thrown away." : "Its result is in an event, which came or comes next.";
	return `${name} ${tool} ${ENDS[state]} ${formatDuration(elapsedMs)}. ${where}`;
}

const LAST_LINES = 5;
const LAST_LINE_LENGTH = 200;

/** The last few lines of what a task said. */
export const lastLines = (text: string): string =>
	text
		.split("\n")
		.slice(-LAST_LINES)
		.map((line) => truncate(line, LAST_LINE_LENGTH))
		.join("\n");
