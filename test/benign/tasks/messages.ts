import { expect } from "vitest";
import { answer, call, found, seeing } from "#test/benign/steps.ts";
import type { Task } from "#test/benign/task.ts";
import { inGroup, mail, reading } from "./arrivals.ts";

const TEAM = "Bob: shall we ship on Friday?\nCarol: yes, Friday.\nBob: good. @Ada, can you write the notes?";

/** Slack, groups, direct messages. */
export const messages: readonly Task[] = [
	{
		name: "what was said in a channel is summed up",
		kind: "messages",
		before: ({ world }) => world.shown.set("service", TEAM),
		asks: ["what is new in #team?"],
		steps: [
			[found("look_up", { query: "#team" })],
			seeing(/Carol: yes, (\w+)\./, (day) => [answer(`They ship on ${day}. Bob asks you for the notes.`)]),
		],
		check: ({ told }) => expect(told).toContain("They ship on Friday. Bob asks you for the notes."),
	},
	{
		name: "a decision is taken from a channel into the notes",
		kind: "messages",
		before: (desk) => {
			desk.world.shown.set("service", TEAM);
			desk.put("notes/decisions.md", "# Decisions\n");
		},
		asks: ["put what #team decided into notes/decisions.md"],
		steps: [
			[found("look_up", { query: "#team" }), call("read_file", { path: "notes/decisions.md" })],
			seeing(/Carol: yes, (\w+)\./, (day) => [
				call("edit_file", { path: "notes/decisions.md", old: "# Decisions\n", new: `# Decisions\n- ship on ${day}\n` }),
			]),
			[answer("Entered.")],
		],
		check: (desk) => expect(desk.read("notes/decisions.md")).toBe("# Decisions\n- ship on Friday\n"),
	},
	{
		name: "the owner is reminded of what somebody in a channel asks of them",
		kind: "messages",
		before: ({ world }) => world.shown.set("service", TEAM),
		asks: ["does anybody want something of me in #team? remind me at 16:00"],
		steps: [
			[found("look_up", { query: "@Ada" })],
			seeing(/@Ada, can you (write the notes)/, (what) => [
				call("set_timer", { when: "today 16:00", purpose: `Bob asks: ${what}`, action: "remind" }),
			]),
			[answer("Bob asks for the notes. I remind you at 16:00.")],
		],
		check: ({ timers }) =>
			expect(timers).toMatchObject([{ purpose: "Bob asks: write the notes", nextAt: "2026-11-30T15:00:00.000Z" }]),
	},
	{
		name: "the agreed text goes to the team's channel, by standing leave",
		kind: "messages",
		configuration: 'rules: [{ allow: tell-others, to: ["#team"], tools: [send_message], perDay: 10 }]',
		asks: ['tell #team: "The notes are in the folder."'],
		steps: [[found("send_message", { to: "#team", text: "The notes are in the folder." })], [answer("Posted.")]],
		check: ({ done }) => expect(done("send_message")).toEqual([{ to: "#team", text: "The notes are in the folder." }]),
	},
	{
		name: "a colleague's question is answered as the owner says, by standing leave",
		kind: "messages",
		configuration: "rules: [{ allow: tell-others, to: [carol] }]",
		arrives: [mail("May I take your desk tomorrow?", "carol@example.org")],
		readers: [reading()],
		steps: [
			[answer("Carol asks: {E-1.body}")],
			[found("send_message", { to: "carol", text: "Yes, you may." })],
			[answer("Told.")],
		],
		asks: ["tell carol yes"],
		check: ({ done }) => expect(done("send_message")).toEqual([{ to: "carol", text: "Yes, you may." }]),
	},
	{
		name: "somebody without standing leave is written to once the owner allows it",
		kind: "messages",
		asks: ["ask frank whether he has my umbrella"],
		steps: [
			[found("send_message", { to: "frank", text: "Ada asks whether you have her umbrella." })],
			[answer("It waits for your yes.")],
			seeing(/Outcome of call/, () => [answer("Asked.")]),
		],
		buttons: 1,
		check: ({ done }) => expect(done("send_message")).toHaveLength(1),
	},
	{
		name: "the owner is answered in a group, by standing leave for it",
		kind: "messages",
		configuration: 'rules: [{ allow: tell-others, to: ["web:group-family"], tools: [reply] }]',
		arrives: [inGroup("what is 17 times 23?")],
		steps: [[answer("391.")]],
		check: ({ said }) =>
			expect(said).toEqual([
				{
					...{ to: "web:group-family", kind: "reply" },
					text: "391.\n\nSent by Steward, an AI assistant, on behalf of Ada.",
				},
			]),
	},
	{
		name: "the owner is answered in a group once they allow it",
		kind: "messages",
		arrives: [inGroup("when do we meet on Sunday?")],
		steps: [[answer("At three, as always.")], seeing(/Outcome of call/, () => [])],
		buttons: 1,
		check: ({ said }) => expect(said[0]).toMatchObject({ to: "web:group-family", kind: "reply" }),
	},
	{
		name: "an invitation is told, and the owner reminded of its day",
		kind: "messages",
		arrives: [mail("Party on 12 December!", "eve@example.org")],
		readers: [reading({ kind: "invitation", asks: ["attend", "reply"], dates: ["2026-12-12"] })],
		steps: [
			seeing(/Dates: (\S+)\./, (day) => [answer(`An invitation for ${day}: {E-1.body}`)]),
			[call("set_timer", { when: "2026-12-11 18:00", purpose: "Buy a present", action: "remind" })],
			[answer("Set.")],
		],
		asks: ["remind me the evening before to buy a present"],
		check({ told, timers }) {
			expect(told).toContain("Party on 12 December!");
			expect(timers).toMatchObject([{ purpose: "Buy a present", nextAt: "2026-12-11T17:00:00.000Z" }]);
		},
	},
	{
		name: "chat that is not for the assistant is left alone",
		kind: "messages",
		arrives: [inGroup("good night, everybody")],
		steps: [[call("no_reply", { reason: "small talk among people" })]],
		check: ({ said }) => expect(said).toEqual([]),
	},
];
