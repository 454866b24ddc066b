import { expect, it } from "vitest";
import { decideOutageWait } from "./decide-outage-wait.ts";

it("asks again soon at first and at most once a minute later", () => {
	const waits = [1, 2, 3, 4, 5, 20].map((attempt) => decideOutageWait({ cause: "unreachable" }, attempt));
	expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
});

it("waits as long as the provider asked for", () => {
	expect(decideOutageWait({ cause: "rate-limited", retryAfterMs: 90_000 }, 1)).toBe(90_000);
});

it("does not hammer where only the owner can help", () => {
	for (const cause of ["not-configured", "unauthorized", "billing"] as const) {
		expect(decideOutageWait({ cause }, 1)).toBe(300_000);
	}
});

it("waits for a limit to be over, but never so long that a clock which is set would be missed", () => {
	expect(decideOutageWait({ cause: "over-budget", retryAfterMs: 40_000 }, 9)).toBe(40_000);
	expect(decideOutageWait({ cause: "over-budget", retryAfterMs: 31 * 86_400_000 }, 1)).toBe(3_600_000);
});
