import { expect, it } from "vitest";
import { MAIN_TRAJECTORY } from "#daemon/records/event-record.ts";
import { ToolError } from "#tools/tool.ts";
import { PinProblem } from "./pin-desk.ts";
import { openPins } from "./pin-fixture.ts";
import { createPinPort } from "./pin-port.ts";

const BY_MODEL = { createdBy: "assistant", eventId: undefined } as const;

it("keeps facts and decisions, oldest first, each under its number", () => {
	const { desk, inForce, clock } = openPins();
	expect(desk.keep(MAIN_TRAJECTORY, { text: "d", kind: "decision" }, BY_MODEL).name).toBe("D-1");
	clock.set(clock.now() + 1);
	expect(desk.keep(MAIN_TRAJECTORY, { text: "f" }, BY_MODEL)).toEqual({ name: "P-1", text: "f", isNew: true });
	expect(inForce()).toEqual(["D-1 d", "P-1 f"]);
	expect(desk.keep(MAIN_TRAJECTORY, { text: " f" }, BY_MODEL)).toEqual({ name: "P-1", text: "f", isNew: false });
	expect(inForce()).toHaveLength(2);
});

it("keeps who wanted it and what it came from", () => {
	const { desk, pins, decisions, arrive } = openPins();
	const { id } = arrive("x");
	desk.keep(MAIN_TRAJECTORY, { text: "f" }, { createdBy: "owner", eventId: id });
	desk.keep(MAIN_TRAJECTORY, { text: "d", why: "w" }, { createdBy: "assistant", eventId: id });
	expect(pins.inForce(MAIN_TRAJECTORY)).toMatchObject([{ createdBy: "owner", eventId: id }]);
	expect(decisions.inForce(MAIN_TRAJECTORY)).toMatchObject([{ createdBy: "assistant", eventId: id, reason: "w" }]);
});

it("ends a decision with the one that takes its place, and names it", () => {
	const { desk, database, inForce } = openPins();
	for (const text of ["train", "ship"]) desk.keep(MAIN_TRAJECTORY, { text, kind: "decision" }, BY_MODEL);
	expect(desk.keep(MAIN_TRAJECTORY, { text: "plane", replaces: "D-1" }, BY_MODEL).name).toBe("D-3");
	expect(desk.keep(MAIN_TRAJECTORY, { text: "plane", replaces: "D-2" }, BY_MODEL)).toMatchObject({
		name: "D-3",
		isNew: false,
	});
	expect(inForce()).toEqual(["D-3 plane"]);
	expect(database.all("SELECT id, replaced_by_id AS by FROM decisions")).toEqual([
		{ id: 1, by: 3 },
		{ id: 2, by: 3 },
		{ id: 3, by: null },
	]);
});

it("lets go of what has that number, once, and of nothing else", () => {
	const { desk, inForce } = openPins();
	desk.keep(MAIN_TRAJECTORY, { text: "f" }, BY_MODEL);
	desk.keep(MAIN_TRAJECTORY, { text: "d", kind: "decision" }, BY_MODEL);
	expect(desk.letGo(MAIN_TRAJECTORY, " d-1 ")).toMatchObject({ name: "D-1", text: "d" });
	expect(inForce()).toEqual(["P-1 f"]);
	for (const name of ["D-1", "P-2", "P-01", "1", "P-1 P-1", "T-1", ""])
		expect(() => desk.letGo(MAIN_TRAJECTORY, name), name).toThrow(/^Nothing in force.*In force: P-1\.$/);
	desk.letGo(MAIN_TRAJECTORY, "P-1");
	expect(() => desk.find(MAIN_TRAJECTORY, "P-1")).toThrow(PinProblem);
});

it("holds what is kept to a tenth of the window", () => {
	const { desk, inForce } = openPins({ windowTokens: 400 });
	desk.keep(MAIN_TRAJECTORY, { text: "one fact" }, BY_MODEL);
	desk.keep(MAIN_TRAJECTORY, { text: "one decision", why: "a reason" }, BY_MODEL);
	const { tokens, ...reading } = desk.reading(MAIN_TRAJECTORY);
	expect(reading).toEqual({ pins: 1, decisions: 1, budgetTokens: 40 });
	expect(tokens).toBeGreaterThan(0);
	const before = inForce();
	const long = { text: "It takes rather more words than there is room for now, as everybody can see here." };
	expect(() => desk.plan(MAIN_TRAJECTORY, long)).toThrow(/There is no room.*the oldest: P-1 "one fact"/);
	expect(() => desk.keep(MAIN_TRAJECTORY, long, BY_MODEL)).toThrow(PinProblem);
	expect(inForce()).toEqual(before);
});

it("shows a side trajectory its own alone, and a fork its parent's", () => {
	const { desk, trajectories, inForce } = openPins();
	const side = trajectories.ensure({ kind: "side", key: "k", purpose: "p" });
	const fork = trajectories.fork(MAIN_TRAJECTORY, 0, "p");
	desk.keep(side, { text: "of the side" }, BY_MODEL);
	desk.keep(fork, { text: "of the fork" }, BY_MODEL);
	expect(inForce()).toEqual(["P-2 of the fork"]);
	expect(desk.reading(fork).pins).toBe(1);
	expect(() => desk.letGo(MAIN_TRAJECTORY, "P-1")).toThrow(/In force: P-2/);
	desk.letGo(fork, "P-2");
	expect(inForce()).toEqual([]);
	expect(desk.inForce(side)).toHaveLength(1);
});

it("is to the tools a port that changes nothing before it is carried out", () => {
	const { desk, inForce } = openPins();
	const port = createPinPort(desk, MAIN_TRAJECTORY, BY_MODEL);
	const plan = port.plan({ text: "ship ", why: "slow is good" });
	expect(plan).toMatchObject({ kind: "decision", text: "ship", why: "slow is good", replaces: undefined });
	expect(inForce()).toEqual([]);
	expect(plan.carryOut()).toMatchObject({ name: "D-1", isNew: true });
	expect(port.find("D-1")).toEqual({ name: "D-1", kind: "decision", text: "ship", why: "slow is good" });
	expect(port.plan({ text: "train", replaces: "D-1" }).replaces).toMatchObject({ name: "D-1", text: "ship" });
	port.remove("D-1");
	expect(inForce()).toEqual([]);
	for (const refused of [
		() => port.plan({ text: "" }),
		() => port.find("D-1"),
		() => port.remove("D-1"),
		() => port.plan({ text: "train", replaces: "D-1" }),
	])
		expect(refused).toThrow(ToolError);
});

it("decides anew when it is carried out, since something may have changed by then", () => {
	const { desk, inForce } = openPins();
	const port = createPinPort(desk, MAIN_TRAJECTORY, BY_MODEL);
	const plan = port.plan({ text: "f" });
	desk.keep(MAIN_TRAJECTORY, { text: "f" }, { createdBy: "owner", eventId: undefined });
	expect(plan.carryOut()).toMatchObject({ name: "P-1", isNew: false });
	expect(inForce()).toEqual(["P-1 f"]);
});
