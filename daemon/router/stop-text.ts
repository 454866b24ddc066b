import type { StopReport } from "#daemon/loop/stop-report.ts";

/** More names than this make a list that nobody reads. */
const MAX_NAMED = 10;

/** Something was ended. */
export const hasStopped = ({ turn, tasks, approvals, compaction }: StopReport): boolean =>
	turn || tasks.length > 0 || approvals > 0 || compaction;

/** What a stop did, for the owner, in Markdown: "Stopped." first, then only what there is to say. Pure. */
export function stopText(report: StopReport): string {
	const goesOn = describeGoingOn(report.goingOn);
	if (!hasStopped(report))
		return goesOn.length > 0 ? ["Nothing was stopped.", ...goesOn].join(" ") : "Nothing is running.";
	return ["Stopped.", ...describeEnded(report), ...goesOn].join(" ");
}

/**
 * The same for the assistant, which sees it before whatever wakes it next. Pure.
 * @param by who said it, and how: `The owner said "/stop" (E-5)`
 */
export function stopNote(report: StopReport, by: string): string {
	const turn = report.turn ? ["What you were doing was ended."] : [];
	const goesOn = report.goingOn.length > 0 ? [`Still running: ${list(report.goingOn)}.`] : [];
	const after = "Don't take up again what was ended, unless the owner asks for it.";
	return [`[note] ${by}.`, ...turn, ...describeEnded(report), ...goesOn, after].join(" ");
}

function describeEnded({ done, tasks, approvals, compaction }: StopReport): string[] {
	return [
		...(done.length > 0 ? [`Done before: ${list(done.map(code))}.`] : []),
		...(tasks.length > 0 ? [`Ended: ${list(tasks)}.`] : []),
		...(approvals > 0
			? [approvals === 1 ? "A question was withdrawn." : `${approvals} questions were withdrawn.`]
			: []),
		...(compaction ? ["Summing up what is in view was given up."] : []),
	];
}

const describeGoingOn = (names: readonly string[]): string[] =>
	names.length === 0
		? []
		: [
				names.length === 1
					? `${list(names)} goes on; \`/stop all\` ends it.`
					: `${list(names)} go on; \`/stop all\` ends them.`,
			];

function list(names: readonly string[]): string {
	const left = names.length - MAX_NAMED;
	return [...names.slice(0, MAX_NAMED), ...(left > 0 ? [`${left} more`] : [])].join(", ");
}

/** A file's name may hold what Markdown would take for its own. */
const code = (name: string): string => `\`${name.replaceAll("`", "'")}\``;
