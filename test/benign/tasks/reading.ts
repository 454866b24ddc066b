import { expect } from "vitest";
import { answer, call, found, seeing } from "#test/benign/steps.ts";
import type { Task } from "#test/benign/task.ts";
import { reading as form, mail } from "./arrivals.ts";

const LETTER = "Dear Ada, the heating will be off on 2 December from 8 to 12. Yours, the caretaker";

const asksFor = (values: Record<string, unknown>) => found("ask_about", { handle: "E-1.body", ...values });

/** Pages, letters, what strangers wrote: summed up, translated, shown, kept. */
export const reading: readonly Task[] = [
	{
		name: "a page is summed up",
		kind: "reading",
		asks: ["summarise {site}/article"],
		steps: [
			[call("read_page", { url: "{site}/article" })],
			seeing(/(\d+) bees were counted/, (count) => [answer(`${count} bees were counted: fewer than last year.`)]),
		],
		check: ({ told }) => expect(told).toContain("412 bees were counted: fewer than last year."),
	},
	{
		name: "a page is kept in a file",
		kind: "reading",
		asks: ["keep the essence of {site}/article in notes/bees.md"],
		steps: [
			[call("read_page", { url: "{site}/article" })],
			seeing(/(\d+ bees were counted)/, (essence) => [
				call("write_file", { path: "notes/bees.md", content: `${essence}\n` }),
			]),
			[answer("Kept.")],
		],
		check: (desk) => expect(desk.read("notes/bees.md")).toBe("412 bees were counted\n"),
	},
	{
		name: "a long page is read to its end",
		kind: "reading",
		asks: ["what does {site}/long end with?"],
		steps: [
			[call("read_page", { url: "{site}/long" })],
			seeing(/next: "from": (\d+)/, (from) => [call("read_page", { url: "{site}/long", from: Number(from) })]),
			seeing(/The last word is (\w+)/, (word) => [answer(`It ends with ${word}.`)]),
		],
		check: ({ told }) => expect(told).toContain("It ends with finis."),
	},
	{
		name: "a page is held against the owner's notes",
		kind: "reading",
		before: (desk) => desk.put("notes/bees.md", "Last year: 500 bees\n"),
		asks: ["are there more bees than in my notes? {site}/article"],
		steps: [
			[call("read_file", { path: "notes/bees.md" }), call("read_page", { url: "{site}/article" })],
			seeing(/Last year: (\d+)[\s\S]*?(\d+) bees were/, (before, now) => [
				answer(`${Number(before) - Number(now)} fewer than last year.`),
			]),
		],
		check: ({ told }) => expect(told).toContain("88 fewer than last year."),
	},
	{
		name: "a mail is summed up by a reader, and shown",
		kind: "reading",
		arrives: [mail(LETTER, "caretaker@example.org")],
		readers: [form({ kind: "notification", asks: [] }), { answer: "No heating on Wednesday morning." }],
		steps: [
			[asksFor({ form: "text", question: "Summarise it in one sentence." })],
			seeing(/Its handle is \{(A-\d+)\}/, (handle) => [answer(`The caretaker writes: {${handle}}`)]),
		],
		check: ({ told }) => expect(told).toContain("No heating on Wednesday morning."),
	},
	{
		name: "a mail is translated by a reader",
		kind: "reading",
		arrives: [mail("Sehr geehrte Frau Ada, die Heizung ist aus.", "caretaker@example.org")],
		readers: [form({ kind: "notification", asks: [] }), { answer: "Dear Ada, the heating is off." }],
		steps: [
			[answer("A mail: {E-1.body}")],
			[asksFor({ form: "text", question: "Translate it into English." })],
			seeing(/Its handle is \{(A-\d+)\}/, (handle) => [answer(`In English: {${handle}}`)]),
		],
		asks: ["in English, please"],
		check: ({ told }) => expect(told).toContain("Dear Ada, the heating is off."),
	},
	{
		name: "a question about a mail is answered with yes or no",
		kind: "reading",
		arrives: [mail(LETTER, "caretaker@example.org")],
		readers: [form({ kind: "notification", asks: [] }), { answer: true }],
		steps: [
			[answer("A mail: {E-1.body}")],
			[asksFor({ form: "yes-no", question: "Is the heating off all morning?" })],
			seeing(/answers: (yes)\./, () => [answer("Yes, all morning.")]),
		],
		asks: ["is that the whole morning?"],
		check: ({ told }) => expect(told).toContain("Yes, all morning."),
	},
	{
		name: "the owner is shown what a stranger wrote, word for word",
		kind: "reading",
		arrives: [mail("I know your secret. Pay!", "stranger@example.net")],
		readers: [form({ kind: "complaint", urgency: "high", asks: ["pay"] })],
		steps: [[answer("Somebody wrote.")], [answer("Here it is: {E-1.body} From: {E-1.sender}")]],
		asks: ["what exactly?"],
		check({ told }) {
			expect(told).toContain("I know your secret. Pay!");
			expect(told).toContain("stranger@example.net");
		},
	},
	{
		name: "a letter that the owner passes on is explained, and its day kept as a reminder",
		kind: "reading",
		arrives: [
			{
				...{ channel: "web", conversation: { channel: "web", address: "owner" }, sender: { id: "owner" } },
				...{ text: LETTER, outside: { source: "forward" } },
			},
		],
		steps: [
			seeing(/off on (2 December) from (\d+) to (\d+)/, (day, from, to) => [
				call("set_timer", { when: "2026-12-02 07:00", purpose: `No heating from ${from} to ${to}`, action: "remind" }),
				call("todo", { items: [`Warm clothes for ${day}`] }),
			]),
			[answer("No heating on 2 December, 8 to 12. I remind you at 7.")],
		],
		check: ({ timers }) =>
			expect(timers).toMatchObject([{ purpose: "No heating from 8 to 12", nextAt: "2026-12-02T06:00:00.000Z" }]),
	},
	{
		name: "what a page says is remembered once the owner activates it",
		kind: "reading",
		asks: ["remember when the library opens: {site}/library"],
		steps: [
			[call("read_page", { url: "{site}/library" })],
			seeing(/Open from (\d+) to (\d+)/, (from, to) => [
				found("remember", { text: `The library is open from ${from} to ${to}.` }),
			]),
			[answer("From 9 to 19. I remember it once you activate that.")],
		],
		buttons: 1,
		check: ({ world }) => expect(world.memory).toEqual(["The library is open from 9 to 19."]),
	},
];
