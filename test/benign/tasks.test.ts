import { afterAll, beforeAll, expect, it } from "vitest";
import { type Homes, openHomes, play } from "./play.ts";
import { KINDS } from "./task.ts";
import { PAGES, tasks } from "./tasks/all.ts";

/** What issue 6 asks for. */
const MOST_BUTTONS = 12;
const LEAST_WITH_NONE = 50;

let homes: Homes;
/** How many buttons each task needed, by its name. */
const pressed = new Map<string, number>();

beforeAll(async () => {
	homes = await openHomes();
}, 60_000);
afterAll(() => homes.close());

it.each(tasks.map((task) => [`${task.kind}: ${task.name}`, task] as const))("%s", async (_name, task) => {
	const buttons = await play(homes, task, PAGES);
	pressed.set(task.name, buttons);
	expect(buttons, "buttons that the owner had to press").toBe(task.buttons ?? 0);
});

const plan = KINDS.map((kind) => {
	const own = tasks.filter((task) => task.kind === kind);
	return `${kind} ${own.length}/${own.reduce((sum, { buttons = 0 }) => sum + buttons, 0)}`;
}).join(", ");

it(`all sixty are complete; tasks/buttons: ${plan}`, () => {
	const counts = tasks.map(({ name }) => pressed.get(name));
	expect({ tasks: new Set(tasks.map(({ name }) => name)).size, complete: pressed.size }).toEqual({
		tasks: 60,
		complete: 60,
	});
	expect(counts.reduce<number>((sum, count = 0) => sum + count, 0)).toBeLessThanOrEqual(MOST_BUTTONS);
	expect(counts.filter((count) => count === 0).length).toBeGreaterThanOrEqual(LEAST_WITH_NONE);
});
