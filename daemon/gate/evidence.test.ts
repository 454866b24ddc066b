import { expect, it } from "vitest";
import * as z from "zod";
import { settingsSchema } from "#config/schema.ts";
import { openWorkbench } from "#daemon/loop/workbench-fixture.ts";
import { arrive, beginTurn, propose } from "#daemon/loop/workbench-rows-fixture.ts";
import type { Tool } from "#tools/tool.ts";

const parameters = z.strictObject({ url: z.string(), takes: z.string().optional() });
const WRITTEN = "https://shop.example/offer?id=17";

/** A tool that opens an address, and may take something there. */
const open: Tool<z.infer<typeof parameters>> = {
	name: "open",
	...{ tier: "direct", description: "Use to open it. Returns it.", parameters, examples: [{ url: WRITTEN }] },
	...{ parallel: false, mode: "sync", timeoutMs: 1_000, recovery: "rerun" },
	effects: ({ url, takes }) => ({
		...{ effect: "reach", target: url, destinations: [url], discloses: takes === undefined ? [url] : [url, takes] },
	}),
	activity: () => "opening it",
	run: async () => ({ text: "opened" }),
};

/** A turn about a forward that names `WRITTEN`, in which the model asks for these calls. */
function openForward(...wanted: z.infer<typeof parameters>[]) {
	const settings = settingsSchema.parse({ owner: { timezone: "UTC" }, limits: { pagesPerTurn: 1 } });
	const bench = openWorkbench({ tools: [open as Tool], settings });
	bench.views.of(1).begin({ prefix: bench.prefix.frozen }, "a test");
	arrive(bench, `See ${WRITTEN} and https://shop.example/more`, { outsideSource: "forward" });
	const turn = beginTurn(bench);
	bench.views.of(1).extend();
	const calls = propose(bench, turn, ...wanted.map((args): [string, unknown] => ["open", args]));
	const decide = (index: number) => {
		const call = calls[index];
		const prepared = call && bench.gatekeeper.prepare(call);
		if (!call || prepared?.kind !== "ready") throw new Error("the call could not be made ready");
		return bench.gatekeeper.decide(turn, call, prepared.call);
	};
	return { bench, turn, calls, decide };
}

it("lets an address be opened that stands in outside content, and asks about one that stands nowhere", () => {
	const { decide } = openForward({ url: WRITTEN }, { url: "https://shop.example/offer?id=18" });
	expect(decide(0)).toMatchObject({ kind: "allow", tainted: true });
	expect(decide(1)).toMatchObject({ kind: "ask", why: expect.stringContaining("stands nowhere in it") });
});

it("asks before anything else is taken to an address that others wrote", () => {
	const { decide } = openForward({ url: WRITTEN, takes: "my notes" });
	expect(decide(0)).toMatchObject({ kind: "ask", rule: "reach × outside content in view" });
});

it("counts the addresses that the turn has opened before", () => {
	const { bench, calls, decide } = openForward({ url: WRITTEN }, { url: "https://shop.example/more" });
	expect(decide(1).kind).toBe("allow");
	bench.calls.start(calls[0]?.id ?? 0, "reach", WRITTEN);
	expect(decide(1)).toMatchObject({ kind: "ask", why: expect.stringContaining("1 addresses from it were opened") });
});

it("takes a call for tainted that was asked for under outside content, also when that has left the view", () => {
	const { bench, turn, calls } = openForward({ url: "https://shop.example/else" });
	bench.turns.end(turn.id, "done", "");
	const view = bench.views.of(1);
	bench.database.write(() => view.begin({ firstEntryId: view.lastEntryId + 2 }, "a test"));
	expect(bench.views.isTainted(1)).toBe(false);
	const [call] = calls;
	const prepared = call && bench.gatekeeper.prepare(call);
	if (!call || prepared?.kind !== "ready") throw new Error("the call could not be made ready");
	expect(bench.gatekeeper.decide(turn, call, prepared.call)).toMatchObject({ kind: "ask", tainted: true });
});
