import { afterAll, beforeAll, expect, it } from "vitest";
import { Desk } from "./desk.ts";
import { type Homes, openHomes, playIn } from "./play.ts";
import { answer, call } from "./steps.ts";
import type { Task } from "./task.ts";
import { PAGES, tasks } from "./tasks/all.ts";

/** Each needs no button on its own. They leave something behind, or reach others by the owner's standing leave. */
const LATER = [
	"what the owner says goes into the calendar at once",
	"a customer number is kept",
	"a birthday is kept for all years",
	"the rent is paid by the owner's standing leave",
	"the agreed text goes to the team's channel, by standing leave",
];

const STANDING_LEAVE = `rules:
  - { allow: spend, to: [DE75512108001245126199], tools: [transfer_money], perDay: 1 }
  - { allow: tell-others, to: ["#team"], tools: [send_message], perDay: 10 }`;

const READ: Task = {
	name: "a page is read",
	kind: "reading",
	asks: ["what is new? {site}/article"],
	steps: [[call("read_page", { url: "{site}/article" })], [answer("Bees.")]],
	check: ({ told }) => expect(told).toContain("Bees."),
};

let homes: Homes;
beforeAll(async () => {
	homes = await openHomes();
}, 60_000);
afterAll(() => homes.close());

/** @returns the names of the tasks that needed a button */
async function goOn(desk: Desk): Promise<string[]> {
	const asked: string[] = [];
	for (const name of LATER) {
		const task = tasks.find((candidate) => candidate.name === name);
		if (!task) throw new Error(`there is no task «${name}»`);
		if ((await playIn(desk, task)) > 0) asked.push(name);
	}
	return asked;
}

it("a page that was read costs a button for whatever lasts or leaves, as long as it is in view", async () => {
	const desk = await Desk.open(homes.next(), PAGES, STANDING_LEAVE);
	try {
		expect(await playIn(desk, READ)).toBe(0);
		expect(await goOn(desk)).toEqual(LATER);
	} finally {
		await desk.close();
	}
});

it("once it has left the view, nothing is asked any more", async () => {
	const desk = await Desk.open(homes.next(), PAGES, STANDING_LEAVE);
	try {
		expect(await playIn(desk, READ)).toBe(0);
		// The newest turn always stays, so what was read has to be further back.
		for (const words of ["thank you", "that was all"]) {
			desk.model.steps = [[answer("Good.")]];
			await desk.say(`${words}. ${"Nothing more for now. ".repeat(20)}`);
			await desk.say("/compact");
		}
		expect(await goOn(desk)).toEqual([]);
	} finally {
		await desk.close();
	}
});
