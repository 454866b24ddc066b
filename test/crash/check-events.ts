import type { Rows } from "./rows.ts";
import type { World } from "./world.ts";

/** Events of the program's own: the outcomes of two acts that the owner has to allow, and the firings of two timers. */
const OWN_EVENTS = 4;

/** What was acknowledged and is not on disk. Holds at every instant, also right after a death. */
export function findLost(world: World, rows: Rows): string[] {
	const waiting = new Set(world.bot.pendingUpdates().map(({ update_id }) => update_id));
	const confirmed = world.updates.filter((update) => !waiting.has(update)).map((update) => keyOf(world, update));
	const accepted = [...world.posted].filter(([, isTaken]) => isTaken).map(([id]) => keyOfPosted(id));
	const stored = new Set(rows.events.map(({ key }) => key));
	return [...confirmed, ...accepted]
		.filter((key) => !stored.has(key))
		.map((key) => `${key} was acknowledged and is lost`);
}

/** Every event is there once, and has ended as it should. */
export function checkEvents(world: World, rows: Rows): string[] {
	const keys = [...world.updates.map((update) => keyOf(world, update)), ...[...world.posted.keys()].map(keyOfPosted)];
	const counts = keys.map((key) => ({ key, count: rows.events.filter((event) => event.key === key).length }));
	const results = rows.tasks.filter(({ resultEventId }) => resultEventId !== null);
	const expected = keys.length + OWN_EVENTS + results.length;
	return [
		...rows.tasks.filter((task) => !results.includes(task)).map(({ id }) => `task T-${id} has brought no result`),
		...(results.length <= 1 ? [] : [`the letter was begun ${results.length} times as a task`]),
		...counts.filter(({ count }) => count !== 1).map(({ key, count }) => `${key} is ${count} events`),
		...(rows.events.length === expected ? [] : [`${rows.events.length} events are stored, not ${expected}`]),
		...rows.events
			.filter(
				({ state, route, outcome }) => state !== "settled" || outcome !== (route === "loop" ? "replied" : "handled"),
			)
			.map(({ id, key, state, outcome }) => `event E-${id} (${key}) is ${state} as ${outcome}`),
		...rows.turns
			.filter(({ state, endKind }) => state !== "ended" || endKind !== "done")
			.map(({ id, state, endKind }) => `turn ${id} is ${state} as ${endKind}`),
	];
}

const keyOf = ({ bot }: World, update: number): string => `update:${Number.parseInt(bot.token, 10)}:${update}`;

const keyOfPosted = (id: string): string => `message:${id}`;
