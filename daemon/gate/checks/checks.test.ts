import { expect, it } from "vitest";
import { aCall, openChecks, writeHook } from "./checks-fixture.ts";

/** The best of several rounds: what else the machine does must not count. */
async function costMs(look: () => Promise<unknown>): Promise<number> {
	const rounds: number[] = [];
	for (let round = 0; round < 10; round++) {
		const start = performance.now();
		for (let count = 0; count < 1_000; count++) await look();
		rounds.push((performance.now() - start) / 1_000);
	}
	return Math.min(...rounds);
}

it("costs next to nothing for a call that nobody looks at", async () => {
	const { checks, home } = openChecks({
		settings: { models: { light: [{ baseUrl: "http://localhost:1", model: "m" }] } },
	});
	const { signal } = new AbortController();
	const look = (call: ReturnType<typeof aCall>) => async () => {
		await checks.review(call, signal);
		await checks.before(call, signal);
		checks.after(call, { state: "done", durationMs: 1, text: "x".repeat(10_000) });
	};
	const call = aCall({ tool: "read_file", effect: "read" });
	expect(await costMs(look(call))).toBeLessThan(0.05);
	const hook = { name: "mail", tools: ["send_*"], command: [writeHook(home, "never.sh", "exit 2")] };
	const { checks: others } = openChecks({ home, settings: { hooks: { before: [hook], after: [hook] } } });
	expect(await costMs(() => others.before(call, signal))).toBeLessThan(0.05);
});

it("closes at once where nothing is left to do", async () => {
	await openChecks({}).checks.close();
});
