import { expect, it } from "vitest";
import type { Failure } from "./failure.ts";
import { decidePoll } from "./poll-decision.ts";

const refused = (code: number, description = "Something", retryAfterMs?: number): Failure => ({
	kind: "refused",
	code,
	description,
	...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});

it.each([
	[refused(409, "Conflict: terminated by other getUpdates request"), [1000, 2000, 4000, 5000, 5000], /Another program/],
	[refused(429, "Too Many Requests", 3000), [3000, 3000], /wait 3 s/],
	[refused(401), [60_000, 60_000], /does not know this bot/],
	[refused(404), [60_000, 60_000], /does not know this bot/],
	[refused(500), [500, 1000, 2000, 4000, 7500, 7500], /500/],
	[{ kind: "unreadable", status: 502 }, [500, 1000], /502/],
	[{ kind: "unreachable", reason: "ENOTFOUND" }, [500, 1000], /network/],
	[{ kind: "silent", afterMs: 40_000 }, [500, 1000], /40 s/],
	[{ kind: "broken", reason: "ECONNRESET" }, [500, 1000], /ECONNRESET/],
	[{ kind: "not-stored", reason: "ENOSPC" }, [500, 1000], /check the disk/],
] satisfies [Failure, number[], RegExp][])("never gives up after %j", (failure, delaysMs, problem) => {
	const decisions = delaysMs.map((_, attempt) => decidePoll(failure, attempt, 0));
	expect(decisions.map(({ kind, delayMs }) => [kind, delayMs])).toEqual(delaysMs.map((delayMs) => ["retry", delayMs]));
	for (const decision of decisions) expect(decision.problem).toMatch(problem);
});

it("removes a webhook instead of blaming another program", () => {
	const description = "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook first";
	expect(decidePoll(refused(409, description), 0, 0).kind).toBe("delete-webhook");
});

it("is not made deaf by a wait without sense", () => {
	expect(decidePoll(refused(429, "Too Many Requests", 1e12), 0, 0)).toMatchObject({ delayMs: 3_600_000 });
});

it("keeps network delays between 0.5 s and 15 s, whatever the number of attempts", () => {
	for (let attempt = 0; attempt < 2000; attempt += 7) {
		for (const fraction of [0, 0.5, 0.999]) {
			const { delayMs } = decidePoll({ kind: "broken", reason: "" }, attempt, fraction);
			expect(delayMs).toBeGreaterThanOrEqual(500);
			expect(delayMs).toBeLessThanOrEqual(15_000);
		}
	}
});
