import type { Browser, Page } from "playwright-core";
import { afterAll, beforeEach, expect, it } from "vitest";
import { launchBrowser, openPage, say, takePicture } from "#channels/web/test-browser.ts";
import { type HandTool, handTool } from "#test/hand-tool.ts";
import { chromium } from "#test/services.ts";
import { call, reply } from "#test/steps.ts";
import { type Fixture, type FixtureOptions, startFixture } from "#test/steward-fixture.ts";
import { shown, untilRest, untilState } from "#test/watching.ts";

/** What is going on, as the owner sees it on the page of a whole daemon. */

let browser: Browser;

// Skips with the reason where there is no Chromium; the first test starts it.
beforeEach(async (context) => {
	const path = await chromium(context);
	browser ??= await launchBrowser(path);
});
afterAll(() => browser?.close());

interface Opened {
	fixture: Fixture;
	work: HandTool;
	page: Page;
	complaints: string[];
	strip: ReturnType<Page["getByRole"]>;
}

async function open(declared: Parameters<typeof handTool>[0] = {}, options: FixtureOptions = {}): Promise<Opened> {
	const work = handTool(declared);
	const fixture = await startFixture({ tools: [work.tool], ...options });
	const { page, complaints } = await openPage(browser);
	await page.goto(fixture.loginLink);
	await page.getByText("Connected", { exact: true }).waitFor();
	return { fixture, work, page, complaints, strip: page.getByRole("region", { name: "What is going on" }) };
}

const isDone = (page: Page, words: string): Promise<void> =>
	page.locator("#items .from-steward", { hasText: words }).last().waitFor();

it("shows a task with its own words and its time, and its button ends it", async () => {
	const { fixture, work, page, complaints, strip } = await open();
	const { model } = fixture;
	model.enqueue(
		call("do_work", { what: "the accounts" }),
		call("do_work", { what: "<b>the attic</b>" }),
		reply("E-1", "Both have begun."),
	);
	await say(page, "do the accounts and the attic");
	await isDone(page, "Both have begun.");
	const rows = strip.getByRole("listitem");
	await strip.getByText("Working in the background, on 2 tasks…").waitFor();
	expect(await rows.count()).toBe(2);
	await rows.first().getByText("T-1 do_work").waitFor();
	await rows.first().getByText("working on the accounts").waitFor();
	await rows.last().getByText("working on <b>the attic</b>").waitFor();
	await expect.poll(() => rows.first().locator(".elapsed").textContent(), { timeout: 10_000 }).toMatch(/^· [1-9]\d*s$/);
	await takePicture(page, "work-strip-tasks");

	const [accounts, attic] = [await work.run(1), await work.run(2)];
	await page.getByRole("button", { name: "Stop T-1 do_work" }).click();
	await isDone(page, "Ended: T-1 do_work");
	await page.getByRole("button", { name: "Stop T-1 do_work" }).waitFor({ state: "detached" });
	expect([accounts.signal.aborted, attic.signal.aborted]).toEqual([true, false]);
	expect(await rows.count()).toBe(1);

	model.enqueue(reply("E-4", "The attic is tidy."));
	attic.end({ text: "tidy" });
	await isDone(page, "The attic is tidy.");
	await strip.waitFor({ state: "hidden" });
	expect(shown(fixture, 4)).toContain("The owner ended T-1 do_work");
	await untilRest(fixture);
	expect(model.violations).toEqual([]);
	expect(complaints).toEqual([]);
});

it("shows a task to whoever opens the page later, with the time that it has run by then", async () => {
	const { fixture, page } = await open();
	fixture.model.enqueue(call("do_work", { what: "the accounts" }), reply("E-1", "It has begun."));
	await say(page, "do the accounts");
	await isDone(page, "It has begun.");
	await untilState(fixture, "idle");
	const atLeastTwoSeconds = /^· (?:[2-9]s|[1-9]\ds|\dm)/;
	const elapsed = page.locator("#tasks .elapsed");
	await expect.poll(() => elapsed.textContent(), { timeout: 10_000 }).toMatch(atLeastTwoSeconds);
	await page.reload();
	await page.getByRole("button", { name: "Stop T-1 do_work" }).waitFor();
	expect(await elapsed.textContent()).toMatch(atLeastTwoSeconds);
});

it("says what a turn is at, and Stop ends the turn and leaves what an earlier one began", async () => {
	const { fixture, work, page, strip } = await open();
	const { model } = fixture;
	model.enqueue(call("do_work", { what: "the accounts" }), reply("E-1", "It has begun."));
	await say(page, "do the accounts");
	await isDone(page, "It has begun.");
	model.enqueue({ kind: "stall", afterChunks: 1 });
	await say(page, "think about ships");
	const request = await model.untilRequest(3);
	await strip.locator("#activity-text", { hasText: /^thinking…$/i }).waitFor();
	await strip.getByRole("button", { name: "Stop", exact: true }).click();
	await isDone(page, "Stopped. T-1 do_work goes on; /stop all ends it.");
	await request.ended;
	expect(request.clientWentAway).toBe(true);
	const run = await work.run(1);
	expect(run.signal.aborted).toBe(false);
	await strip.getByText("Working in the background…").waitFor();

	await strip.getByRole("button", { name: "Stop", exact: true }).click();
	await isDone(page, "Stopped. Ended: T-1 do_work.");
	expect(run.signal.aborted).toBe(true);
	await strip.waitFor({ state: "hidden" });
	await untilRest(fixture);
});

it("says what a tool does, that it waits for the owner, and why it can't go on", async () => {
	const { fixture, work, page, strip } = await open({ mode: "sync" });
	const { model, put } = fixture;
	put("old.md", "old");
	model.enqueue(
		call("do_work", { what: "the accounts" }),
		call("call_tool", { name: "delete_file", arguments: { path: "old.md" } }),
		reply("E-1", "I asked you."),
	);
	await say(page, "do the accounts, then delete old.md");
	await strip.locator("#activity-text", { hasText: "working on the accounts…" }).waitFor();
	(await work.run(1)).end({ text: "balanced" });
	await isDone(page, "I asked you.");
	await strip.getByText("waiting for your approval").waitFor();
	expect(await strip.getByRole("button", { name: "Stop", exact: true }).isVisible()).toBe(false);
	await takePicture(page, "work-strip-approval");

	model.enqueue(reply("E-3", "It is gone."));
	await page.getByRole("button", { name: "Allow" }).click();
	await isDone(page, "It is gone.");
	await strip.waitFor({ state: "hidden" });

	model.script = () => ({ kind: "status", code: 401, body: { error: { message: "no" } } });
	await say(page, "are you there?");
	await strip.getByText("refuses the API key").waitFor();
	await strip.getByRole("button", { name: "Stop", exact: true }).click();
	await isDone(page, "Stopped.");
	await strip.waitFor({ state: "hidden" });
	await untilRest(fixture);
});
