/**
 * Sorts the calls of one message into steps, kept in call order. Pure. Neighbouring calls that may run beside each other
 * make one step; every other call is a step of its own, so that a read after a write sees what was written.
 * @returns positions in `calls`, step by step
 */
export function planCalls(calls: readonly { parallel: boolean }[]): number[][] {
	const steps: number[][] = [];
	for (const [index, call] of calls.entries()) {
		const step = steps.at(-1);
		const beside = call.parallel && step?.every((position) => calls[position]?.parallel);
		if (beside) step?.push(index);
		else steps.push([index]);
	}
	return steps;
}
