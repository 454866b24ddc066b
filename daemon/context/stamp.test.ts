import { expect, it } from "vitest";
import { Stamper } from "./stamp.ts";

const at = Date.parse("2026-11-30T09:30:45Z");

it("writes an event's number, the owner's time, the time since the entry before, and the channel", () => {
	const berlin = new Stamper("Europe/Berlin");
	expect(berlin.event({ id: 12, at, channel: "telegram" }, at - 130_000)).toBe(
		"[E-12 2026-11-30 10:30:45 +2m10s telegram]",
	);
	expect(berlin.event({ id: 1, at, channel: "web" }, undefined)).toBe("[E-1 2026-11-30 10:30:45 web]");
	expect(new Stamper("Asia/Kathmandu").result(at, at)).toBe("[2026-11-30 15:15:45 +0s]");
});

it("does not go backwards when the clock was set back", () => {
	expect(new Stamper("UTC").result(at, at + 5_000)).toBe("[2026-11-30 09:30:45 +0s]");
});

it("leaves out every time where they are not to be shown, and keeps what names an event", () => {
	const timeless = new Stamper("UTC", false);
	expect(timeless.event({ id: 12, at, channel: "telegram" }, at - 130_000)).toBe("[E-12 telegram]");
	expect(timeless.result(at, at - 2_000)).toBe("");
});
