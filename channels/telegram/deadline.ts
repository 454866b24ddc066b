import type { Clock } from "#core/clock.ts";

/** Nothing came back in time: the connection may be dead without either side knowing. */
export class NoAnswer extends Error {
	override name = "NoAnswer";
	readonly afterMs: number;

	constructor(afterMs: number, cause: unknown) {
		super(`No answer within ${afterMs / 1000} s`, { cause });
		this.afterMs = afterMs;
	}
}

/**
 * Runs a request that is aborted after `limitMs`, or when `signal` is.
 * @throws NoAnswer when the time was up; otherwise whatever the request throws
 */
export async function withDeadline<T>(
	clock: Clock,
	limitMs: number,
	signal: AbortSignal,
	request: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	const controller = new AbortController();
	const forward = () => controller.abort();
	if (signal.aborted) forward();
	// Not AbortSignal.any: on Node 20 each one stays attached to a signal that lives as long as the daemon.
	signal.addEventListener("abort", forward, { once: true });
	let late = false;
	const cancel = clock.after(limitMs, () => {
		late = true;
		controller.abort();
	});
	try {
		return await request(controller.signal);
	} catch (error) {
		throw late ? new NoAnswer(limitMs, error) : error;
	} finally {
		cancel();
		signal.removeEventListener("abort", forward);
	}
}
