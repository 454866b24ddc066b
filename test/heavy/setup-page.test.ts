import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { SetupPort } from "#channels/web/ports.ts";
import { launchBrowser, openChat, openPage, say, takePicture } from "#channels/web/test-browser.ts";
import { findFaintTexts } from "#channels/web/test-contrast.ts";
import { startWeb } from "#channels/web/test-kit.ts";
import { GATEWAY, MemorySetup, OLLAMA } from "#channels/web/test-setup.ts";
import { readHomeFiles } from "#config/home-files.ts";
import { systemClock } from "#core/clock.ts";
import { createLog } from "#core/log.ts";
import { SetupDesk } from "#daemon/setup/setup-desk.ts";
import { asLocal, freshHome, GOOD, modelServer } from "#daemon/setup/setup-fixture.ts";
import { chromium } from "#test/services.ts";
import { tempFolder } from "#test/temp-folder.ts";

const REMINDER = "⏰ Call Bob";
/** For a machine that has other things to do as well. */
const SOON = { timeout: 10_000 };
const HIDDEN_TAB = `Object.defineProperty(document, "hidden", { get: () => globalThis.isHiddenTab === true });`;

let browser: Browser;

// Skips with the reason where there is no Chromium; the first test starts it.
beforeEach(async (context) => {
	const path = await chromium(context);
	browser ??= await launchBrowser(path);
});
afterAll(() => browser?.close());

async function openWith(setup: SetupPort, options: BrowserContextOptions = {}) {
	const kit = await startWeb(tempFolder(), { setup });
	return { kit, ...(await openChat(browser, kit, options)) };
}

/** The daemon's own desk, in a fresh home on a machine with one local server. */
async function openDesk() {
	const { home, paths, config } = freshHome();
	const server = await modelServer(GOOD, { models: ["qwen3:8b"] });
	const read = () => {
		const { parsed } = readHomeFiles(paths, {});
		if (parsed.kind === "bad") throw new Error("the configuration does not load");
		return parsed.settings;
	};
	let settings = read();
	const desk = new SetupDesk({
		...{ home, environment: {}, clock: systemClock, fetch, localServers: [asLocal(server)] },
		settings: { current: () => settings },
		reload: () => {
			settings = read();
		},
		log: createLog({ clock: systemClock, level: "error", write: () => undefined }),
		signal: new AbortController().signal,
	});
	return { desk, config };
}

const card = (page: Page) => page.locator("#setup");
const useButton = (page: Page, service: string) => page.getByRole("button", { name: `Use it from ${service}` });
const focused = (page: Page) => page.evaluate("document.activeElement.id || document.activeElement.textContent");

describe("the first hour without a model", () => {
	it("shows no card once a model is configured, and greets as ever", async () => {
		const { page } = await openWith(new MemorySetup());
		await page.getByRole("button", { name: /dentist/ }).waitFor();
		expect(await card(page).isVisible()).toBe(false);
		expect(await page.getByRole("button", { name: "Note: buy milk" }).count()).toBe(0);
	});

	it("says how to get a model where nothing is found, looks again, and offers what works without", async () => {
		const setup = MemorySetup.without();
		const { kit, page, complaints } = await openWith(setup);
		await card(page).getByText("None found yet").waitFor();
		expect(await card(page).textContent()).toMatch(/steward setup[\s\S]*~\/\.steward\/config\.yaml/);
		expect(await page.getByRole("button", { name: /dentist/ }).count()).toBe(0);
		await page.getByRole("button", { name: "Look again" }).click();
		await card(page).getByText("Nothing new was found.").waitFor();
		await page.getByRole("button", { name: "Note: buy milk" }).click();
		await page.getByRole("textbox", { name: "Message" }).press("Enter");
		await expect.poll(() => kit.received.map(({ text }) => text), SOON).toEqual(["Note: buy milk"]);
		setup.findings = { ...setup.findings, candidates: [OLLAMA] };
		await card(page).locator("summary").click();
		await page.getByRole("button", { name: "Look again" }).click();
		await card(page).getByText("answers on 127.0.0.1:11434").waitFor();
		expect(complaints).toEqual([]);
	});

	it("uses what was found: shows that it tries, that it failed and why, and then that it works", async () => {
		const setup = MemorySetup.without(OLLAMA, GATEWAY);
		const { page, complaints } = await openWith(setup);
		await card(page).getByText("Your words stay on this machine").waitFor();
		await card(page).getByText("Your words go to Acme gateway").waitFor();
		await page.getByRole("combobox", { name: "Model" }).selectOption("llama3.2:3b");
		await useButton(page, "Ollama").click();
		await card(page).getByText("This can take a minute").waitFor();
		expect(await useButton(page, "Acme gateway").isDisabled()).toBe(true);
		await takePicture(page, "setup-trying");
		setup.finish({ kind: "failed", problem: "Ollama has no such model. Get it with: ollama pull llama3.2:3b" });
		await page.getByRole("alert").getByText("ollama pull llama3.2:3b").waitFor();
		await takePicture(page, "setup-failed");
		await page.getByLabel("Name of the model").fill("acme-large");
		await useButton(page, "Acme gateway").click();
		await card(page).getByText("Trying acme-large of Acme gateway").waitFor();
		setup.finish({ kind: "done", text: "acme-large of Acme gateway is your model now." });
		await card(page).getByText("is your model now").waitFor();
		await card(page).getByText("add Telegram").waitFor();
		await page.getByRole("button", { name: /dentist/ }).waitFor();
		await takePicture(page, "setup-done");
		await page.getByRole("button", { name: "Close" }).click();
		expect(await card(page).isVisible()).toBe(false);
		expect(setup.tried).toEqual([
			{ candidateId: "ollama", model: "llama3.2:3b" },
			{ candidateId: "gateway", model: "acme-large" },
		]);
		expect(complaints).toEqual([]);
	});

	it("writes the model that was chosen into config.yaml, once it has answered", async () => {
		const { desk, config } = await openDesk();
		const { page } = await openWith(desk);
		await useButton(page, "Ollama").click();
		await card(page).getByText("qwen3:8b at Ollama answers").waitFor();
		expect(config()).toContain("qwen3:8b");
		await page.reload();
		await page.getByRole("button", { name: /dentist/ }).waitFor();
		expect(await card(page).isVisible()).toBe(false);
	});

	it("takes the name of a model that is not in the list", async () => {
		const setup = MemorySetup.without(OLLAMA);
		const { page } = await openWith(setup);
		await page.getByRole("combobox", { name: "Model" }).selectOption({ label: "Another model…" });
		await useButton(page, "Ollama").click();
		await page.getByLabel("Its name").fill(" phi4 ");
		await page.getByLabel("Its name").press("Enter");
		await expect.poll(() => setup.tried, SOON).toEqual([{ candidateId: "ollama", model: "phi4" }]);
	});

	it("works by keyboard alone, and gives the focus back", async () => {
		const setup = MemorySetup.without(OLLAMA);
		const { page } = await openWith(setup);
		await useButton(page, "Ollama").waitFor();
		await card(page).locator("summary").focus();
		await page.keyboard.press("Enter");
		expect(await useButton(page, "Ollama").isVisible()).toBe(false);
		await page.keyboard.press("Enter");
		for (let stop = 0; stop < 2; stop += 1) await page.keyboard.press("Tab");
		await page.keyboard.press("Enter");
		await expect.poll(() => setup.tried.length, SOON).toBe(1);
		setup.finish({ kind: "failed", problem: "Not now." });
		await expect.poll(() => focused(page), SOON).toBe("Use it from Ollama");
		await page.keyboard.press("Enter");
		await expect.poll(() => setup.tried.length, SOON).toBe(2);
		setup.finish({ kind: "done", text: "It works." });
		await expect.poll(() => focused(page), SOON).toBe("Close");
	});

	it("leaves a conversation alone: folds at the first message, and takes no focus from who is writing", async () => {
		const setup = MemorySetup.without(OLLAMA);
		const { kit, page } = await openWith(setup);
		await useButton(page, "Ollama").click();
		await say(page, "Remind me in 20 minutes to call Bob");
		await page.getByText("Saved").waitFor();
		await card(page).getByText("Trying qwen3:8b").first().waitFor();
		expect(await useButton(page, "Ollama").isVisible()).toBe(false);
		setup.finish({ kind: "failed", problem: "Out of memory." });
		await card(page).locator("summary").getByText("That did not work").waitFor();
		expect(await focused(page)).toBe("text");
		for (let index = 1; index <= 30; index += 1) kit.conversation.put({ key: `M-${index}`, text: `Message ${index}` });
		await page.getByText("Message 30", { exact: true }).waitFor();
		expect(await card(page).locator("summary").isVisible()).toBe(true);
		await page.reload();
		await page.getByRole("button", { name: "List my reminders" }).waitFor();
		await takePicture(page, "setup-beside-conversation");
		await card(page).locator("summary").click();
		await page.reload();
		await page.getByText("Message 30", { exact: true }).waitFor();
		await card(page).getByText("Found: Ollama").waitFor();
		expect(await useButton(page, "Ollama").isVisible()).toBe(false);
	});

	it("notices a model that was set up elsewhere, says so, and goes away", async () => {
		const setup = MemorySetup.without();
		const kit = await startWeb(tempFolder(), { setup });
		const { page } = await openPage(browser);
		await page.clock.install();
		await page.goto(kit.channel.createLoginLink());
		await card(page).getByText("None found yet").waitFor();
		setup.findings = { ...setup.findings, modelConfigured: true, telegramConfigured: true };
		await page.evaluate(`dispatchEvent(new Event("focus"))`);
		await card(page).getByText("A model is set up now.").waitFor();
		expect(await card(page).getByText("Telegram").count()).toBe(0);
		await page.clock.fastForward(20_000);
		await card(page).waitFor({ state: "hidden" });
	});

	it("shows a reminder so that it is seen, and counts in the title what came into a hidden tab", async () => {
		const kit = await startWeb(tempFolder());
		const { page } = await openPage(browser);
		await page.addInitScript(HIDDEN_TAB);
		await page.goto(kit.channel.createLoginLink());
		await page.getByText("Connected", { exact: true }).waitFor();
		await page.evaluate("globalThis.isHiddenTab = true");
		kit.conversation.put({ key: "M-1", kind: "notice", text: REMINDER });
		kit.conversation.put({ key: "M-2", kind: "notice", text: "You have no other reminders." });
		await page.locator(".bubble.reminder", { hasText: "Call Bob" }).waitFor();
		await page.locator(".bubble.notice", { hasText: "no other" }).waitFor();
		expect(await page.title()).toBe("(2) Steward");
		await page.evaluate(`isHiddenTab = false; document.dispatchEvent(new Event("visibilitychange"))`);
		expect(await page.title()).toBe("Steward");
	});

	for (const [name, viewport] of [
		["phone", { width: 390, height: 844 }],
		["desktop", { width: 1280, height: 860 }],
	] as const) {
		for (const colorScheme of ["light", "dark"] as const) {
			it(`fits a ${name} in ${colorScheme}, and can be read`, async () => {
				const look = { viewport, colorScheme, hasTouch: name === "phone" };
				const none = await openWith(MemorySetup.without(), look);
				await card(none.page).getByText("None found yet").waitFor();
				await takePicture(none.page, `setup-${name}-${colorScheme}-none`);
				expect(await findFaintTexts(none.page, "#chat")).toEqual([]);
				const setup = MemorySetup.without(OLLAMA, GATEWAY);
				const { kit, page } = await openWith(setup, look);
				await useButton(page, "Ollama").waitFor();
				await takePicture(page, `setup-${name}-${colorScheme}-found`);
				await useButton(page, "Ollama").click();
				await expect.poll(() => setup.tried.length, SOON).toBe(1);
				setup.finish({ kind: "failed", problem: "Ollama answered with an error. See its log, then try again." });
				await page.getByRole("alert").getByText("See its log").waitFor();
				kit.conversation.put({ key: "M-1", kind: "notice", text: "I have no model yet, so I keep what you write." });
				kit.conversation.put({ key: "M-2", kind: "notice", text: `${REMINDER}\n\nYou asked at 14:05.` });
				await page.getByText("You asked at 14:05.", { exact: true }).waitFor();
				await card(page).locator("summary").click();
				await takePicture(page, `setup-${name}-${colorScheme}-beside`);
				expect(await findFaintTexts(page, "#chat")).toEqual([]);
				const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
				expect(await page.evaluate(overflow)).toBe(0);
			});
		}
	}
});
