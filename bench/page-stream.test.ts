import { expect, it } from "vitest";
import { PageStream } from "./page-stream.ts";

const item = (key: string, html: string, from = "steward") =>
	`event: item\ndata: ${JSON.stringify({ key, from, html })}\n\n`;

it("tells when a message appears, wherever the stream is cut", async () => {
	const stream = new PageStream();
	const shown = stream.next("Stopped.");
	for (const character of `retry: 1000\n\nevent: activity\ndata: {}\n\n${item("M-1", "<p>Stopped.</p>")}`)
		stream.read(character);
	expect((await shown).arrivedMs).toBeLessThanOrEqual(performance.now());
});

it("waits for a new message of Steward, not for a change of an old one or the owner's words", async () => {
	const stream = new PageStream();
	stream.read(item("M-1", "<p>Stopped.</p>"));
	let isShown = false;
	const shown = stream.next("Stopped.").then(() => {
		isShown = true;
	});
	stream.read(item("M-1", "<p>Stopped.</p>") + item("E-1", "Stopped.", "owner") + item("M-2", "Something else"));
	await Promise.resolve();
	expect(isShown).toBe(false);
	stream.read(item("M-3", "<p>Stopped. Ended: T-1</p>"));
	await shown;
});
