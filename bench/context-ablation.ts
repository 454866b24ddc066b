import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { Stamper } from "#daemon/context/stamp.ts";
import { renderStatusBlock, type StatusReading } from "#daemon/context/status-block.ts";
import { QUIET, SHOW_ALL } from "#daemon/context/status-fixture.ts";
import type { Row } from "./row.ts";

const MINUTE_MS = 60_000;

/** The owner has just asked something, and one look was taken. */
const ORDINARY: StatusReading = {
	...QUIET,
	ownerSpokeAt: QUIET.now - 4_000,
	round: { number: 2, max: 25 },
	use: { tokens: 6_200, maxTokens: 400_000, activeMs: 3_800, maxMs: 600_000 },
	calls: [{ tool: "read_file", count: 1, failed: 0, repeated: [] }],
	lastCall: { callId: 40, tool: "read_file", elapsedMs: 12, usualMs: 14 },
	openEvents: [12],
	spend: { turn: 0.004, day: 0.21, month: 4.7, limits: { day: 2 } },
	kept: { pins: 2, decisions: 1 },
};

/** A long turn with a plan, tasks in the background, failures, and a new message that waits. */
const BUSY: StatusReading = {
	...ORDINARY,
	round: { number: 17, max: 25 },
	use: { tokens: 310_000, maxTokens: 400_000, activeMs: 9 * MINUTE_MS, maxMs: 10 * MINUTE_MS },
	calls: [
		{ tool: "read_file", count: 8, failed: 1, repeated: [{ count: 3, callId: 41 }] },
		{ tool: "grep", count: 4, failed: 0, repeated: [] },
		{ tool: "run_script", count: 3, failed: 3, repeated: [] },
	],
	openEvents: [12, 13, 15],
	waitingEvents: 1,
	runningTasks: [
		{ name: "T-9", tool: "run_script", elapsedMs: 80_000, usualMs: 20_000 },
		{ name: "T-10", tool: "run_script", elapsedMs: 12_000, usualMs: undefined },
	],
	openApprovals: 1,
	nextTimers: [
		{ id: 3, at: QUIET.now + 20 * MINUTE_MS },
		{ id: 8, at: QUIET.now + 26 * 60 * MINUTE_MS },
	],
	windowFill: 0.78,
	todos: [
		{ id: 1, text: "Read the three offers", state: "completed", outside: false },
		{ id: 2, text: "Compare prices and delivery", state: "in_progress", outside: false },
		{ id: 3, text: "Write the summary for Ada", state: "pending", outside: false },
	],
	outsideInView: true,
};

const stamper = new Stamper("Europe/Berlin");
const tokensOf = (reading: StatusReading, show: typeof SHOW_ALL): number =>
	countTokens(renderStatusBlock(reading, stamper, show));

/** What the status block takes, and what of it each switch of `context.show` takes away. */
export function measureAblation(): Row[] {
	const switches = Object.keys(SHOW_ALL) as (keyof typeof SHOW_ALL)[];
	return (
		[
			["ordinary", ORDINARY],
			["busy", BUSY],
		] as const
	).flatMap(([name, reading]): Row[] => [
		{ what: `status block, ${name} turn`, value: tokensOf(reading, SHOW_ALL), unit: "tokens" },
		...switches.map(
			(key): Row => ({
				what: `status block, ${name} turn, without ${key}`,
				value: tokensOf(reading, { ...SHOW_ALL, [key]: false }),
				unit: "tokens",
			}),
		),
	]);
}
