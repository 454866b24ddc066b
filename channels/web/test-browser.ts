import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { CHROMIUM_FLAGS } from "#test/services.ts";
import type { WebKit } from "./test-kit.ts";

/** Where to put pictures of the page for people to look at; none are taken where it is not set. */
const PICTURES = process.env.STEWARD_PICTURES;

/** Starts a browser that speaks with nobody by itself. */
export const launchBrowser = (executablePath: string): Promise<Browser> =>
	chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS] });

/** What the browser complained of, dialogs that opened, and requests that left the machine. */
export interface Watched {
	page: Page;
	complaints: string[];
}

/** Opens an empty page that is closed when the test ends. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Watched> {
	const context = await browser.newContext({ locale: "en-GB", timezoneId: "Europe/Berlin", ...options });
	onTestFinished(() => context.close());
	const page = await context.newPage();
	const complaints: string[] = [];
	page.on("console", (message) => {
		if (["error", "warning"].includes(message.type())) complaints.push(message.text());
	});
	page.on("pageerror", (error) => complaints.push(`thrown: ${error.message}`));
	page.on("dialog", async (dialog) => {
		complaints.push(`dialog: ${dialog.message()}`);
		await dialog.dismiss();
	});
	page.on("request", (request) => {
		if (!request.url().startsWith("http://127.0.0.1:")) complaints.push(`left the machine: ${request.url()}`);
	});
	return { page, complaints };
}

/** Opens the page by a fresh link and waits until it is connected. */
export async function openChat(browser: Browser, kit: WebKit, options: BrowserContextOptions = {}): Promise<Watched> {
	const watched = await openPage(browser, options);
	await watched.page.goto(kit.channel.createLoginLink());
	await watched.page.getByText("Connected", { exact: true }).waitFor();
	return watched;
}

/** Types a message and presses Enter. */
export async function say(page: Page, text: string): Promise<void> {
	await page.getByRole("textbox", { name: "Message" }).fill(text);
	await page.getByRole("textbox", { name: "Message" }).press("Enter");
}

/** Takes a picture for people to look at, where they asked for pictures. */
export async function takePicture(page: Page, name: string): Promise<void> {
	if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}
