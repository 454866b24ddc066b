import { formatDuration } from "#core/duration.ts";
import { createLocalTime } from "#daemon/command-line/local-time.ts";
import type { StatusAnswer } from "#daemon/control/answers.ts";
import { VERSION } from "#daemon/version.ts";
import { fine, type Observation, problem, warning } from "./finding.ts";
import type { Subject } from "./subject.ts";

const START = "Start it with: steward start";
const RESTART = "Stop Steward, then: steward start";

/** Whether a daemon runs in the home, and how it says it is. What it says of Telegram and the page is told there. */
export async function checkDaemon({ daemon, home }: Subject): Promise<Observation[]> {
	if (home.kind !== "ours") return [];
	switch (daemon.kind) {
		case "running":
			return describeRunning(daemon.status);
		case "stopped": {
			const last = daemon.lastHolder ? ` It was last started on ${localTime(daemon.lastHolder.startedAt)}.` : "";
			const crash = daemon.leftSocket ? " It was killed or crashed: logs/steward.log may tell why." : "";
			return [warning(`Steward is not running.${last}${crash}`, START)];
		}
		case "silent": {
			const who = daemon.holder
				? `Process ${daemon.holder.pid}, started on ${localTime(daemon.holder.startedAt)},`
				: "Another process";
			const end = daemon.holder ? `kill -9 ${daemon.holder.pid}; steward start` : RESTART;
			return [
				problem(
					`${who} holds this home and doesn't answer: it is starting, or it hangs.`,
					`Look again in half a minute. If it still hangs, end it (nothing is lost): ${end}`,
				),
			];
		}
		case "other-version":
			return [warning("The Steward that runs is of another version than this program.", RESTART)];
		case "unknown":
			return [
				problem(
					`Whether Steward runs can't be told. ${daemon.reason}`,
					"Run this as the user that Steward runs as; move away what is in the way.",
				),
			];
	}
}

function describeRunning(status: StatusAnswer): Observation[] {
	const { version, pid, uptimeSeconds, memoryBytes, loop, channels, timers, restartNeeded } = status;
	const found = [
		fine(
			`Steward ${version} runs, process ${pid}, up ${formatDuration(uptimeSeconds * 1000)}, ${Math.round(memoryBytes / 1e6)} MB.`,
		),
	];
	if (version !== VERSION) {
		found.push(warning(`It is still version ${version}; this program is ${VERSION}.`, RESTART));
	}
	if (restartNeeded.length > 0) {
		found.push(warning(`What was changed takes effect at the next start: ${restartNeeded.join(", ")}.`, RESTART));
	}
	if (loop.state === "failed") {
		const why = loop.problem ?? "It does not say why.";
		found.push(
			problem(
				`It has not been able to go on with its work since ${localTime(loop.since)}. ${why}`,
				"Put that right; it tries again by itself.",
			),
		);
	}
	if (timers.problem !== undefined) {
		found.push(
			problem(`Its timers don't fire: ${timers.problem}.`, `${RESTART} (what is due fires then, marked late)`),
		);
	}
	for (const [name, { state, problem: what = "It does not say why." }] of Object.entries(channels)) {
		if (name === "telegram" || state !== "degraded") continue;
		found.push(problem(`The channel ${name} is degraded. ${what}`, "Put that right; it tries again by itself."));
	}
	return found;
}

const localTime = (at: number): string => createLocalTime()(at);
