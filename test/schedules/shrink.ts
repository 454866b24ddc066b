import type { Failure } from "./failure.ts";
import type { Schedule } from "./schedule.ts";

/** Requests whose answers are tried as sensible ones. */
const MAX_REQUESTS = 40;

type Play = (schedule: Schedule) => Promise<Failure | undefined>;

/** The smallest schedule that still fails in the same way: without the steps and the odd answers that it does not need. */
export async function shrink(failure: Failure, play: Play): Promise<Failure> {
	const isSame = (found: Failure | undefined) => found !== undefined && kindOf(found) === kindOf(failure);
	const attempt = async (smallest: Failure, schedule: Schedule): Promise<Failure> => {
		const found = await play(schedule);
		return found && isSame(found) ? found : smallest;
	};
	let smallest = failure;
	for (let before = -1; before !== smallest.schedule.steps.length; ) {
		before = smallest.schedule.steps.length;
		for (let size = Math.ceil(before / 2); size >= 1; size = Math.floor(size / 2))
			smallest = await withoutSteps(smallest, size, attempt);
		smallest = await withSense(smallest, attempt);
	}
	return smallest;
}

type Attempt = (smallest: Failure, schedule: Schedule) => Promise<Failure>;

/** Tries to leave out each stretch of so many steps. */
async function withoutSteps(failure: Failure, size: number, attempt: Attempt): Promise<Failure> {
	let smallest = failure;
	for (let from = 0; from < smallest.schedule.steps.length; ) {
		const { schedule } = smallest;
		const steps = schedule.steps.filter((_step, index) => index < from || index >= from + size);
		const next = await attempt(smallest, { ...schedule, steps });
		if (next === smallest) from += size;
		smallest = next;
	}
	return smallest;
}

/** Tries a sensible answer in place of each odd one. */
async function withSense(failure: Failure, attempt: Attempt): Promise<Failure> {
	let smallest = failure;
	for (let number = 1; number <= MAX_REQUESTS; number += 1) {
		const { schedule } = smallest;
		if (schedule.sensible === "all" || schedule.sensible.has(number)) continue;
		smallest = await attempt(smallest, { ...schedule, sensible: new Set([...schedule.sensible, number]) });
	}
	return smallest;
}

/** What went wrong, without the numbers in it. */
const kindOf = ({ problems }: Failure): string => (problems[0] ?? "").replace(/\d+/g, "#").slice(0, 50);
