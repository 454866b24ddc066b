import { expect, it, vi } from "vitest";
import { FakeClock } from "./fake-clock.ts";
import { call, reply } from "./steps.ts";
import { startFixture } from "./steward-fixture.ts";

/** A few more than the scene below needs, so that the last ones show it undisturbed. */
const COMMITS = 14;

it.each(Array.from({ length: COMMITS }, (_, index) => index + 1))(
	"commit %i after the message fails once: the work is done all the same, once, and nothing is lost from view",
	async (failing) => {
		const clock = new FakeClock();
		let countdown = Number.POSITIVE_INFINITY;
		const hooks = {
			beforeCommit() {
				countdown -= 1;
				if (countdown === 0) throw new Error("database or disk is full");
			},
		};
		const { web, model, put } = await startFixture({ clock, databaseHooks: hooks });
		put("list.md", "milk\n");
		model.script = ({ rawBody }) =>
			rawBody.includes("milk\\\\n") || rawBody.includes("milk\\n")
				? reply("E-1", "Milk.")
				: call("read_file", { path: "list.md" });
		await web.send("what do I need?");
		countdown = failing;
		await vi.waitFor(
			async () => {
				// The loop and the sender each wait this long before they go on from their rows.
				if (clock.nextDelayMs === 5_000) await clock.advance(5_000);
				expect((await web.history()).filter(({ state }) => state !== "answered" && state !== "sent")).toEqual([]);
				expect(await web.said()).toEqual(["Milk."]);
			},
			{ timeout: 8_000, interval: 20 },
		);
		for (const { rawBody } of model.requests) expect(rawBody.match(/what do I need\?/g)).toHaveLength(1);
		expect(model.violations).toEqual([]);
	},
);
