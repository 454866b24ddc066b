import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { launchBrowser, openChat, openPage, say, takePicture } from "#channels/web/test-browser.ts";
import { fillConversation, HOSTILE, MARKDOWN, PNG } from "#channels/web/test-conversation.ts";
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

describe("the page in a browser", () => {
	it("asks for a link without a session, and takes one that is pasted", async () => {
		const kit = await startWeb(tempFolder());
		const { page } = await openPage(browser);
		await page.goto(kit.channel.url);
		await page.getByText("steward link").waitFor();
		await takePicture(page, "login");
		await page.getByLabel("Or paste the link here").fill("wrong");
		await page.getByRole("button", { name: "Log in" }).click();
		await page.getByText("This link was already used").waitFor();
		await page.getByLabel("Or paste the link here").fill(kit.channel.createLoginLink());
		await page.getByRole("button", { name: "Log in" }).click();
		await page.getByText("Connected", { exact: true }).waitFor();
	});

	it("logs in by the link, takes the code out of the address, and greets", async () => {
		const kit = await startWeb(tempFolder());
		const { page, complaints } = await openChat(browser, kit);
		expect(page.url()).toBe(`${kit.channel.url}/`);
		await page.getByRole("heading", { name: "Hello, Ada" }).waitFor();
		await takePicture(page, "welcome");
		await page.getByRole("button", { name: /dentist/ }).click();
		expect(await page.getByRole("textbox", { name: "Message" }).inputValue()).toContain("dentist");
		await page.reload();
		await page.getByText("Connected", { exact: true }).waitFor();
		expect(await page.getByRole("textbox", { name: "Message" }).inputValue()).toContain("dentist");
		await page.getByRole("button", { name: "Log out" }).click();
		await page.getByText("steward link").waitFor();
		expect(kit.sessions.rows.size).toBe(0);
		expect(complaints.filter((text) => !text.includes("401"))).toEqual([]);
	});

	it("sends on Enter, shows the reply as Markdown, and keeps both after a reload", async () => {
		const kit = await startWeb(tempFolder());
		const { page, complaints } = await openChat(browser, kit);
		await say(page, "What is on this week?\nPlease be short.");
		await page.getByText("Saved").waitFor();
		expect(kit.received.map(({ text }) => text)).toEqual(["What is on this week?\nPlease be short."]);
		kit.conversation.put({ key: "E-1", state: "answered" });
		kit.conversation.put({ key: "M-1", kind: "reply", text: MARKDOWN });
		await page.locator(".from-steward h2", { hasText: "Your week" }).waitFor();
		expect(await page.locator(".from-steward li").count()).toBe(3);
		expect(await page.locator("td.align-right").first().textContent()).toBe("80.00");
		expect(await page.getByText("Saved").count()).toBe(0);
		await page.reload();
		await page.locator(".from-steward h2", { hasText: "Your week" }).waitFor();
		expect(await page.locator(".item").count()).toBe(2);
		expect(complaints).toEqual([]);
	});

	it("copies a code block", async () => {
		const kit = await startWeb(tempFolder());
		kit.conversation.put({ key: "M-1", text: "```sh\nls -la\n```" });
		const { page } = await openChat(browser, kit, { permissions: ["clipboard-read", "clipboard-write"] });
		await page.getByRole("button", { name: "Copy" }).click();
		await page.getByRole("button", { name: "Copied" }).waitFor();
		expect(await page.evaluate("navigator.clipboard.readText()")).toBe("ls -la");
	});

	it("shows hostile text and names as text, and loads nothing from elsewhere", async () => {
		const kit = await startWeb(tempFolder());
		const { page, complaints } = await openChat(browser, kit);
		const name = "<img src=x onerror=window.hacked=1>.png";
		const attachments = [{ path: "inbox/<b>.txt", name, mediaType: "text/html", sizeBytes: 12 }];
		kit.conversation.put({ key: "M-1", text: HOSTILE, attachments, note: "<b>note</b>", channel: "<i>web</i>" });
		kit.conversation.put({ key: "E-1", from: "owner", text: HOSTILE });
		await page.getByText(name).waitFor();
		await page.getByText("<script>window.hacked = 1</script>").first().waitFor();
		await page.waitForLoadState("networkidle");
		expect(await page.evaluate("window.hacked")).toBeUndefined();
		expect(await page.locator("#items script, #items img, #items b, #items i, #items [onmouseover]").count()).toBe(0);
		const hrefs = await page.locator("#items a").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
		expect(hrefs.filter((href) => !/^(https:|\/api\/files\/)/.test(href ?? ""))).toEqual([]);
		const foreign = page.locator("#items a[href^=https]").first();
		expect(await foreign.getAttribute("rel")).toBe("noopener noreferrer nofollow");
		expect(complaints).toEqual([]);
	});

	it("refuses scripts and HTML that get into the page by another way", async () => {
		const kit = await startWeb(tempFolder());
		const { page } = await openChat(browser, kit);
		const refused = await page.evaluate(`(() => {
			try { document.body.innerHTML = "<b>x</b>"; return false; } catch (error) { return error instanceof TypeError; }
		})()`);
		expect(refused).toBe(true);
	});

	it("shows what is being done and stops it", async () => {
		const kit = await startWeb(tempFolder());
		const { page } = await openChat(browser, kit);
		kit.conversation.setActivity("reading notes.md");
		await page.getByText("reading notes.md…").waitFor();
		await page.getByRole("button", { name: "Stop" }).click();
		await expect.poll(() => kit.received.map(({ action }) => action)).toEqual([{ kind: "stop" }]);
		kit.conversation.setActivity(undefined);
		await page.getByRole("button", { name: "Stop" }).waitFor({ state: "hidden" });
	});

	it("takes decisions on a card, with a reason where there is one", async () => {
		const kit = await startWeb(tempFolder());
		const { page } = await openChat(browser, kit);
		const ask = (key: string, code: string, text: string) =>
			kit.conversation.put({
				key,
				kind: "approval",
				text,
				choices: [
					{ label: "Allow", action: `approve:${code}`, command: `/approve ${code}` },
					{ label: "Deny", action: `deny:${code}`, command: `/deny ${code}` },
				],
			});
		ask("M-1", "K7Q2", "Send this mail to **bob@example.org**?");
		await takePicture(page, "approval");
		await page.getByRole("button", { name: "Allow" }).click();
		await expect.poll(() => kit.received.map(({ action }) => action)).toEqual([{ kind: "approve", code: "K7Q2" }]);
		kit.conversation.put({ key: "M-1", choices: [], note: "Allowed. It was sent." });
		await page.getByText("Allowed. It was sent.").waitFor();
		ask("M-2", "B8C9", "Delete `old.txt`?");
		await page.getByRole("button", { name: "Deny and say why" }).click();
		await page.getByLabel("Why not").fill("I still need it");
		await page.getByLabel("Why not").press("Enter");
		const denied = { kind: "deny", code: "B8C9", reason: "I still need it" };
		await expect.poll(() => kit.received.at(-1)?.action).toEqual(denied);
	});

	it("attaches files by button and paste, and shows pictures", async () => {
		const kit = await startWeb(tempFolder());
		const { page, complaints } = await openChat(browser, kit);
		const name = "übersicht <b>1.png";
		await page.locator("#files").setInputFiles([
			{ name, mimeType: "image/png", buffer: PNG },
			{ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("hello") },
		]);
		await page.getByText("notes.txt").waitFor();
		await page.evaluate(`(() => {
			const clipboardData = new DataTransfer();
			clipboardData.items.add(new File(["pasted"], "pasted.txt", { type: "text/plain" }));
			document.getElementById("text").dispatchEvent(new ClipboardEvent("paste", { clipboardData, cancelable: true }));
		})()`);
		await page.getByText("pasted.txt").waitFor();
		await takePicture(page, "files");
		await say(page, "Look at these");
		await expect
			.poll(() => kit.received[0]?.attachments.map((each) => each.name))
			.toEqual(["übersicht-b-1.png", "notes.txt", "pasted.txt"]);
		const image = page.locator("#items .files img");
		await expect.poll(() => image.evaluate((node) => "naturalWidth" in node && node.naturalWidth)).toBe(10);
		expect(complaints).toEqual([]);
	});

	it("shows pictures by their name where the type is not known, and a link where they are none", async () => {
		const workspace = tempFolder();
		const kit = await startWeb(workspace);
		writeFileSync(join(workspace, "inbox", "chart.png"), PNG);
		writeFileSync(join(workspace, "inbox", "fake.png"), "no picture");
		const attachments = ["chart.png", "fake.png"].map((name) => ({
			path: `inbox/${name}`,
			name,
			mediaType: "",
			sizeBytes: 0,
		}));
		kit.conversation.put({ key: "M-1", text: "Here you are", attachments });
		const { page } = await openChat(browser, kit);
		await page.getByRole("link", { name: "fake.png", exact: true }).getByText("fake.png").waitFor();
		expect(await page.locator("#items .files img").count()).toBe(1);
		expect(await page.getByText("0 B").count()).toBe(0);
	});

	it("keeps a message that could not be stored, and sends it on Retry", async () => {
		let broken = true;
		const received: string[] = [];
		const kit = await startWeb(tempFolder(), {
			receive: async ({ text }) => {
				if (broken) throw new Error("disk full");
				received.push(text);
				return { eventId: 1, duplicate: false, trust: "owner" };
			},
		});
		const { page } = await openChat(browser, kit);
		await say(page, "Keep me");
		await page.getByText(/could not save this \(disk full\)/).waitFor();
		broken = false;
		await page.getByRole("button", { name: "Retry" }).click();
		await page.getByText("Saved").waitFor();
		expect(received).toEqual(["Keep me"]);
	});

	it("says that the connection is lost, and sends what was written meanwhile once it is back", async () => {
		const workspace = tempFolder();
		const first = await startWeb(workspace);
		const { page } = await openChat(browser, first);
		await first.channel.stop();
		await page.getByText("Connection lost").waitFor();
		await say(page, "Written in the dark");
		await page.getByText("Not sent").waitFor();
		await takePicture(page, "connection-lost");
		const second = await startWeb(workspace, { port: first.port, sessions: first.sessions });
		await page.getByText("Connected", { exact: true }).waitFor();
		await expect.poll(() => second.received.map(({ text }) => text)).toEqual(["Written in the dark"]);
		await page.getByText("Connection lost").waitFor({ state: "hidden" });
	});

	it("loads older messages when one scrolls up, without moving what is read", async () => {
		const kit = await startWeb(tempFolder());
		for (let index = 1; index <= 180; index += 1) kit.conversation.put({ key: `M-${index}`, text: `Message ${index}` });
		// A page may be short though there is more.
		const history = kit.conversation.history.bind(kit.conversation);
		kit.conversation.history = (options) => history(options).slice(options.before === 2 ? 0 : 1);
		const { page } = await openChat(browser, kit);
		await page.getByText("Message 180", { exact: true }).waitFor();
		const scroller = page.locator("#scroller");
		await expect
			.poll(async () => {
				await scroller.evaluate((node) => node.scrollTo(0, 0));
				return page.locator("#items > li").count();
			})
			.toBe(180);
		expect(await page.locator("#items > li .text").first().textContent()).toContain("Message 1");
		kit.conversation.put({ key: "M-999", text: "The newest" });
		await page.getByRole("button", { name: "New messages" }).click();
		await page.getByText("The newest", { exact: true }).waitFor();
	});

	for (const [name, viewport] of [
		["phone", { width: 390, height: 844 }],
		["desktop", { width: 1280, height: 860 }],
	] as const) {
		for (const colorScheme of ["light", "dark"] as const) {
			it(`fits a ${name} in ${colorScheme}`, async () => {
				const workspace = tempFolder();
				const kit = await startWeb(workspace);
				fillConversation(kit, workspace);
				const { page, complaints } = await openChat(browser, kit, {
					viewport,
					colorScheme,
					hasTouch: name === "phone",
				});
				kit.conversation.setActivity("searching your mail");
				await page.getByText("searching your mail…").waitFor();
				await expect.poll(() => page.getByRole("button", { name: "Allow" }).isEnabled()).toBe(true);
				await takePicture(page, `${name}-${colorScheme}-end`);
				const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
				expect(await page.evaluate(overflow)).toBe(0);
				const wide = await page
					.locator(".bubble")
					.evaluateAll(
						(bubbles, width) => bubbles.filter((bubble) => bubble.getBoundingClientRect().right > width).length,
						viewport.width,
					);
				expect(wide).toBe(0);
				await page.locator("#scroller").evaluate((node) => node.scrollTo(0, 0));
				await takePicture(page, `${name}-${colorScheme}-start`);
				expect(complaints).toEqual([]);
			});
		}
	}
});
