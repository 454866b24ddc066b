import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bundleChild } from "#test/crash/bundle-child.ts";
import { allPoints, type CrashPoint, formatCrashPoint } from "#test/crash/crash-point.ts";
import { NEVER_REACHED, runScript } from "#test/crash/run-script.ts";
import { playApart } from "#test/schedules/play-apart.ts";

/** `CRASH_POINT=commit:17:after npm test -- test/heavy/crash` runs that point alone, `CRASH_POINT=model` all of a kind. */
const chosen = process.env.CRASH_POINT ?? "";
/**
 * `SCHEDULES=10000 npm test -- test/heavy/crash` plays ten thousand, for when the loop itself was changed. What a schedule
 * does follows from its seed, so that the first ones are the same each time.
 */
const SCHEDULES = Number(process.env.SCHEDULES || 1_000);
/** Four processes at a time on two cores, since each waits for half of its time. All stand-ins share this process: not many more. */
const AT_ONCE = Math.min(8, 2 * availableParallelism());

let folder: string;
let program: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "steward-crash-"));
	program = await bundleChild(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Both run beside each other, since the crash points often wait. */
const LIMIT_MS = 40 * 60_000;

/** Other seeds than those of the short version. */
const FIRST_SEED = 1_000;

// Skipped only where somebody asked for chosen crash points, by hand.
it.runIf(chosen === "").concurrent(
	"comes to rest with nothing owed, in whatever order thousands of random schedules let things happen",
	async () => {
		expect(SCHEDULES, "SCHEDULES must be a number from 1").toBeGreaterThan(0);
		const startedAtMs = performance.now();
		const problems = await playApart(FIRST_SEED, SCHEDULES);
		console.log(`${SCHEDULES} schedules in ${((performance.now() - startedAtMs) / 1000).toFixed(0)} s`);
		expect(problems).toBe("");
	},
	LIMIT_MS,
);

it.concurrent(
	"loses nothing, does nothing twice and says nothing twice, killed at whichever commit or request",
	async () => {
		const whole = await runScript(program, undefined);
		expect(whole.problems, whole.log).toEqual([]);
		const points = allPoints(whole.counts).filter((point) => formatCrashPoint(point).startsWith(chosen));
		expect(points, `there is no point ${chosen}`).not.toEqual([]);
		const failures: string[] = [];
		const startedAtMs = performance.now();
		const left = [...points];
		const work = async () => {
			for (let point = left.shift(); point; point = left.shift())
				failures.push(...(await failuresAt(point, whole.counts[point.what]?.begun ?? 0)));
		};
		await Promise.all(Array.from({ length: AT_ONCE }, work));
		console.log(summary(points, failures.length, (performance.now() - startedAtMs) / 1000));
		expect(failures.join("\n")).toBe("");
	},
	LIMIT_MS,
);

/**
 * What is stored together is a matter of milliseconds, so that one run may have a commit or two fewer than another: the last
 * ones need not be reached.
 */
const UNSTEADY = 2;

/** With what was logged where this point alone was asked for. @param count how many of its kind the whole run had */
async function failuresAt(point: CrashPoint, count: number): Promise<string[]> {
	const { problems: found, log } = await runScript(program, point);
	const problems = found.filter((problem) => problem !== NEVER_REACHED || point.number <= count - UNSTEADY);
	const name = formatCrashPoint(point);
	if (problems.length === 0) return [];
	return [`CRASH_POINT=${name}: ${problems.join("; ")}${name === chosen ? `\n${log}` : ""}`];
}

function summary(points: CrashPoint[], failed: number, seconds: number): string {
	const kinds = new Map<string, number>();
	for (const { what } of points) kinds.set(what, (kinds.get(what) ?? 0) + 1);
	const each = [...kinds].map(([what, count]) => `${count} ${what}`).join(", ");
	return `${points.length} crash points (${each}) in ${seconds.toFixed(0)} s: ${failed} failed`;
}
