import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** What this process holds, in MB (10^6 bytes), after everything that is free was collected. */
export function heldMegabytes(): { heap: number; resident: number } {
	setFlagsFromString("--expose-gc");
	const collect: () => void = runInNewContext("gc");
	// Twice: what the first run finalises, the second frees.
	collect();
	collect();
	const { heapUsed, rss } = process.memoryUsage();
	return { heap: heapUsed / 1e6, resident: rss / 1e6 };
}
