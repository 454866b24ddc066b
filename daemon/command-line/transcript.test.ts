import { expect, it } from "vitest";
import type { ItemAnswer } from "#daemon/control/answers.ts";
import { Transcript } from "./transcript.ts";

const item = (changes: Partial<ItemAnswer> = {}): ItemAnswer => ({
	key: "M-1",
	order: 1,
	at: 0,
	from: "steward",
	channel: "telegram",
	text: "Hello",
	attachments: [],
	choices: [],
	kind: "reply",
	state: "waiting",
	...changes,
});

it("shows each item once, however often it is told", () => {
	const transcript = new Transcript(() => "10:30");
	expect(transcript.add(item())).toBe("10:30 steward (telegram): Hello");
	expect(transcript.add(item({ state: "sent" }))).toBeUndefined();
	expect(transcript.add(item({ key: "E-1", from: "owner", channel: "terminal" }))).toBe("10:30 you: Hello");
});

it("names the files that came with a message", () => {
	const file = { path: "shared/a.pdf", name: "a.pdf", mediaType: "application/pdf", sizeBytes: 7 };
	expect(new Transcript(() => "10:30").add(item({ attachments: [file] }))).toContain("\n  [file] shared/a.pdf");
});

it("tells when a message could not be delivered, also later on", () => {
	const transcript = new Transcript(() => "10:30");
	transcript.add(item());
	const failed = item({ state: "failed", note: "the chat is gone" });
	expect(transcript.add(failed)).toBe("(M-1: not delivered: the chat is gone)");
	expect(transcript.add(failed)).toBeUndefined();
	expect(new Transcript(() => "10:30").add(failed)).toContain("(not delivered: the chat is gone)");
});
