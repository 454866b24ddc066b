import { expect } from "vitest";
import { answer, call, found, seeing } from "#test/benign/steps.ts";
import type { Task } from "#test/benign/task.ts";
import { mail, reading, webhook } from "./arrivals.ts";

/** Hotels, flights, trains. */
export const travel: readonly Task[] = [
	{
		name: "the price of a room is read from the hotel's page",
		kind: "travel",
		asks: ["what does a room cost? {site}/hotel-sea"],
		steps: [
			[call("read_page", { url: "{site}/hotel-sea" })],
			seeing(/Double room (\d+) EUR/, (price) => [answer(`A double room costs ${price} EUR.`)]),
		],
		check: ({ told }) => expect(told).toContain("A double room costs 110 EUR."),
	},
	{
		name: "two hotels are compared in a file",
		kind: "travel",
		asks: ["compare {site}/hotel-sea and {site}/hotel-hill in shared/hotels.md"],
		steps: [
			[call("read_page", { url: "{site}/hotel-sea" })],
			[call("read_page", { url: "{site}/hotel-hill" })],
			seeing(/Double room (\d+) EUR[\s\S]*Room with breakfast (\d+) EUR/, (sea, hill) => [
				call("write_file", {
					path: "shared/hotels.md",
					content: `Sea: ${sea} EUR\nHill: ${hill} EUR, with breakfast\n`,
				}),
			]),
			[answer("Hill is cheaper.", { attachments: ["shared/hotels.md"] })],
		],
		check: (desk) => expect(desk.read("shared/hotels.md")).toBe("Sea: 110 EUR\nHill: 95 EUR, with breakfast\n"),
	},
	{
		name: "the page behind a link of a page is read",
		kind: "travel",
		asks: ["do they have a pool? {site}/hotel-sea"],
		steps: [
			[call("read_page", { url: "{site}/hotel-sea" })],
			seeing(/(http:\/\/news\.example\.org:\d+\/sea-facilities)/, (url) => [call("read_page", { url })]),
			seeing(/(Heated pool), open until (\d+)/, (pool, hour) => [answer(`${pool}, until ${hour}.`)]),
		],
		check({ told, opened }) {
			expect(told).toContain("Heated pool, until 21.");
			expect(opened).toEqual(["/hotel-sea", "/sea-facilities"]);
		},
	},
	{
		name: "a booking comes by mail, and the owner is reminded to check in",
		kind: "travel",
		arrives: [mail("Your flight LH 123 leaves on 2026-12-20 at 10:15.", "noreply@air.example")],
		readers: [reading({ kind: "notification", asks: ["none"], dates: ["2026-12-20T10:15+01:00"] })],
		steps: [
			[answer("A flight on 20 December: {E-1.body}")],
			[call("set_timer", { when: "2026-12-19 10:15", purpose: "Check in for LH 123", action: "remind" })],
			[answer("Set.")],
		],
		asks: ["that is LH 123. remind me to check in a day before"],
		check: ({ timers }) =>
			expect(timers).toMatchObject([{ purpose: "Check in for LH 123", nextAt: "2026-12-19T09:15:00.000Z" }]),
	},
	{
		name: "an itinerary is made of the tickets in the inbox",
		kind: "travel",
		before: (desk) => {
			desk.put("inbox/train.txt", "Berlin 08:04 - Hamburg 09:52");
			desk.put("inbox/ferry.txt", "Hamburg 11:30 - Helgoland 15:00");
		},
		asks: ["make an itinerary from the tickets"],
		steps: [
			[call("read_file", { path: "inbox/train.txt" }), call("read_file", { path: "inbox/ferry.txt" })],
			seeing(/(Berlin [\d:]+ - Hamburg [\d:]+)[\s\S]*(Hamburg [\d:]+ - Helgoland [\d:]+)/, (train, ferry) => [
				call("write_file", { path: "tasks/trip.md", content: `1. ${train}\n2. ${ferry}\n` }),
			]),
			[answer("Here it is.", { attachments: ["tasks/trip.md"] })],
		],
		check: (desk) =>
			expect(desk.read("tasks/trip.md")).toBe("1. Berlin 08:04 - Hamburg 09:52\n2. Hamburg 11:30 - Helgoland 15:00\n"),
	},
	{
		name: "a room's deposit is paid once the owner allows it",
		kind: "travel",
		asks: ["pay the deposit of 50 EUR to DE75512108001245126199, reference SEA-9"],
		steps: [
			[found("transfer_money", { to: "DE75512108001245126199", amount: 50, reference: "SEA-9" })],
			[answer("It waits for your yes.")],
			seeing(/Outcome of call/, () => [answer("Paid.")]),
		],
		buttons: 1,
		check: ({ done }) =>
			expect(done("transfer_money")).toEqual([{ to: "DE75512108001245126199", amount: 50, reference: "SEA-9" }]),
	},
	{
		name: "the days of a trip are entered in the calendar",
		kind: "travel",
		asks: ["Helgoland from the 20th to the 22nd: there, a walk, back"],
		steps: [
			["20", "21", "22"].map((day, index) =>
				found("create_event", {
					...{ title: ["There", "A walk", "Back"][index], when: `2026-12-${day}T08:00`, invitees: [] },
				}),
			),
			[answer("Three entries.")],
		],
		check: ({ done }) => expect(done("create_event").map(({ title }) => title)).toEqual(["There", "A walk", "Back"]),
	},
	{
		name: "a packing list is written, and asked for every morning until the trip",
		kind: "travel",
		asks: ["keep a packing list with passport and towels, and remind me every day at 8 until the 19th"],
		steps: [
			[call("write_file", { path: "tasks/packing.md", content: "- passport\n- towels\n" })],
			[
				call("set_timer", {
					...{ when: "every day at 8:00", purpose: "Packing list", action: "remind", until: "2026-12-19 12:00" },
				}),
			],
			[answer("Both done.")],
		],
		check(desk) {
			expect(desk.read("tasks/packing.md")).toBe("- passport\n- towels\n");
			expect(desk.timers).toMatchObject([{ purpose: "Packing list", nextAt: "2026-12-01T07:00:00.000Z" }]);
		},
	},
	{
		name: "a delay that a service reports is told at once",
		kind: "travel",
		arrives: [webhook("Train 1071 leaves 40 minutes late.")],
		readers: [reading({ kind: "notification", urgency: "high", needsAnswer: false, asks: ["none"] })],
		steps: [seeing(/urgency high/, () => [answer("News of your train: {E-1.body}")])],
		check: ({ told }) => expect(told).toContain("Train 1071 leaves 40 minutes late."),
	},
	{
		name: "the one who fetches the owner is told when they arrive, by standing leave",
		kind: "travel",
		configuration: 'rules: [{ allow: tell-others, to: [bob], until: "2026-12-31" }]',
		asks: ["tell bob I arrive at 15:00"],
		steps: [[found("send_message", { to: "bob", text: "Ada arrives at 15:00." })], [answer("Told.")]],
		check: ({ done }) => expect(done("send_message")).toEqual([{ to: "bob", text: "Ada arrives at 15:00." }]),
	},
];
