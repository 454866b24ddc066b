import { LEDGER, LETTERS, LIST } from "./appending-tools.ts";
import { HEADING, OLD_FILE } from "./careful-model.ts";
import { ITEMS } from "./owner.ts";
import type { Rows } from "./rows.ts";
import type { World } from "./world.ts";

/** What was done is there once, and the owner was told the truth about it. */
export function checkEffects(world: World, rows: Rows): string[] {
	const list = world.read(LIST) ?? "";
	const items = list.replace(HEADING, "").trim().split("\n").sort();
	const payments = world.read(LEDGER)?.match(/paid\n/g)?.length ?? 0;
	const letters = world.read(LETTERS)?.match(/sent\n/g)?.length ?? 0;
	const deletions = world.read(OLD_FILE) === undefined ? 1 : 0;
	return [
		...(items.join() === [...ITEMS].sort().join() ? [] : [`the list is ${JSON.stringify(list)}`]),
		...compare("pay_invoice", payments, world),
		...compare("delete_file", deletions, world),
		...compare("send_letter", letters, world),
		...rows.calls
			.filter(({ state }) => !ENDS.has(state))
			.map(({ id, tool, state }) => `call C-${id} (${tool}) is ${state}`),
		...rows.tasks
			.filter(({ state }) => state !== "done" && state !== "unknown")
			.map(({ id, state }) => `task T-${id} is ${state}`),
		...rows.approvals
			.filter(({ state }) => state !== "done" && state !== "failed")
			.map(({ callId, state }) => `the approval of call C-${callId} is ${state}`),
	];
}

const ENDS: ReadonlySet<string> = new Set(["done", "failed", "not-run", "unknown"]);

function compare(tool: string, times: number, world: World): string[] {
	const isToldDone = world.bot.sent.some(({ text }) => text.includes(`${tool} was done`));
	return times === (isToldDone ? 1 : 0)
		? []
		: [`${tool} was done ${times} times; the owner was told ${isToldDone ? "so" : "not"}`];
}

/** Calls that a life was in the middle of when it died. */
export const underWay = ({ calls, approvals }: Rows): number[] => [
	...calls.filter(({ state }) => state === "running").map(({ id }) => id),
	...approvals.filter(({ state }) => state === "committing").map(({ callId }) => callId),
];

/** Only what was under way at a death may be unknown afterwards; whatever else is, was done or not, and the rows say which. */
export const checkUnknown = (rows: Rows, mayBeUnknown: readonly number[]): string[] =>
	rows.calls
		.filter(({ id, state }) => state === "unknown" && !mayBeUnknown.includes(id))
		.map(({ id, tool }) => `call C-${id} (${tool}) is unknown, and was not under way when the program died`);
