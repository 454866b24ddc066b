import type { ChangeAnswer, TaskAnswer } from "#daemon/control/answers.ts";

type Activity = Extract<ChangeAnswer, { kind: "activity" }>["activity"];

/**
 * What is going on, on one line: `reading notes.md · T-9 run_script since 10:31`. Without running times: a line that changes
 * by itself would disturb who types below it.
 * @param time writes a moment for the reader
 * @returns undefined where nothing is going on
 */
export function statusLine(
	activity: Activity,
	tasks: readonly TaskAnswer[],
	time: (at: number) => string,
): string | undefined {
	const running = tasks.map(({ name, tool, startedAt }) => `${name} ${tool} since ${time(startedAt)}`);
	const parts = [...(activity === undefined ? [] : [activity.text]), ...running];
	return parts.length === 0 ? undefined : parts.join(" · ");
}
