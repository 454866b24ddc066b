import type { Clock } from "#core/clock.ts";
import type { Tool, ToolContext, ToolOutput } from "#tools/tool.ts";

/** Why a call was cut off before it ended by itself: after this nobody knows how far it came. */
export class CutOffError extends Error {
	override name = "CutOffError";
}

/**
 * Runs a tool until it ends, its time is up, or `signal` aborts. A tool that does not react to its signal is left behind, so
 * that it can't hold up the loop; what it still does then has no result.
 * @param signal its reason is what is thrown: a CutOffError that says why, or the ClosingError of a program that ends
 * @throws CutOffError at a time-out, `signal.reason` when that aborts, else what the tool throws
 */
export async function runWithTimeout(
	tool: Tool,
	args: unknown,
	context: ToolContext,
	clock: Clock,
	signal: AbortSignal,
): Promise<ToolOutput> {
	const ending = new AbortController();
	let onAbort = (): void => undefined;
	const cutOff = new Promise<never>((_resolve, reject) => {
		const cut = (error: unknown) => {
			// In this order: a tool that ends at once with an error of its own must not hide why it was cut off.
			reject(error);
			ending.abort(error);
		};
		onAbort = () => cut(signal.reason);
		const cancelTimer = clock.after(tool.timeoutMs, () =>
			cut(new CutOffError(`it took longer than ${tool.timeoutMs / 1000} s and was cut off`)),
		);
		ending.signal.addEventListener("abort", cancelTimer);
	});
	signal.addEventListener("abort", onAbort, { once: true });
	try {
		signal.throwIfAborted();
		return await Promise.race([tool.run(args, context, ending.signal), cutOff]);
	} finally {
		signal.removeEventListener("abort", onAbort);
		ending.abort();
	}
}
