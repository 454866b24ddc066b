import { describe, expect, it } from "vitest";
import { CutOffError } from "#daemon/gate/run-with-timeout.ts";
import { ClosingError } from "./closing.ts";
import { STOPPED, TurnControl } from "./turn-control.ts";
import { settle } from "./workbench-rows-fixture.ts";

const quiet = () => new TurnControl(() => false);
const never = new AbortController().signal;

describe("what cuts into a turn", () => {
	it("aborts its signal with a reason that says why", () => {
		const stopped = quiet();
		stopped.stop();
		expect(stopped.signal.reason).toEqual(new CutOffError(STOPPED));
		const interrupted = quiet();
		interrupted.interrupt(12);
		expect(interrupted.signal.reason).toEqual(new CutOffError("cut off for E-12, which goes first"));
		const closed = quiet();
		closed.close();
		expect(closed.signal.reason).toBeInstanceOf(ClosingError);
	});

	it("ends the turn where it is a stop, and only there", () => {
		const control = quiet();
		control.interrupt(12);
		expect(control.isStopped).toBe(false);
		control.stop();
		expect(control.isStopped).toBe(true);
	});

	it("lets what comes next run after an interrupt", () => {
		const control = quiet();
		control.interrupt(12);
		const { signal } = control;
		control.renew();
		expect([signal.aborted, control.signal.aborted]).toEqual([true, false]);
		control.interrupt(13);
		expect(control.signal.aborted).toBe(true);
	});

	it("lets nothing more run after a stop, also where that came upon an interrupt", () => {
		const control = quiet();
		control.interrupt(12);
		control.stop();
		control.renew();
		expect([control.isStopped, control.signal.aborted]).toEqual([true, true]);
	});

	it("lets nothing more run while the program closes, whatever came before or comes after", () => {
		for (const before of ["stop", "interrupt", "nothing"] as const) {
			const control = quiet();
			if (before === "stop") control.stop();
			if (before === "interrupt") control.interrupt(12);
			control.close();
			control.interrupt(13);
			control.renew();
			expect(control.signal.reason).toBeInstanceOf(ClosingError);
		}
	});
});

describe("waiting until somebody waits", () => {
	it("ends at once where somebody does already", async () => {
		await new TurnControl(() => true).untilPressed(never);
	});

	it("ends for everyone who waits when something that presses comes, and not when anything else does", async () => {
		let isPressed = false;
		const control = new TurnControl(() => isPressed);
		const ended: string[] = [];
		const waits = ["a", "b"].map((name) => control.untilPressed(never).then(() => ended.push(name)));
		control.notice();
		await settle();
		expect(ended).toEqual([]);
		isPressed = true;
		control.notice();
		await Promise.all(waits);
		expect(ended).toEqual(["a", "b"]);
	});

	it("ends with what it waits for, and leaves no listener behind", async () => {
		let looks = 0;
		const control = new TurnControl(() => {
			looks += 1;
			return false;
		});
		const over = new AbortController();
		const waiting = control.untilPressed(over.signal);
		over.abort();
		await waiting;
		const before = looks;
		control.notice();
		await settle();
		expect(looks).toBe(before);
	});
});
