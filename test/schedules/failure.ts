import type { Schedule } from "./schedule.ts";

/** A schedule in which something did not hold. */
export interface Failure {
	schedule: Schedule;
	problems: readonly string[];
	transcript: readonly string[];
}

/** For a person: what was wrong, with which steps, and what happened. */
export function describeFailure({ schedule, problems, transcript }: Failure): string {
	const { seed, steps, sensible } = schedule;
	return [
		`seed ${seed}, sensible answers to requests: ${sensible === "all" ? sensible : [...sensible].join(", ") || "none"}`,
		...problems.map((problem) => `- ${problem}`),
		...steps.map((step) => `${JSON.stringify(step)},`),
		...transcript,
	].join("\n");
}
