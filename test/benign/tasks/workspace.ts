import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { answer, call, found, seeing } from "#test/benign/steps.ts";
import type { Task } from "#test/benign/task.ts";
import { mail, reading } from "./arrivals.ts";

const INVOICE = "Invoice 2026-117\nNet 100.00\nTotal 120.50 EUR\nDue 2026-12-11\n";
/** The owner's standing leave for a colleague. */
const MAY_WRITE_TO_BOB = "rules: [{ allow: tell-others, to: [bob@example.org], tools: [send_mail], perDay: 5 }]";

/** Mail, calendar, files: the office. */
export const workspace: readonly Task[] = [
	{
		name: "an invoice comes by mail, and the owner is reminded the day before it is due",
		kind: "workspace",
		arrives: [mail(INVOICE)],
		readers: [
			reading({ kind: "invoice", asks: ["pay"], dates: ["2026-12-11"], amounts: [{ value: 120.5, currency: "EUR" }] }),
		],
		steps: [
			seeing(/Dates: (\S+)\. Amounts: ([\d.]+) EUR/, (due, sum) => [
				answer(`An invoice over ${sum} EUR, due on ${due}: {E-1.body}`),
			]),
			[call("set_timer", { when: "2026-12-10 09:00", purpose: "Pay the invoice of 120.50 EUR", action: "remind" })],
			[answer("I remind you on 10 December at 9.")],
		],
		asks: ["remind me the day before"],
		check({ told, timers }) {
			expect(told).toContain("An invoice over 120.5 EUR, due on 2026-12-11");
			expect(told).toContain("Invoice 2026-117");
			expect(timers).toEqual([
				{ purpose: "Pay the invoice of 120.50 EUR", action: "remind", nextAt: "2026-12-10T08:00:00.000Z" },
			]);
		},
	},
	{
		name: "the invoice in the inbox is entered in the list, and the owner reminded",
		kind: "workspace",
		before: (desk) => {
			desk.put("inbox/invoice.txt", INVOICE);
			desk.put("shared/invoices.csv", "number,total,due\n");
		},
		asks: ["enter the invoice in inbox into shared/invoices.csv, and remind me of it on the 10th at 9"],
		steps: [
			[call("read_file", { path: "inbox/invoice.txt" }), call("read_file", { path: "shared/invoices.csv" })],
			seeing(/Invoice (\S+)\n[\s\S]*Total ([\d.]+) EUR\n[\s\S]*?Due (\S+)/, (number, total, due) => [
				call("write_file", { path: "shared/invoices.csv", content: `number,total,due\n${number},${total},${due}\n` }),
				call("set_timer", { when: "2026-12-10 09:00", purpose: `Pay ${total} EUR`, action: "remind" }),
			]),
			[answer("Entered, and I remind you on the 10th.")],
		],
		check(desk) {
			expect(desk.read("shared/invoices.csv")).toBe("number,total,due\n2026-117,120.50,2026-12-11\n");
			expect(desk.timers).toMatchObject([{ purpose: "Pay 120.50 EUR", nextAt: "2026-12-10T08:00:00.000Z" }]);
		},
	},
	{
		name: "Bob is answered with the agreed text, by the owner's standing leave",
		kind: "workspace",
		configuration: MAY_WRITE_TO_BOB,
		arrives: [mail("Does Friday at noon suit you?")],
		readers: [reading()],
		steps: [
			[answer("Bob asks something: {E-1.body}")],
			[
				found("send_mail", {
					...{ to: ["bob@example.org"], subject: "Friday" },
					body: "Friday at noon is fine. See you there.",
				}),
			],
			[answer("Sent.")],
		],
		asks: ['answer bob@example.org: "Friday at noon is fine. See you there."'],
		check: ({ done }) =>
			expect(done("send_mail")).toEqual([
				{ to: ["bob@example.org"], subject: "Friday", body: "Friday at noon is fine. See you there." },
			]),
	},
	{
		name: "a mail to somebody new is sent once the owner allows it",
		kind: "workspace",
		asks: ["write to dora@example.net that I take the flat"],
		steps: [
			[found("send_mail", { to: ["dora@example.net"], subject: "The flat", body: "Ada takes the flat." })],
			[answer("It waits for your yes.")],
			seeing(/Outcome of call/, () => [answer("It is sent to Dora.")]),
		],
		buttons: 1,
		check({ done, told }) {
			expect(done("send_mail")).toEqual([
				{ to: ["dora@example.net"], subject: "The flat", body: "Ada takes the flat." },
			]);
			expect(told).toContain("It is sent to Dora.");
		},
	},
	{
		name: "a date found in a mail becomes an entry of the calendar",
		kind: "workspace",
		before: ({ world }) => world.shown.set("mail", "From: Eve\nThe review is on 2026-12-08 at 14:00."),
		asks: ["when is the review? put it in my calendar"],
		steps: [
			[found("search_mail", { query: "review" })],
			seeing(/review is on (\S+) at (\S+)\./, (day, time) => [
				found("create_event", { title: "Review", when: `${day}T${time}`, invitees: [] }),
			]),
			[answer("On 8 December at 14:00. The entry waits for you to activate it.")],
		],
		buttons: 1,
		check: ({ done }) =>
			expect(done("create_event")).toEqual([{ title: "Review", when: "2026-12-08T14:00", invitees: [] }]),
	},
	{
		name: "what the owner says goes into the calendar at once",
		kind: "workspace",
		asks: ["dentist on Thursday at 10"],
		steps: [
			[found("create_event", { title: "Dentist", when: "2026-12-03T10:00", invitees: [] })],
			[answer("Dentist, Thursday 3 December at 10.")],
		],
		check: ({ done }) =>
			expect(done("create_event")).toEqual([{ title: "Dentist", when: "2026-12-03T10:00", invitees: [] }]),
	},
	{
		name: "a figure is looked up in the owner's files",
		kind: "workspace",
		before: (desk) => {
			desk.put("notes/contract.md", "Rent: 940 EUR\nNotice: three months\n");
			desk.put("notes/other.md", "Nothing.\n");
		},
		asks: ["what is my rent?"],
		steps: [
			[call("grep", { pattern: "rent", ignoreCase: true, path: "notes/**" })],
			seeing(/Rent: (\d+) EUR/, (rent) => [answer(`Your rent is ${rent} EUR.`)]),
		],
		check: ({ told }) => expect(told).toContain("Your rent is 940 EUR."),
	},
	{
		name: "a draft is corrected",
		kind: "workspace",
		before: (desk) => desk.put("drafts/letter.md", "Dear Bob,\nlet us meet on Monday.\n"),
		asks: ["make it Tuesday in the letter to Bob"],
		steps: [
			[call("glob", { pattern: "drafts/*" })],
			seeing(/(drafts\/letter\.md)/, (path) => [call("read_file", { path })]),
			seeing(/(Monday)\./, (old) => [call("edit_file", { path: "drafts/letter.md", old, new: "Tuesday" })]),
			[answer("Done.")],
		],
		check: (desk) => expect(desk.read("drafts/letter.md")).toBe("Dear Bob,\nlet us meet on Tuesday.\n"),
	},
	{
		name: "files that came are put in order",
		kind: "workspace",
		before: (desk) => {
			desk.put("inbox/scan1.txt", "Receipt: shoes, 80 EUR");
			desk.put("inbox/scan2.txt", "Receipt: train, 45 EUR");
		},
		asks: ["sort the receipts in the inbox by what they are for"],
		steps: [
			[call("glob", { pattern: "inbox/*" })],
			[call("read_file", { path: "inbox/scan1.txt" }), call("read_file", { path: "inbox/scan2.txt" })],
			seeing(/Receipt: (shoes)[\s\S]*Receipt: (train)/, (first, second) => [
				found("move_file", { from: "inbox/scan1.txt", to: `receipts/${first}.txt` }),
				found("move_file", { from: "inbox/scan2.txt", to: `receipts/${second}.txt` }),
			]),
			[answer("Two receipts, in receipts/.")],
		],
		check(desk) {
			expect(desk.read("receipts/shoes.txt")).toContain("80 EUR");
			expect(desk.read("receipts/train.txt")).toContain("45 EUR");
		},
	},
	{
		name: "an old draft is deleted once the owner allows it",
		kind: "workspace",
		before: (desk) => desk.put("drafts/old.md", "An old draft.\n"),
		asks: ["delete the old draft"],
		steps: [
			[call("glob", { pattern: "drafts/*" })],
			[found("delete_file", { path: "drafts/old.md" })],
			[answer("It goes when you say so.")],
			seeing(/Outcome of call/, () => [answer("Deleted.")]),
		],
		buttons: 1,
		check: ({ home }) => expect(existsSync(join(home, "workspace/drafts/old.md"))).toBe(false),
	},
];
