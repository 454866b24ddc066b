import { describe, expect, it, vi } from "vitest";
import * as z from "zod";
import type { Tool } from "#tools/tool.ts";
import { call, reply } from "./steps.ts";
import { OWNER_ID, startFixture } from "./steward-fixture.ts";

/** A tool that runs until it is told to end, and says so. */
function slowTool(): Tool & { started: number; ended: number } {
	const tool = {
		started: 0,
		ended: 0,
		name: "wait_forever",
		tier: "direct" as const,
		description: "Use to wait.",
		parameters: z.strictObject({}) as z.ZodType<unknown>,
		examples: [{}],
		parallel: false,
		mode: "sync" as const,
		timeoutMs: 60_000,
		recovery: "unknown" as const,
		effects: () => ({ effect: "write" as const, target: "nothing" }),
		activity: () => "waiting",
		run: (_args: unknown, _context: unknown, signal: AbortSignal) => {
			tool.started += 1;
			return new Promise<never>((_resolve, reject) => {
				signal.addEventListener("abort", () => {
					tool.ended += 1;
					reject(new Error("told to end"));
				});
			});
		},
	};
	return tool;
}

describe("stop", () => {
	it("aborts the stream, answers, and leaves the conversation valid", async () => {
		const { web, model } = await startFixture({ script: [{ kind: "stall", text: "I was saying", afterChunks: 2 }] });
		await web.send("tell me everything");
		const request = await model.untilRequest(1);
		await web.stop();
		await web.until(({ text }) => text === "Stopped.");
		await request.ended;
		expect(request.clientWentAway).toBe(true);

		model.enqueue(reply("E-4", "Still here."));
		await web.send("are you there?");
		await web.until(({ text }) => text === "Still here.");
		expect(model.requests[1]?.rawBody).not.toContain("I was saying");
		expect(model.requests[1]?.rawBody).toContain("stopped by the owner");
		expect(model.violations).toEqual([]);
	});

	it("signals a running tool and pairs its call with a result", async () => {
		const tool = slowTool();
		const { web, model } = await startFixture({ tools: [tool], script: [call("wait_forever", {})] });
		await web.send("wait");
		await vi.waitFor(() => expect(tool.started).toBe(1));
		await web.stop();
		await web.until(({ text }) => text === "Stopped.");
		await vi.waitFor(() => expect(tool.ended).toBe(1));
		model.enqueue(reply("E-4", "Yes."));
		await web.send("done?");
		await web.until(({ text }) => text === "Yes.");
		expect(model.requests[1]?.rawBody).toContain("UNKNOWN: stopped by the owner");
		expect(model.violations).toEqual([]);
	});

	it("works as a typed command on Telegram, and from nobody but the owner", async () => {
		const { web, bot, model } = await startFixture({ telegram: true, script: [{ kind: "stall", afterChunks: 1 }] });
		await web.send("think");
		const request = await model.untilRequest(1);
		bot.user(666, "Mallory").sendText("/stop");
		expect((await bot.untilSent(1)).text).toContain("private assistant");
		expect(request.clientWentAway).toBe(false);
		bot.user(OWNER_ID, "Ada").sendText("/stop");
		await request.ended;
		expect(request.clientWentAway).toBe(true);
		await vi.waitFor(() => expect(bot.sent.map(({ text }) => text)).toContain("Stopped."));
	});

	it("says so when nothing is running, and is not read into a sentence", async () => {
		const { web, model } = await startFixture();
		await web.send("/stop");
		await web.until(({ text }) => text === "Nothing is running.");
		model.enqueue(reply("E-2", "Done."));
		await web.send("please /stop the newsletter");
		await web.until(({ text }) => text === "Done.");
	});
});
