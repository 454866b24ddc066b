import { expect, it } from "vitest";
import { ask, startControl } from "#daemon/control/control-fixture.ts";
import { runCommand } from "./test-command.ts";

const line = (of: { model?: string; purpose?: string; cost?: number }) => ({
	...{ model: "gpt-5.6", purpose: "turn", turnId: undefined, outcome: "complete" as const, durationMs: 1 },
	...{ startedAt: Date.now(), inputTokens: 1_000, cachedTokens: 500, outputTokens: 10, estimated: false },
	...of,
});

it("draws the ledger by day, model or purpose", async () => {
	const { home, records } = await startControl();
	records.usage.add(line({ cost: 1.5 }));
	records.usage.add(line({ model: "light\u001b[2J", purpose: "classify", cost: 0.25 }));
	const byDay = await runCommand(home, ["usage"]);
	expect(byDay.code).toBe(0);
	expect(byDay.output.split("\n").filter((row) => /^20\d\d-\d\d-\d\d /.test(row))).toHaveLength(14);
	expect(byDay.output).toContain("Total in 14 days: 2 calls, 2.0k tokens in (50 % cached), 20 out, cost 1.75");
	const byModel = await runCommand(home, ["usage", "--days", "1", "--by", "model"]);
	expect(byModel.output.split("\n")[0]).toMatch(/^gpt-5\.6 +1\.50 {2}█+$/);
	expect(byModel.output).not.toContain("\u001b");
	expect((await runCommand(home, ["usage", "--by", "purpose"])).output.split("\n")[1]).toMatch(
		/^classify {2}0\.25 {2}█+/,
	);
});

it("gives scripts the whole of it", async () => {
	const { home, records } = await startControl();
	records.usage.add({ ...line({ cost: 1.5 }), cacheWriteTokens: 300 });
	records.usage.add(line({}));
	const { output } = await runCommand(home, ["usage", "--days", "3", "--json"]);
	const answer = JSON.parse(output);
	expect(answer.days).toHaveLength(3);
	expect(answer.days[2]).toMatchObject({ calls: 2, cost: 1.5, cacheWriteTokens: 300, unpriced: 1 });
	expect(answer.models).toMatchObject([{ name: "gpt-5.6", calls: 2 }]);
});

it.each([
	[["--days", "0"], "--days must be a number from 1 to 366"],
	[["--days", "many"], "--days must be a number from 1 to 366"],
	[["--by", "colour"], "--by must be day, model, purpose"],
])("refuses %j with what to write instead", async (options, problem) => {
	const { home } = await startControl();
	const { code, errors } = await runCommand(home, ["usage", ...options]);
	expect(code).toBe(1);
	expect(errors).toContain(problem);
});

it("is refused by the daemon for more days than a year has", async () => {
	const { socketPath } = await startControl();
	expect(await ask(socketPath, "GET", "/usage?days=9999")).toMatchObject({ status: 400 });
});
