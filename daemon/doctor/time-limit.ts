import type { Clock } from "#core/clock.ts";

/**
 * Runs `work` for `limitMs` at the most. Then its signal aborts, and it is not waited for any longer: who forgets to look
 * at the signal must not hold up the rest.
 * @throws whatever `work` throws in time
 */
export function withLimit<Result>(
	clock: Clock,
	limitMs: number,
	work: (signal: AbortSignal) => Promise<Result>,
	outer?: AbortSignal,
): Promise<{ kind: "done"; result: Result } | { kind: "late" }> {
	const controller = new AbortController();
	return new Promise((resolve, reject) => {
		const giveUp = () => {
			stop();
			controller.abort();
			resolve({ kind: "late" });
		};
		const cancel = clock.after(limitMs, giveUp);
		const stop = () => {
			cancel();
			outer?.removeEventListener("abort", giveUp);
		};
		if (outer?.aborted) return giveUp();
		outer?.addEventListener("abort", giveUp, { once: true });
		work(controller.signal)
			.then((result) => resolve({ kind: "done", result }), reject)
			.finally(stop);
	});
}
