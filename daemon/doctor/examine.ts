import { describeError } from "#core/log.ts";
import { createRedactor } from "#core/redact.ts";
import { checkClock } from "./check-clock.ts";
import { checkConfiguration } from "./check-configuration.ts";
import { checkDaemon } from "./check-daemon.ts";
import { checkDatabase } from "./check-database.ts";
import { checkDisk } from "./check-disk.ts";
import { checkDrift } from "./check-drift.ts";
import { checkHome } from "./check-home.ts";
import { checkHooks } from "./check-hooks.ts";
import { checkModel } from "./check-model.ts";
import { checkPage } from "./check-page.ts";
import { checkSystem } from "./check-system.ts";
import { checkTelegram } from "./check-telegram.ts";
import { CHECKS, type CheckName, type Finding, type Observation, problem } from "./finding.ts";
import type { Check, Subject } from "./subject.ts";
import { withLimit } from "./time-limit.ts";

type Checks = Record<CheckName, { run: Check; limitMs: number }>;

const LOCAL_LIMIT_MS = 10_000;
const NETWORK_LIMIT_MS = 30_000;
/** A trial of a model ends by itself before that. */
const MODEL_LIMIT_MS = 100_000;

const ALL: Checks = {
	configuration: { run: checkConfiguration, limitMs: LOCAL_LIMIT_MS },
	hooks: { run: checkHooks, limitMs: LOCAL_LIMIT_MS },
	home: { run: checkHome, limitMs: LOCAL_LIMIT_MS },
	daemon: { run: checkDaemon, limitMs: LOCAL_LIMIT_MS },
	database: { run: checkDatabase, limitMs: LOCAL_LIMIT_MS },
	drift: { run: checkDrift, limitMs: LOCAL_LIMIT_MS },
	disk: { run: checkDisk, limitMs: LOCAL_LIMIT_MS },
	clock: { run: checkClock, limitMs: LOCAL_LIMIT_MS },
	model: { run: checkModel, limitMs: MODEL_LIMIT_MS },
	telegram: { run: checkTelegram, limitMs: NETWORK_LIMIT_MS },
	page: { run: checkPage, limitMs: LOCAL_LIMIT_MS },
	system: { run: checkSystem, limitMs: LOCAL_LIMIT_MS },
};

/**
 * Runs all checks at once, each within its own limit. One that fails or hangs is a finding itself.
 * @returns what each found, in the order of `CHECKS`, as soon as it is there; none of them rejects, and no text holds a
 * secret of the configuration
 */
export function examine(subject: Subject, checks: Checks = ALL): Promise<Finding[]>[] {
	const { configuration } = subject;
	const clean = createRedactor(() => ("secrets" in configuration ? configuration.secrets : []));
	return CHECKS.map(async (name) => {
		const observations = await runCheck(subject, checks[name]);
		return observations.map((observation) => ({ check: name, ...cleanse(observation, clean) }));
	});
}

async function runCheck(subject: Subject, { run, limitMs }: Checks[CheckName]): Promise<Observation[]> {
	try {
		const ended = await withLimit(subject.clock, limitMs, (signal) => run(subject, signal));
		if (ended.kind === "done") return ended.result;
		return [
			problem(
				`This could not be examined within ${limitMs / 1000} s.`,
				"Try again. If it stays so, a disk or the network hangs.",
			),
		];
	} catch (error) {
		return [problem(`This could not be examined. ${describeError(error)}`, "Look at the cause, and try again.")];
	}
}

const cleanse = (observation: Observation, clean: (text: string) => string): Observation =>
	observation.level === "ok"
		? { ...observation, what: clean(observation.what) }
		: { ...observation, what: clean(observation.what), remedy: clean(observation.remedy) };
