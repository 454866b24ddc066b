import { vi } from "vitest";

/** Far longer than anything takes here, also on a busy machine. */
const PATIENCE_MS = 30_000;

/** Waits until something holds. @throws with `what` where it never does */
export async function until(what: string, holds: () => boolean | Promise<boolean>, intervalMs = 5): Promise<void> {
	try {
		await vi.waitUntil(holds, { timeout: PATIENCE_MS, interval: intervalMs });
	} catch (error) {
		throw new Error(`This never came: ${what}`, { cause: error });
	}
}
