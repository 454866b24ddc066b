import { settingsSchema } from "#config/schema.ts";
import type { StatusReading } from "./status-block.ts";

/** Everything is shown, as it is unless the owner says otherwise. */
export const SHOW_ALL = settingsSchema.parse({}).context.show;

/** A turn that has just begun, with nothing around it. */
export const QUIET: StatusReading = {
	now: Date.parse("2026-11-30T10:30:45Z"),
	ownerSpokeAt: "never",
	round: { number: 1, max: 25 },
	use: { tokens: 0, maxTokens: 400_000, activeMs: 0, maxMs: 600_000 },
	calls: [],
	lastCall: undefined,
	openEvents: [],
	waitingEvents: 0,
	runningTasks: [],
	openApprovals: 0,
	nextTimers: [],
	spend: { turn: 0, day: 0, month: 0, limits: {} },
	windowFill: 0.12,
	kept: { pins: 0, decisions: 0 },
	todos: [],
	outsideInView: false,
	restricted: false,
};
