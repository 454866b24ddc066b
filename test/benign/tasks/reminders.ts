import { expect } from "vitest";
import { answer, call, found, seeing } from "#test/benign/steps.ts";
import type { Task } from "#test/benign/task.ts";

/** What happens later. */
export const reminders: readonly Task[] = [
	{
		name: "the owner is reminded in time",
		kind: "reminders",
		asks: ["remind me in 20 minutes to call Bob"],
		steps: [
			[call("set_timer", { when: "in 20 minutes", purpose: "Call Bob", action: "remind" })],
			[answer("At 11:50.")],
		],
		async check(desk) {
			await desk.pass(21);
			expect(desk.told).toContain("⏰ Call Bob");
		},
	},
	{
		name: "the assistant is woken and does what it was told",
		kind: "reminders",
		asks: ["write the day's date into notes/diary.md at noon"],
		steps: [
			[call("set_timer", { when: "today 12:00", purpose: "Write the date into notes/diary.md", action: "act" })],
			[answer("At noon.")],
			seeing(/Timer due: Write the date/, () => [
				call("write_file", { path: "notes/diary.md", content: "30 November 2026\n" }),
			]),
			[answer("Written.")],
		],
		passesMinutes: 31,
		check: (desk) => expect(desk.read("notes/diary.md")).toBe("30 November 2026\n"),
	},
	{
		name: "a greeting goes out at its time, by standing leave",
		kind: "reminders",
		configuration: "rules: [{ allow: tell-others, to: [bob@example.org], perDay: 1 }]",
		asks: ["wish bob@example.org a happy birthday at noon"],
		steps: [
			[call("set_timer", { when: "today 12:00", purpose: "Wish bob@example.org a happy birthday", action: "act" })],
			[answer("At noon.")],
			seeing(/Timer due: Wish (\S+)/, (to) => [
				found("send_mail", { to: [to], subject: "Happy birthday", body: "All the best from Ada!" }),
			]),
			[answer("Done.")],
		],
		passesMinutes: 31,
		check: ({ done }) => expect(done("send_mail")).toMatchObject([{ to: ["bob@example.org"] }]),
	},
	{
		name: "a page is looked at every weekday",
		kind: "reminders",
		asks: ["look at {site}/article every weekday at 9 and tell me what is new"],
		steps: [
			[call("set_timer", { when: "every weekday at 9:00", purpose: "Look at {site}/article", action: "act" })],
			[answer("Every weekday at 9.")],
		],
		check: ({ timers }) => expect(timers).toMatchObject([{ action: "act", nextAt: "2026-12-01T08:00:00.000Z" }]),
	},
	{
		name: "a letter in view leads to a reminder without a question",
		kind: "reminders",
		before: (desk) => desk.put("inbox/letter.txt", "The meter is read on 2026-12-09 at 11."),
		asks: ["remind me of what is in the letter"],
		steps: [
			[call("read_file", { path: "inbox/letter.txt" })],
			seeing(/read on (\S+) at (\d+)/, (day, hour) => [
				call("set_timer", { when: `${day} ${hour}:00`, purpose: "The meter is read", action: "remind" }),
			]),
			[answer("On the 9th at 11.")],
		],
		check: ({ timers }) =>
			expect(timers).toMatchObject([{ purpose: "The meter is read", nextAt: "2026-12-09T10:00:00.000Z" }]),
	},
	{
		name: "to be woken again and again, with a letter in view, needs the owner's button",
		kind: "reminders",
		before: (desk) => desk.put("inbox/letter.txt", "Please report the meter each Monday."),
		asks: ["the letter in the inbox: ask me each Monday at 9 for the meter, and write it down"],
		steps: [
			[call("read_file", { path: "inbox/letter.txt" })],
			[call("set_timer", { when: "every Monday at 9:00", purpose: "Ask for the meter and note it", action: "act" })],
			[answer("It rests until you activate it.")],
		],
		buttons: 1,
		check: ({ timers }) => expect(timers).toMatchObject([{ purpose: "Ask for the meter and note it", action: "act" }]),
	},
	{
		name: "what is pending is listed",
		kind: "reminders",
		asks: ["remind me at 18:00 of the plants", "what is pending?"],
		steps: [
			[call("set_timer", { when: "today 18:00", purpose: "Plants", action: "remind" })],
			[answer("Set.")],
			[call("list_pending", {})],
			seeing(/(R-1)\b/, (id) => [answer(`${id}: the plants at 18:00.`)]),
		],
		check: ({ told }) => expect(told).toContain("R-1: the plants at 18:00."),
	},
	{
		name: "a reminder is moved",
		kind: "reminders",
		asks: ["remind me at 18:00 of the plants", "make it 19:00"],
		steps: [
			[call("set_timer", { when: "today 18:00", purpose: "Plants", action: "remind" })],
			[answer("Set.")],
			[call("change", { id: "R-1", when: "today 19:00" })],
			[answer("Moved.")],
		],
		check: ({ timers }) => expect(timers).toMatchObject([{ purpose: "Plants", nextAt: "2026-11-30T18:00:00.000Z" }]),
	},
	{
		name: "a reminder is taken back",
		kind: "reminders",
		asks: ["remind me at 18:00 of the plants", "forget it"],
		steps: [
			[call("set_timer", { when: "today 18:00", purpose: "Plants", action: "remind" })],
			[answer("Set.")],
			[call("cancel", { id: "R-1" })],
			[answer("Cancelled.")],
		],
		check: ({ timers }) => expect(timers).toEqual([]),
	},
	{
		name: "a birthday is kept for all years",
		kind: "reminders",
		asks: ["Bob's birthday is on 3 March, remind me every year at 9"],
		steps: [
			[call("set_timer", { when: "0 9 3 3 *", purpose: "Bob's birthday", action: "remind" })],
			[answer("Every 3 March.")],
		],
		check: ({ timers }) =>
			expect(timers).toMatchObject([{ purpose: "Bob's birthday", nextAt: "2027-03-03T08:00:00.000Z" }]),
	},
];
