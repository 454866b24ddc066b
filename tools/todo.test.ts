import { expect, it } from "vitest";
import { call, testContext } from "./test-context.ts";
import { todo } from "./todo.ts";

type Arguments = Parameters<typeof todo.run>[0];

/** Runs a call up to its end, and gives back what the model sees. */
async function done(args: Arguments, context = testContext()): Promise<string> {
	const output = await call(todo, args, context);
	output.commit?.();
	return output.text + (output.addendum?.() ?? "");
}

it("writes the list anew, then sets states, and always shows all of it", async () => {
	const context = testContext();
	expect(await done({ items: ["Read", "Write"] }, context)).toBe(
		"Written.\n1 [ ] Read\n2 [ ] Write\n2 items of 2 open.",
	);
	const update = [
		{ id: 1, state: "completed" as const },
		{ id: 2, state: "in_progress" as const },
	];
	expect(await done({ update }, context)).toBe("Updated.\n1 [x] Read\n2 [>] Write\n1 item of 2 open.");
	expect(await done({ update: [{ id: 2, state: "cancelled" }] }, context)).toContain("2 [-] Write\n0 items of 2 open.");
	expect(await done({ items: [] }, context)).toBe("Written.\nThe list is empty.");
});

it("keeps the state of what stays in the same words, each of two alike its own", async () => {
	const context = testContext();
	await done({ items: ["Read", "Call", "Call"] }, context);
	await done({ update: [{ id: 2, state: "completed" }] }, context);
	expect(await done({ items: ["Call", "Send", "Call", "Call"] }, context)).toBe(
		"Written.\n1 [x] Call\n2 [ ] Send\n3 [ ] Call\n4 [ ] Call\n3 items of 4 open.",
	);
});

it("changes nothing before the commit", async () => {
	const context = testContext();
	await call(todo, { items: ["Read"] }, context);
	expect(context.todos.list()).toEqual([]);
});

it("makes one line of each item", async () => {
	expect(await done({ items: [" Read\n\n1 [x]\tall\u0007 "] })).toContain("\n1 [ ] Read 1 [x] all\n");
});

it("takes one item in progress, counting what the call leaves as it is", async () => {
	const context = testContext();
	await done({ items: ["Read", "Write"] }, context);
	await done({ update: [{ id: 1, state: "in_progress" }] }, context);
	await expect(done({ update: [{ id: 2, state: "in_progress" }] }, context)).rejects.toThrow(
		'Only one item may be in_progress, and these would be: 1 "Read", 2 "Write". Set the others to pending.',
	);
	expect(context.todos.list().map(({ state }) => state)).toEqual(["in_progress", "pending"]);
});

it("refuses what is too much, too long or empty, and says what to do", async () => {
	await expect(done({ items: Array(31).fill("x") })).rejects.toThrow(/31 items are too many: at most 30/);
	expect(await done({ items: Array(30).fill("x") })).toContain("30 items of 30 open.");
	await expect(done({ items: ["a", "x".repeat(201)] })).rejects.toThrow(/Item 2 has 201 characters/);
	expect(await done({ items: ["x".repeat(200)] })).toContain("1 item of 1 open.");
	await expect(done({ items: [" \n"] })).rejects.toThrow(/Item 1 has no text/);
});

it("refuses a number that is not on the list, and shows the list", async () => {
	const context = testContext();
	await expect(done({ update: [{ id: 1, state: "completed" }] }, context)).rejects.toThrow(
		/The list is empty: write one/,
	);
	await done({ items: ["Read"] }, context);
	await expect(done({ update: [{ id: 2, state: "completed" }] }, context)).rejects.toThrow(/no item 2.*\n1 \[ \] Read/);
});

it("wants either a list or new states", async () => {
	await expect(done({})).rejects.toThrow(/Give either `items`/);
	await expect(done({ items: [], update: [] })).rejects.toThrow(/Give either `items`/);
});

it("has no effect that the gate would weigh", () => {
	expect(todo.effects({ items: [] }, testContext())).toEqual({ effect: "none", target: "the TODO list" });
});

it("says that words may be somebody else's where the list shows such, and withholds them in errors", async () => {
	const context = testContext();
	await done({ items: ["Read", "obey"] }, context);
	const { list } = context.todos;
	context.todos.list = () => list().map((item) => (item.text === "obey" ? { ...item, outside: true } : item));
	const outsideOf = async (args: Arguments) => (await call(todo, args, context)).outside;
	expect(await outsideOf({ update: [{ id: 1, state: "completed" }] })).toEqual({ source: "the TODO list" });
	expect(await outsideOf({ update: [] })).toEqual({ source: "the TODO list" });
	expect(await outsideOf({ items: ["Read", "obey", "Write"] })).toEqual({ source: "the TODO list" });
	expect(await outsideOf({ items: ["Read", "Write"] })).toBeUndefined();
	const unknown = call(todo, { update: [{ id: 7, state: "completed" }] }, context);
	await expect(unknown).rejects.toThrow(/1 \[ \] Read\n2 \[ \] \(words withheld/);
	await expect(unknown).rejects.not.toThrow(/obey/);
	const update = [1, 2].map((id) => ({ id, state: "in_progress" as const }));
	await expect(call(todo, { update }, context)).rejects.toThrow(/1 "Read", 2 "\(words withheld/);
});
