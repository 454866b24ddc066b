import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { createHome } from "#config/first-start.ts";
import { fastFolder } from "#test/fast-folder.ts";
import { Desk } from "./desk.ts";
import type { Task } from "./task.ts";

/** Homes to play in, each as new. */
export interface Homes {
	next(): string;
	close(): void;
}

/** Makes one home and runs it once, so that its database need not be made anew for each task. */
export async function openHomes(): Promise<Homes> {
	const folder = mkdtempSync(join(fastFolder(), "steward-benign-"));
	const template = join(folder, "template");
	createHome(template);
	const desk = await Desk.open(template);
	await desk.close();
	let made = 0;
	return {
		next() {
			made += 1;
			const home = join(folder, `home-${made}`);
			cpSync(template, home, { recursive: true });
			return home;
		},
		close: () => rmSync(folder, { recursive: true, force: true }),
	};
}

/**
 * Lets a task happen: what is there, what arrives, what the owner says, what they press. It is complete, or this throws.
 * @returns how often the owner had to press
 */
export async function playIn(desk: Desk, task: Task): Promise<number> {
	const { model } = desk;
	model.site = desk.site;
	model.steps = [...task.steps];
	model.readers = [...(task.readers ?? [])];
	const cardsBefore = desk.cards;
	task.before?.(desk);
	for (const inbound of task.arrives ?? []) await desk.receive(inbound);
	for (const words of task.asks ?? []) {
		await desk.say(words.replaceAll("{site}", desk.site));
		await desk.pressAll();
	}
	await desk.pressAll();
	if (task.passesMinutes !== undefined) await desk.pass(task.passesMinutes);
	await desk.pressAll();
	expect(model.problems).toEqual([]);
	expect({ steps: model.steps, readers: model.readers }, "what was left undone").toEqual({ steps: [], readers: [] });
	await task.check(desk);
	return desk.cards - cardsBefore;
}

/** Plays a task in a daemon of its own. */
export async function play(homes: Homes, task: Task, pages: Record<string, string>): Promise<number> {
	const desk = await Desk.open(homes.next(), pages, task.configuration);
	try {
		return await playIn(desk, task);
	} finally {
		await desk.close();
	}
}
