import type { Browser } from "playwright-core";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { launchBrowser, openChat, takePicture } from "#channels/web/test-browser.ts";
import { findFaintTexts } from "#channels/web/test-contrast.ts";
import { fillConversation } from "#channels/web/test-conversation.ts";
import { startWeb } from "#channels/web/test-kit.ts";
import { chromium } from "#test/services.ts";
import { tempFolder } from "#test/temp-folder.ts";

let browser: Browser;

// Skips with the reason where there is no Chromium; the first test starts it.
beforeEach(async (context) => {
	const path = await chromium(context);
	browser ??= await launchBrowser(path);
});
afterAll(() => browser?.close());

/** Runs in the page before its own code: counts the intervals that tick. */
const COUNT_INTERVALS = `{
	const ticking = new Set();
	const { setInterval, clearInterval } = window;
	window.setInterval = (...call) => {
		const id = setInterval(...call);
		ticking.add(id);
		return id;
	};
	window.clearInterval = (id) => {
		ticking.delete(id);
		clearInterval(id);
	};
	window.countTicking = () => ticking.size;
}`;

async function openWork() {
	const kit = await startWeb(tempFolder());
	const { page, complaints } = await openChat(browser, kit);
	const strip = page.getByRole("region", { name: "What is going on" });
	const stop = strip.getByRole("button", { name: "Stop", exact: true });
	const spoken = () => page.locator("#announcer").textContent();
	// From here on the page's time passes only as a test says.
	await page.clock.install();
	await page.clock.pauseAt(Date.now() + 60_000);
	return { kit, page, complaints, strip, stop, spoken };
}

describe("what is going on, in a browser", () => {
	it("shows each task with its time, and ends one of them by its button", async () => {
		const { kit, page, complaints, strip, stop } = await openWork();
		kit.conversation.setTasks({ name: "T-9", startedAt: Date.now() - 79_000 }, { name: "T-10", doing: "<b>bold</b>" });
		await strip.getByText("T-9 run_script").waitFor();
		await strip.getByText("Working in the background, on 2 tasks…").waitFor();
		await strip.getByText("<b>bold</b>").waitFor();
		const time = strip.getByRole("listitem").first().locator(".elapsed");
		expect(await time.textContent()).toMatch(/^· 1m[12]\ds$/);
		await page.clock.runFor(60_000);
		expect(await time.textContent()).toMatch(/^· 2m[12]\ds$/);
		const button = page.getByRole("button", { name: "Stop T-9 run_script" });
		await button.focus();
		await page.keyboard.press("Enter");
		await expect.poll(() => kit.received.map(({ text }) => text)).toEqual(["/cancel T-9"]);
		await expect.poll(() => button.textContent()).toBe("Stopping…");
		kit.conversation.setTasks({ name: "T-10" });
		await button.waitFor({ state: "detached" });
		const focused = "document.activeElement.getAttribute('aria-label')";
		await expect.poll(() => page.evaluate(focused)).toBe("Stop T-10 run_script");
		await stop.click();
		await expect.poll(() => kit.received.at(-1)?.action).toEqual({ kind: "stop" });
		kit.conversation.setTasks();
		await strip.waitFor({ state: "hidden" });
		expect(complaints).toEqual([]);
	});

	it("says why a task could not be ended, and lets one try again", async () => {
		const { kit, page, strip } = await openWork();
		kit.conversation.setTasks({ name: "T-9" });
		await page.route("**/api/cancel", (route) => route.abort());
		await page.getByRole("button", { name: "Stop T-9 run_script" }).click();
		await strip.getByText("Steward can't be reached").waitFor();
		await page.unroute("**/api/cancel");
		await page.getByRole("button", { name: "Stop T-9 run_script" }).click();
		await expect.poll(() => kit.received.map(({ text }) => text)).toEqual(["/cancel T-9"]);
		await strip.getByText("Steward can't be reached").waitFor({ state: "hidden" });
	});

	it("shows how long a step lasts from its third second on, and speaks of it once", async () => {
		const { kit, page, strip, spoken } = await openWork();
		const time = strip.locator("#activity-time");
		kit.conversation.setActivity("thinking", { since: Date.now() + 60_000 });
		await strip.getByText("Thinking…", { exact: false }).waitFor();
		await page.clock.runFor(2_000);
		expect(await time.textContent()).toBe("");
		expect(await spoken()).toBe("");
		await page.clock.runFor(1_000);
		expect(await time.textContent()).toBe("· 3s");
		expect(await spoken()).toBe("Still thinking");
		kit.conversation.setActivity("reading notes.md", { since: Date.now() - 62_000 });
		await expect.poll(() => time.textContent()).toMatch(/^· 1m0\ds$/);
		expect(await spoken()).toBe("Still thinking");
	});

	it("says that it waits for the owner, or why it can't go on, without a clock", async () => {
		const { kit, strip, stop, spoken } = await openWork();
		kit.conversation.setActivity("waiting for your approval", { kind: "waiting", since: Date.now() - 62_000 });
		await strip.getByText("waiting for your approval").waitFor();
		expect(await stop.isVisible()).toBe(false);
		await expect.poll(spoken).toBe("waiting for your approval");
		kit.conversation.setActivity("No model answers. Look at the key.", { kind: "failed" });
		await strip.getByText("No model answers. Look at the key.").waitFor();
		await stop.waitFor();
		await expect.poll(spoken).toBe("No model answers. Look at the key.");
		expect(await strip.locator("#activity-time").textContent()).toBe("");
	});

	it("ticks only while something runs, and forgets what ran when the connection is lost", async () => {
		const { kit, page, strip } = await openWork();
		await page.addInitScript(COUNT_INTERVALS);
		await page.reload();
		await page.getByText("Connected", { exact: true }).waitFor();
		const ticking = () => page.evaluate("window.countTicking()");
		expect(await ticking()).toBe(0);
		kit.conversation.setTasks({ name: "T-9" });
		kit.conversation.setActivity("thinking");
		await expect.poll(ticking).toBe(1);
		kit.conversation.setActivity(undefined);
		kit.conversation.setTasks();
		kit.conversation.setActivity("No model answers.", { kind: "failed" });
		await strip.getByText("No model answers.").waitFor();
		expect(await ticking()).toBe(0);
		kit.conversation.setTasks({ name: "T-9" });
		await strip.getByText("T-9 run_script").waitFor();
		await kit.channel.stop();
		await strip.waitFor({ state: "hidden" });
		expect(await ticking()).toBe(0);
	});

	for (const [name, viewport] of [
		["phone", { width: 360, height: 740 }],
		["desktop", { width: 1280, height: 860 }],
	] as const) {
		for (const colorScheme of ["light", "dark"] as const) {
			it(`fits a ${name} in ${colorScheme}, however much runs`, async () => {
				const workspace = tempFolder();
				const kit = await startWeb(workspace);
				fillConversation(kit, workspace);
				const { page } = await openChat(browser, kit, { viewport, colorScheme, hasTouch: name === "phone" });
				kit.conversation.setActivity(`reading ${"a-very-long-name".repeat(9)}`, { since: Date.now() - 80_000 });
				kit.conversation.setTasks(
					{ name: "T-9", startedAt: Date.now() - 80_000 },
					{ name: "T-10", tool: "tool_with_a_name".repeat(4), startedAt: Date.now() - 8_000_000 },
				);
				const button = page.getByRole("button", { name: "Stop T-9 run_script" });
				await button.waitFor();
				await takePicture(page, `work-${name}-${colorScheme}`);
				const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
				expect(await page.evaluate(overflow)).toBe(0);
				for (const each of await page.locator("#work button").all()) {
					const box = await each.boundingBox();
					expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(viewport.width);
				}
				expect(await findFaintTexts(page, "#work")).toEqual([]);
				kit.conversation.setTasks();
				const problem = `gpt at ${"api.example.com/".repeat(12)} refuses the API key (401). Check the key in config.yaml.`;
				kit.conversation.setActivity(problem, { kind: "failed" });
				await page.locator("#work").getByText("refuses the API key").waitFor();
				await takePicture(page, `failed-${name}-${colorScheme}`);
				expect(await page.evaluate(overflow)).toBe(0);
				expect(await findFaintTexts(page, "#work")).toEqual([]);
			});
		}
	}
});
