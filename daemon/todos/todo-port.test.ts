import { join } from "node:path";
import { expect, it } from "vitest";
import { Database } from "#core/database.ts";
import { systemIds } from "#core/ids.ts";
import { Contents } from "#daemon/records/contents.ts";
import { MAIN_TRAJECTORY } from "#daemon/records/event-record.ts";
import { Todos } from "#daemon/records/todos.ts";
import { Trajectories } from "#daemon/records/trajectories.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import type { TodoState } from "#tools/ports.ts";
import { createTodoPort } from "./todo-port.ts";

function open(path = join(tempFolder(), "state.db")) {
	const clock = new FakeClock();
	const database = new Database(path);
	const todos = new Todos(database, new Contents(database, systemIds), clock);
	const taint = { isInView: false };
	const port = createTodoPort(todos, MAIN_TRAJECTORY, () => taint.isInView);
	const shown = () => port.list().map(({ id, text, state }) => `${id} ${text}: ${state}`);
	const openNow = () => todos.open(MAIN_TRAJECTORY).map(({ text }) => text);
	return { path, clock, database, todos, taint, port, shown, openNow };
}

const item = (text: string, state: TodoState = "pending") => ({ text, state });

it("keeps the number of an item whose words stay, in whatever order and state", () => {
	const { port, shown } = open();
	port.rewrite([item("a"), item("b"), item("a")]);
	expect(shown()).toEqual(["1 a: pending", "2 b: pending", "3 a: pending"]);
	port.rewrite([item("b", "completed"), item("c"), item("a")]);
	expect(shown()).toEqual(["2 b: completed", "4 c: pending", "1 a: pending"]);
	port.rewrite([item("a"), item("a")]);
	expect(shown()).toEqual(["1 a: pending", "5 a: pending"]);
	port.rewrite([item("b")]);
	expect(shown()).toEqual(["6 b: pending"]);
	port.update(6, "in_progress");
	expect(shown()).toEqual(["6 b: in_progress"]);
});

it("is there after a restart, with its words where they can be erased", () => {
	const first = open();
	first.port.rewrite([item("a", "in_progress"), item("b")]);
	first.database.close();
	const { shown, database } = open(first.path);
	expect(shown()).toEqual(["1 a: in_progress", "2 b: pending"]);
	database.run("UPDATE contents SET body = NULL WHERE body = 'a'");
	expect(shown()).toEqual(["1 [erased at the owner's wish]: in_progress", "2 b: pending"]);
});

it("has no item of another trajectory, and none that is off the list", () => {
	const { port, todos, database, clock, shown } = open();
	const side = new Trajectories(database, clock).ensure({ kind: "side", key: "k", purpose: "p" });
	const other = createTodoPort(todos, side, () => false);
	port.rewrite([item("a"), item("b")]);
	other.rewrite([item("c")]);
	expect(other.list()).toEqual([{ id: 3, text: "c", state: "pending" }]);
	expect(() => other.update(1, "completed")).toThrow("The TODO list has no item 1 any more.");
	port.rewrite([item("b")]);
	expect(() => port.update(1, "completed")).toThrow(/no item 1/);
	other.rewrite([]);
	expect(shown()).toEqual(["2 b: pending"]);
});

it("counts as open what is neither done nor left to the owner; what is taken up again is open again", () => {
	const { port, todos, openNow } = open();
	port.rewrite([item("a"), item("b", "in_progress"), item("c", "completed"), item("d", "cancelled")]);
	expect(openNow()).toEqual(["a", "b"]);
	todos.handOver([1, 2]);
	expect(openNow()).toEqual([]);
	port.rewrite([item("b", "in_progress"), item("a"), item("e")]);
	expect(openNow()).toEqual(["e"]);
	port.update(1, "in_progress");
	port.update(2, "in_progress");
	expect(openNow()).toEqual(["a", "e"]);
});

it("marks words that came while outside content was in view, and only these", () => {
	const { port, taint } = open();
	const marked = () => port.list().flatMap(({ id, outside }) => (outside ? [id] : []));
	port.rewrite([item("a"), item("b")]);
	taint.isInView = true;
	port.rewrite([item("b"), item("c"), item("a")]);
	expect(marked()).toEqual([3]);
	port.update(1, "completed");
	port.update(3, "in_progress");
	taint.isInView = false;
	port.rewrite([item("a"), item("d"), item("c")]);
	expect(marked()).toEqual([3]);
});
