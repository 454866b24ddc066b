import * as z from "zod";
import type { TodoItem, TodoPort, TodoState } from "./ports.ts";
import { countOf } from "./text.ts";
import { type Tool, ToolError } from "./tool.ts";
import { WORDS_WITHHELD } from "./withheld.ts";

const MAX_ITEMS = 30;
const MAX_TEXT_LENGTH = 200;

const state = z.enum(["pending", "in_progress", "completed", "cancelled"]);
const parameters = z.strictObject({
	items: z.array(z.string()).optional(),
	update: z.array(z.strictObject({ id: z.int(), state })).optional(),
});
type Arguments = z.infer<typeof parameters>;

type NewItem = Pick<TodoItem, "text" | "state">;

/** What a call changes, once it is known to be right. */
type Change = { kind: "rewrite"; items: NewItem[] } | { kind: "update"; steps: NonNullable<Arguments["update"]> };

export const todo: Tool<Arguments> = {
	name: "todo",
	tier: "direct",
	description:
		"Use when a task has three steps or more. `items` writes the list anew: what stays in the same words keeps its state. " +
		"`update` sets states; at most one in_progress. Returns the list.",
	parameters,
	examples: [
		{ items: ["Read the offers", "Compare prices"] },
		{
			update: [
				{ id: 1, state: "completed" },
				{ id: 2, state: "in_progress" },
			],
		},
	],
	parallel: false,
	mode: "sync",
	timeoutMs: 5_000,
	recovery: "rerun",
	// Nothing but the trajectory's own list changes, which nobody else reads and no rule rests on. Whoever may do nothing else
	// any more, as after a refusal, still has to be able to say what is left.
	effects: () => ({ effect: "none", target: "the TODO list" }),
	activity: () => "planning",
	async run(args, { todos }) {
		const before = todos.list();
		const change = toChange(args, before);
		return {
			...(showsOutside(change, before) && { outside: { source: "the TODO list" } }),
			text: change.kind === "rewrite" ? "Written." : "Updated.",
			commit: () => carryOut(change, todos),
			// The numbers of new items are only known from their rows.
			addendum: () => `\n${describe(todos.list())}`,
		};
	},
};

/** Whether the list will hold words that may be somebody else's. Those of a new item are what the caller said just now. */
function showsOutside(change: Change, before: readonly TodoItem[]): boolean {
	const theirs = before.filter(({ outside }) => outside);
	if (change.kind === "update") return theirs.length > 0;
	return change.items.some(({ text }) => theirs.some((item) => item.text === text));
}

function toChange({ items, update }: Arguments, before: readonly TodoItem[]): Change {
	if ((items === undefined) === (update === undefined))
		throw new ToolError(
			"Give either `items`, the whole list anew, or `update`, new states by number. Nothing changed.",
		);
	if (items !== undefined) return { kind: "rewrite", items: checkedItems(items.map(cleaned), before) };
	const steps = update ?? [];
	const current = afterSteps(before, steps).filter((item) => item.state === "in_progress");
	if (current.length > 1) {
		const names = current.map(({ id, text, outside }) => `${id} "${outside ? WORDS_WITHHELD : text}"`).join(", ");
		throw new ToolError(`Only one item may be in_progress, and these would be: ${names}. Set the others to pending.`);
	}
	return { kind: "update", steps };
}

/** One line, whatever the model wrote: lists of lines show it. */
const cleaned = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, " ").trim();

/** The new list. An item in the words of an old one is that item, and as far as it was. */
function checkedItems(texts: readonly string[], before: readonly TodoItem[]): NewItem[] {
	if (texts.length > MAX_ITEMS)
		throw new ToolError(`${texts.length} items are too many: at most ${MAX_ITEMS}. Put small steps together.`);
	const left = [...before];
	return texts.map((text, index) => {
		if (text === "") throw new ToolError(`Item ${index + 1} has no text. Say in a few words what is to be done.`);
		if (text.length > MAX_TEXT_LENGTH)
			throw new ToolError(
				`Item ${index + 1} has ${text.length} characters, at most ${MAX_TEXT_LENGTH} are kept. Shorten it; details belong in a file.`,
			);
		const known = left.findIndex((item) => item.text === text);
		const [same] = known === -1 ? [] : left.splice(known, 1);
		return { text, state: same?.state ?? "pending" };
	});
}

function afterSteps(before: readonly TodoItem[], steps: NonNullable<Arguments["update"]>): TodoItem[] {
	const unknown = steps.find(({ id }) => !before.some((item) => item.id === id));
	if (unknown) {
		const known =
			before.length === 0
				? "The list is empty: write one with `items`."
				: `There are:\n${describe(before.map(withheld))}`;
		throw new ToolError(`The list has no item ${unknown.id}, so nothing changed. ${known}`);
	}
	return before.map((item) => ({ ...item, state: steps.findLast(({ id }) => id === item.id)?.state ?? item.state }));
}

function carryOut(change: Change, todos: TodoPort): void {
	if (change.kind === "rewrite") todos.rewrite(change.items);
	else for (const { id, state: next } of change.steps) todos.update(id, next);
}

const MARKS: Record<TodoState, string> = { pending: "[ ]", in_progress: "[>]", completed: "[x]", cancelled: "[-]" };

const withheld = (item: TodoItem): TodoItem => (item.outside ? { ...item, text: WORDS_WITHHELD } : item);

/** The whole list, and how many of it are still to be done. */
function describe(items: readonly TodoItem[]): string {
	if (items.length === 0) return "The list is empty.";
	const open = items.filter((item) => item.state === "pending" || item.state === "in_progress").length;
	const lines = items.map((item) => `${item.id} ${MARKS[item.state]} ${item.text}`);
	return [...lines, `${countOf(open, "item")} of ${items.length} open.`].join("\n");
}
