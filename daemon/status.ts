import type { Channel, ChannelHealth } from "#channels/channel.ts";
import type { Overview } from "#channels/web/ports.ts";
import { type ConfigProblem, formatProblem } from "#config/problems.ts";
import type { SettingsStore } from "#config/settings.ts";
import type { Clock } from "#core/clock.ts";
import { formatDuration } from "#core/duration.ts";
import type { LoopReport } from "#daemon/loop/driver-parts.ts";
import { Stamper } from "./context/stamp.ts";
import { describeLoop, describeTask } from "./control/loop-words.ts";
import type { StatusReport } from "./control/ports.ts";
import type { Outbox } from "./outbox/outbox.ts";
import type { Records } from "./records/records.ts";
import { VERSION } from "./version.ts";

/** Far more than a firing takes, and than the clock's longest look away. */
const OVERDUE_MS = 2 * 60_000;

export interface StatusParts {
	home: string;
	clock: Clock;
	settings: SettingsStore;
	records: Records;
	outbox: Outbox;
	channels: ReadonlyMap<string, Channel>;
	/** The main loop. */
	driver: { readonly state: LoopReport };
	tasks: { running(): StatusReport["tasks"] };
	/** What goes on beside the main loop. */
	trajectories: () => StatusReport["trajectories"];
	pageUrl: () => string;
}

/** Reads how the daemon is. Nothing here is kept: every figure is counted when it is asked for. */
export class Status {
	readonly #parts: StatusParts;
	readonly #startedMs: number;
	/** Kept, since making one takes a millisecond or more, and `/healthz` may be asked often. */
	#stamper: Stamper | undefined;
	readonly #restartNeeded = new Set<string>();

	constructor(parts: StatusParts) {
		this.#parts = parts;
		this.#startedMs = parts.clock.monotonicMs();
	}

	/** Keys of the configuration whose change waits for a restart. */
	noteRestartNeeded(keys: readonly string[]): void {
		for (const key of keys) this.#restartNeeded.add(key);
	}

	/** What anybody on this machine may see. */
	overview(): Overview {
		const { status, version, uptimeSeconds, channels, loop, waitingEvents, tasks } = this.report();
		const secondsSince = (at: number) => Math.max(0, Math.floor((this.#parts.clock.now() - at) / 1000));
		return {
			...{ status, version, uptimeSeconds, channels, waitingEvents },
			loop: loop.state,
			loopSeconds: secondsSince(loop.since),
			// Without the tools' own words: they may name files.
			tasks: tasks.map(({ name, tool, startedAt }) => ({ name, tool, seconds: secondsSince(startedAt) })),
		};
	}

	report(): StatusReport {
		const { records, outbox, settings, clock, driver, pageUrl, home } = this.#parts;
		const channels = Object.fromEntries([...this.#parts.channels].map(([name, channel]) => [name, channel.health()]));
		const { owner, models } = settings.current();
		const problems = settings.problems();
		const loop = driver.state;
		const timers = this.#timers();
		if (this.#stamper?.zone !== owner.timezone) this.#stamper = new Stamper(owner.timezone);
		return {
			status: isWell(channels, [loop.problem, timers.problem], problems) ? "ok" : "degraded",
			version: VERSION,
			pid: process.pid,
			home,
			uptimeSeconds: Math.floor((clock.monotonicMs() - this.#startedMs) / 1000),
			pageUrl: pageUrl(),
			loop,
			tasks: this.#parts.tasks.running(),
			trajectories: this.#parts.trajectories(),
			channels,
			waitingEvents: records.events.countWaiting(),
			openApprovals: records.approvals.asking().length,
			outbox: outbox.counts(),
			timers,
			configurationProblems: problems.map(formatProblem),
			restartNeeded: [...this.#restartNeeded],
			models: models.main.map(({ model }) => model),
			today: records.usage.since(startOfDay(clock.now(), this.#stamper)),
			memoryBytes: process.memoryUsage.rss(),
		};
	}

	/** A few lines for `/status` on any channel. */
	text(): string {
		const report = this.report();
		const now = this.#parts.clock.now();
		const lines = [
			`Steward ${report.version}, ${report.status}, up ${Math.floor(report.uptimeSeconds / 60)} min.`,
			`Doing: ${describeLoop(report.loop, now)}`,
			...(report.tasks.length === 0
				? []
				: [`Running tasks: ${report.tasks.map((task) => describeTask(task, now)).join(", ")}`]),
			...Object.entries(report.channels).map(
				([name, { state, problem }]) => `- ${name}: ${state}${problem ? ` (${problem})` : ""}`,
			),
			`Waiting: ${report.waitingEvents} events, ${report.openApprovals} approvals, ${report.outbox.waiting} messages to deliver.`,
			this.#timersLine(report),
			`Today: ${report.today.calls} model calls, ${report.today.inputTokens + report.today.outputTokens} tokens${report.today.cost > 0 ? `, cost ${report.today.cost.toFixed(2)}` : ""}.`,
		];
		if (report.restartNeeded.length > 0) lines.push(`Waiting for a restart: ${report.restartNeeded.join(", ")}.`);
		return lines.join("\n");
	}

	/** A timer that is long due and has not fired means that nothing fires: no other sign would tell. */
	#timers(): StatusReport["timers"] {
		const { registrations } = this.#parts.records;
		const nextAt = registrations.earliest();
		const lateMs = nextAt === undefined ? 0 : this.#parts.clock.now() - nextAt;
		const problem = lateMs > OVERDUE_MS ? `a timer is overdue by ${formatDuration(lateMs)}` : undefined;
		return { pending: registrations.countLive(), nextAt, ...(problem && { problem }) };
	}

	#timersLine({ timers }: StatusReport): string {
		const next = timers.nextAt === undefined ? "" : `, the next at ${this.#stamper?.time(timers.nextAt)}`;
		return `Timers: ${timers.pending} pending${next}${timers.problem ? ` (${timers.problem})` : ""}.`;
	}
}

/** A warning, as of a key in plain text, is shown but makes nobody ill. */
function isWell(
	channels: Record<string, ChannelHealth>,
	ownProblems: readonly (string | undefined)[],
	problems: readonly ConfigProblem[],
): boolean {
	const channelsAreWell = Object.values(channels).every(({ state }) => state === "ok" || state === "starting");
	return (
		channelsAreWell &&
		ownProblems.every((problem) => problem === undefined) &&
		problems.every(({ severity }) => severity === "warning")
	);
}

/** Midnight of the owner's day, near enough for a count: found by subtracting the time of day. */
function startOfDay(now: number, stamper: Stamper): number {
	const [hours = 0, minutes = 0, seconds = 0] = (stamper.time(now).split(" ")[1] ?? "").split(":").map(Number);
	return now - ((hours * 60 + minutes) * 60 + seconds) * 1000 - (now % 1000);
}
