import { formatDuration } from "#core/duration.ts";
import { type EventId, formatEventId } from "#core/event.ts";
import type { ToolContext } from "./tool.ts";

/** How many tasks are named; list_pending shows the rest. */
const MAX_NAMED = 10;

/**
 * What goes on in the background, for the end of a result: ` Still running: T-9 run_script (12s).`, or nothing. A model that
 * has just answered one thing is reminded of the others here.
 */
export function stillRunning({ tasks }: Pick<ToolContext, "tasks">): string {
	const running = tasks.running();
	if (running.length === 0) return "";
	const named = running
		.slice(0, MAX_NAMED)
		.map(({ name, tool, elapsedMs }) => `${name} ${tool} (${formatDuration(elapsedMs)})`);
	const others = running.length - named.length;
	return ` Still running: ${named.join(", ")}${others > 0 ? ` and ${others} more` : ""}.`;
}

/** What an answer leaves: the events that want one, those for which a task is working, and what is running. */
export function whatIsLeft(
	context: Pick<ToolContext, "openEvents" | "pendingEvents" | "tasks">,
	answered: readonly EventId[],
): string {
	const left = context.openEvents.filter((event) => !answered.includes(event));
	const open = left.filter((event) => !context.pendingEvents.includes(event));
	const first = open.length > 0 ? `Still open: ${open.map(formatEventId).join(", ")}.` : "Nothing else is open.";
	return `${first}${waitingForTasks(left.filter((event) => !open.includes(event)))}${stillRunning(context)}`;
}

/** ` E-12 waits for a task's result.`, or nothing. */
export function waitingForTasks(events: readonly EventId[]): string {
	if (events.length === 0) return "";
	return ` ${events.map(formatEventId).join(", ")} ${events.length === 1 ? "waits" : "wait"} for a task's result.`;
}
