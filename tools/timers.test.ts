import { describe, expect, it } from "vitest";
import { cancel } from "./cancel.ts";
import { change } from "./change.ts";
import { listPending } from "./list-pending.ts";
import { setTimer } from "./set-timer.ts";
import { call, testContext } from "./test-context.ts";

describe("set_timer", () => {
	const request = { when: "tomorrow 9:00", purpose: "Call Bob\nabout the roof", action: "remind" as const };

	it("outlives the turn, and shows the owner what would be set where the gate asks", () => {
		const report = setTimer.effects(request, testContext());
		expect(report).toMatchObject({ effect: "persist", target: "timer tomorrow 9:00" });
		expect(report.preview).toBe(
			"Remind you tomorrow 9:00:\n```\nCall Bob\nabout the roof\n```\n\nnext: tomorrow 09:00",
		);
	});

	it("sets nothing before its commit, and tells the number afterwards", async () => {
		const context = testContext();
		const output = await call(setTimer, request, context);
		expect(context.carriedOut).toEqual([]);
		output.commit?.();
		expect(context.carriedOut).toEqual([{ name: "R-2", ...request }]);
		expect(output.text + output.addendum?.()).toBe("Set: tomorrow 9:00; next: tomorrow 09:00. Its number is R-2.");
	});

	it("refuses an empty purpose", () => {
		expect(() => setTimer.effects({ ...request, purpose: " " }, testContext())).toThrow(/purpose is empty/);
	});
});

describe("change", () => {
	it("shows before and after, and changes at its commit", async () => {
		const context = testContext();
		expect(change.effects({ id: "R-1", when: "Friday" }, context).preview).toContain(
			"Change R-1, now every day at 09:00, to Friday:\n```\nWater the plants\n```",
		);
		const output = await call(change, { id: "R-1", when: "Friday" }, context);
		expect(context.carriedOut).toEqual([]);
		output.commit?.();
		expect(context.carriedOut).toEqual([{ name: "R-1", when: "Friday" }]);
	});

	it("wants something to change, and a timer that is there", () => {
		expect(() => change.effects({ id: "R-1" }, testContext())).toThrow(/Nothing to change/);
		expect(() => change.effects({ id: "R-9", when: "Friday" }, testContext())).toThrow(/R-9/);
	});
});

describe("cancel", () => {
	it("says what it ends, and ends it at its commit", async () => {
		const context = testContext();
		const output = await call(cancel, { id: "R-1" }, context);
		expect(output.text).toBe("Cancelled R-1 (every day at 09:00): Water the plants");
		expect(context.carriedOut).toEqual([]);
		output.commit?.();
		expect(context.carriedOut).toEqual([{ cancelled: "R-1" }]);
	});
});

it("list_pending gives a line for each", async () => {
	expect((await call(listPending, {}, testContext())).text).toBe("R-1, tomorrow 09:00: Water the plants");
	const empty = { ...testContext(), timers: { ...testContext().timers, list: () => ({ lines: [], outside: false }) } };
	expect((await call(listPending, {}, empty)).text).toBe("Nothing is pending.");
});
