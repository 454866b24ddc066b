import type { Clock } from "#core/clock.ts";
import type { Tool, ToolContext, ToolOutput } from "#tools/tool.ts";

/** Why a call was cut off before it ended by itself: after this nobody knows how far it came. */
export class CutOffError extends Error {
	override name = "CutOffError";
	readonly reason: "timeout" | "stopped";

	constructor(reason: "timeout" | "stopped", message: string) {
		super(message);
		this.reason = reason;
	}
}

/**
 * Runs a tool until it ends, its time is up, or `signal` aborts. A tool that does not react to its signal is left behind, so
 * that it can't hold up the loop; what it still does then has no result.
 * @throws CutOffError at a time-out or stop, else what the tool throws
 */
export async function runWithTimeout(
	tool: Tool,
	args: unknown,
	context: ToolContext,
	clock: Clock,
	signal: AbortSignal,
): Promise<ToolOutput> {
	const ending = new AbortController();
	let onStop = (): void => undefined;
	const cutOff = new Promise<never>((_resolve, reject) => {
		const cut = (error: CutOffError) => {
			// In this order: a tool that ends at once with an error of its own must not hide why it was cut off.
			reject(error);
			ending.abort(error);
		};
		onStop = () => cut(new CutOffError("stopped", "stopped by the owner"));
		const cancelTimer = clock.after(tool.timeoutMs, () =>
			cut(new CutOffError("timeout", `it took longer than ${tool.timeoutMs / 1000} s and was cut off`)),
		);
		ending.signal.addEventListener("abort", cancelTimer);
	});
	signal.addEventListener("abort", onStop, { once: true });
	try {
		if (signal.aborted) throw new CutOffError("stopped", "stopped by the owner");
		return await Promise.race([tool.run(args, context, ending.signal), cutOff]);
	} finally {
		signal.removeEventListener("abort", onStop);
		ending.abort();
	}
}
