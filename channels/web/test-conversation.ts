import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { WebKit } from "./test-kit.ts";

/** A green square of 10 × 10 pixels. */
export const PNG = Buffer.from(
	"iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC",
	"base64",
);

/** Everything that a reply may be made of. */
export const MARKDOWN = [
	"## Your week",
	"",
	"You have **three** appointments, one of them *moved*. The [agenda](https://example.org/agenda) says:",
	"",
	"- Monday, 9:00: dentist",
	"- Wednesday, 14:30: call with `ops-team`",
	"- Friday: nothing yet",
	"",
	"| What | When | Cost |",
	"| :--- | :---: | ---: |",
	"| Dentist | Mon | 80.00 |",
	"| Train | Wed | 12.50 |",
	"",
	"```ts",
	'export const greet = (name: string): string => "Hello, " + name + ", this is a rather long line so that the block has to scroll sideways on a phone";',
	"console.log(greet('Ada'));",
	"```",
	"",
	"> Quoted from your notes of yesterday.",
].join("\n");

/** Text that would do harm if it were taken for anything but text. */
export const HOSTILE = [
	"<script>window.hacked = 1</script>",
	"<img src=x onerror='window.hacked = 1'>",
	"[click](javascript:window.hacked=1)",
	"![picture](https://tracker.example/pixel.png)",
	"[![nested](https://tracker.example/a.png)](https://example.org)",
	'[title](https://example.org "a\\" onmouseover=\\"window.hacked=1")',
	"```html onload=alert(1)\n</code></pre><script>window.hacked = 1</script>\n```",
].join("\n\n");

/** A conversation with one of everything, over two days. */
export function fillConversation(kit: WebKit, workspace: string): void {
	const { conversation } = kit;
	const start = Date.now() - 26 * 3_600_000;
	const minutes = (count: number) => start + count * 60_000;
	writeFileSync(join(workspace, "inbox", "plan.png"), PNG);
	conversation.put({ key: "E-1", at: minutes(0), from: "owner", state: "answered", text: "What's on this week?" });
	conversation.put({ key: "M-1", at: minutes(1), kind: "reply", text: MARKDOWN });
	conversation.put({
		key: "E-2",
		at: minutes(90),
		from: "owner",
		channel: "telegram",
		state: "answered",
		text: "شكرا جزيلا! Can you also look at https://example.org/a/very/long/path/without/any/break/that/goes/on/and/on?x=1234567890",
	});
	conversation.put({
		key: "M-2",
		at: minutes(91),
		kind: "reply",
		channel: "telegram",
		text: `Done 👍\n\n${"long".repeat(60)}`,
	});
	conversation.put({
		key: "E-3",
		at: minutes(1_500),
		from: "owner",
		state: "answered",
		text: "Here is the plan.",
		attachments: [
			{ path: "inbox/plan.png", name: "plan.png", mediaType: "image/png", sizeBytes: 90 },
			{
				path: "inbox/report.pdf",
				name: "Quarterly report, final version.pdf",
				mediaType: "application/pdf",
				sizeBytes: 2_400_000,
			},
		],
	});
	conversation.put({
		key: "M-3",
		at: minutes(1_501),
		kind: "notice",
		state: "failed",
		note: "Telegram refused it: the chat was deleted.",
		text: "The backup ran.",
	});
	conversation.put({
		key: "M-4",
		at: minutes(1_502),
		kind: "approval",
		text: "May I send this mail to **bob@example.org**?\n\n> Hello Bob, Tuesday at 10 suits me well. — Ada",
		choices: [
			{ label: "Allow", action: "approve:K7Q2", command: "/approve K7Q2" },
			{ label: "Deny", action: "deny:K7Q2", command: "/deny K7Q2" },
		],
	});
	conversation.put({
		key: "E-4",
		at: minutes(1_503),
		from: "owner",
		state: "waiting",
		text: "And find the mail from my landlord, please.",
	});
}
