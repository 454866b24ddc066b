import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeEach, expect, it } from "vitest";
import { launchBrowser, openPage, say, takePicture } from "#channels/web/test-browser.ts";
import { createPost, mailTo } from "#test/approvals-kit.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { chromium } from "#test/services.ts";
import { call, reply } from "#test/steps.ts";
import { type Fixture, type FixtureOptions, startFixture } from "#test/steward-fixture.ts";

/** The page in a real browser, before a whole daemon: what the owner does and sees. */

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

let browser: Browser;

// Skips with the reason where there is no Chromium; the first test starts it.
beforeEach(async (context) => {
	const path = await chromium(context);
	browser ??= await launchBrowser(path);
});
afterAll(() => browser?.close());

async function open(options: FixtureOptions, view = {}): Promise<Fixture & { page: Page; complaints: string[] }> {
	const fixture = await startFixture(options);
	const { page, complaints } = await openPage(browser, view);
	await page.goto(fixture.loginLink);
	await page.getByText("Connected", { exact: true }).waitFor();
	return Object.assign(Object.create(fixture), { page, complaints });
}

it("a message goes to the model and a file, and the reply is shown", async () => {
	const { page, complaints, model, put } = await open({
		script: [
			call("read_file", { path: "shopping.md" }),
			reply("E-1", "You need three things:\n\n1. **milk**\n2. bread\n3. `coffee`, the dark one"),
		],
	});
	put("shopping.md", "- milk\n- bread\n- coffee, the dark one\n");
	await say(page, "What do I need from the shop?");
	await page.locator("#items .from-steward li", { hasText: "coffee" }).waitFor();
	expect(await page.locator("#items strong").textContent()).toBe("milk");
	expect(model.violations).toEqual([]);
	await takePicture(page, "whole-way-desktop");
	expect(complaints).toEqual([]);
});

it("shows on a phone what is being done, asks before it deletes, and deletes on Allow", async () => {
	const { page, model, put, read } = await open(
		{
			script: [
				{ ...call("read_file", { path: "old-plan.md" }), delayMs: 1_000 },
				call("call_tool", { name: "delete_file", arguments: { path: "old-plan.md" } }),
				reply("E-1", "I need your word for that: see above."),
			],
		},
		PHONE,
	);
	put("old-plan.md", "# The plan of last year\n\nNot needed any more.\n");
	// On a phone Enter makes a new line.
	await page.getByRole("textbox", { name: "Message" }).fill("Please delete the old plan.");
	await page.getByRole("button", { name: "Send" }).click();
	await page.locator("#activity-text", { hasText: /thinking/i }).waitFor();
	await page.getByRole("button", { name: "Allow" }).waitFor();
	await page.locator("#items p", { hasText: "see above" }).waitFor();
	await takePicture(page, "whole-way-phone");
	expect(read("old-plan.md")).toContain("last year");
	model.enqueue(reply("E-3", "The old plan is gone."));
	await page.getByRole("button", { name: "Allow" }).click();
	await page.locator("#items p", { hasText: "The old plan is gone." }).waitFor();
	expect(() => read("old-plan.md")).toThrow();
});

it("writes a rule when the owner presses Always, and does not ask before the next letter", async () => {
	const post = createPost();
	const sent = () => post.sent.map(({ text }) => text);
	const { page, model, home, complaints } = await open({
		tools: [post.tool],
		script: [mailTo("bob@example.org", "Minutes"), reply("E-1", "I asked you.")],
	});
	await say(page, "Send Bob the minutes.");
	const always = page.getByRole("button", { name: "Always to bob@example.org" });
	await always.waitFor();
	await page.locator("#items p", { hasText: "I asked you." }).waitFor();
	await takePicture(page, "always");
	expect(sent()).toEqual([]);
	model.enqueue(reply("E-3", "The minutes are sent."));
	await always.click();
	await page.locator("#items p", { hasText: "The minutes are sent." }).waitFor();
	expect(readFileSync(join(home, "config.yaml"), "utf8")).toMatch(/allow: tell-others\n\s+to:\s+.*bob@example\.org/);
	model.enqueue(mailTo("bob@example.org", "Agenda"), reply("E-4", "The agenda is sent, too."));
	await say(page, "And the agenda.");
	await page.locator("#items p", { hasText: "The agenda is sent, too." }).waitFor();
	expect(sent()).toEqual(["Minutes", "Agenda"]);
	await takePicture(page, "always-after");
	expect(complaints).toEqual([]);
});

it("stops a turn by its button", async () => {
	const { page, model } = await open({ script: [{ kind: "stall", afterChunks: 1 }] });
	await say(page, "Think about everything.");
	const request = await model.untilRequest(1);
	await page.getByRole("button", { name: "Stop" }).click();
	await page.locator("#items p", { hasText: "Stopped." }).waitFor();
	await request.ended;
	expect(request.clientWentAway).toBe(true);
});

it("shows hostile text of a file, a message and a model as text", async () => {
	const hostile =
		'<img src=x onerror="alert(1)"><script>alert(2)</script> [x](javascript:alert(3)) ![y](https://evil.example/p.png)';
	const { page, complaints } = await open({ script: [reply("E-1", hostile)] });
	await say(page, hostile);
	await page.locator("#items .from-steward", { hasText: "onerror" }).waitFor();
	expect(await page.locator("#items img, #items script, #items [onerror]").count()).toBe(0);
	expect(complaints).toEqual([]);
});

it("serves a newcomer without a model: the card, plain words, and the reminder comes into view", async () => {
	const clock = new FakeClock("2026-11-30T10:30:00Z");
	const { page, complaints, model } = await open({ withoutModel: true, clock });
	await page.getByText("Steward needs a model").waitFor();
	// More than fits on the screen, each before the last one's answer: the page stays at its end all the same.
	for (const matter of ["call Bob", "water the plants", "buy milk", "pay the rent", "read a book", "write to Eve"]) {
		await say(page, `remind me in 20 minutes to ${matter}`);
	}
	await say(page, "What is the capital of France?");
	await page.locator("#items .from-steward", { hasText: "I can't think right now" }).waitFor();
	await say(page, "remind me in 1 minute to stretch");
	await page.locator("#items .from-steward", { hasText: "stretch" }).waitFor();
	await clock.advance(60_000);
	const reminder = page.locator("#items .from-steward", { hasText: "⏰ stretch" });
	await reminder.waitFor();
	const isInView = async () => {
		const box = await reminder.boundingBox();
		return box !== null && box.y >= 0 && box.y + box.height <= (page.viewportSize()?.height ?? 0);
	};
	await expect.poll(isInView, { timeout: 10_000 }).toBe(true);
	await takePicture(page, "first-hour");
	expect(model.requests).toEqual([]);
	expect(complaints).toEqual([]);
});
