import { formatDuration } from "#core/duration.ts";
import { truncate } from "#core/truncate.ts";
import { type StatusAnswer, statusSchema, type TaskAnswer } from "#daemon/control/answers.ts";
import { describeLoop, describeTask } from "#daemon/control/loop-words.ts";
import { type CommandContext, EXIT } from "./command.ts";
import { DaemonClient } from "./daemon-client.ts";
import { createLocalTime } from "./local-time.ts";
import { print, printJson } from "./terminal-text.ts";

/** `steward status`: how the daemon is. */
export async function status({ home, output }: CommandContext, { json }: { json?: boolean }): Promise<number> {
	const report = await new DaemonClient(home).get("/status", statusSchema);
	if (json) printJson(output, report);
	else print(output, renderStatus(report, Date.now()));
	return EXIT.done;
}

/** The longest that is shown of a task's own words. */
const MAX_DOING_LENGTH = 80;

export function renderStatus(report: StatusAnswer, now: number): string {
	const { loop, outbox, today } = report;
	const { running, waiting } = report.trajectories;
	const dead = outbox.dead > 0 ? `, ${outbox.dead} given up` : "";
	const cached = today.inputTokens > 0 ? Math.round((100 * today.cachedTokens) / today.inputTokens) : 0;
	const lines = [
		`Steward ${report.version} is ${report.status}, up ${formatDuration(report.uptimeSeconds * 1000)} (process ${report.pid}, ${Math.round(report.memoryBytes / 1e6)} MB)`,
		`home      ${report.home}`,
		`page      ${report.pageUrl} (steward link logs a browser in)`,
		`doing     ${loop.turnId === undefined ? "" : `turn ${loop.turnId}: `}${describeLoop(loop, now)}`,
		...report.tasks.map((task) => `task      ${renderTask(task, now)}`),
		...(running + waiting > 0 ? [`besides   ${running} threads at work, ${waiting} waiting`] : []),
		...Object.entries(report.channels).map(
			([name, { state, problem }]) => `${name.padEnd(9)} ${state}${tell(problem)}`,
		),
		`waiting   ${report.waitingEvents} events, ${report.openApprovals} approvals, ${outbox.waiting} messages to deliver${dead}`,
		`timers    ${report.timers.pending} pending${report.timers.nextAt === undefined ? "" : `, the next ${createLocalTime()(report.timers.nextAt)}`}${tell(report.timers.problem)}`,
		`models    ${report.models.join(", ") || "none: `steward setup` adds one"}`,
		`today     ${today.calls} model calls, ${today.inputTokens} tokens in (${cached} % cached), ${today.outputTokens} out${today.cost > 0 ? `, cost ${today.cost.toFixed(2)}` : ""}`,
	];
	if (report.restartNeeded.length > 0) lines.push(`restart   needed for ${report.restartNeeded.join(", ")}`);
	return [...lines, ...report.configurationProblems].join("\n");
}

function renderTask(task: TaskAnswer, now: number): string {
	const doing = truncate(task.doing.replaceAll(/\s+/g, " ").trim(), MAX_DOING_LENGTH);
	return `${describeTask(task, now)}${doing === "" ? "" : `: ${doing}`}`;
}

const tell = (problem: string | undefined): string => (problem === undefined ? "" : `: ${problem}`);
