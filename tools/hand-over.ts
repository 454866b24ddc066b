import * as z from "zod";
import { formatEventId } from "#core/event.ts";
import { formatHandle, parseHandle } from "#core/handle.ts";
import { contentValues } from "./checked-values.ts";
import type { HandOver } from "./ports.ts";
import { countOf } from "./text.ts";
import type { Tool } from "./tool.ts";

/** Each handle is shown at most once, so more of them are of no use. */
const MAX_HANDLES = 10;

const handle = z.string().refine((text) => parseHandle(text)?.kind === "event", {
	error: "is no handle. Write E-12.body, E-12.sender or E-12.files with the number of an event",
});

const parameters = z.strictObject({
	kind: contentValues.kind,
	urgency: contentValues.urgency,
	needsAnswer: contentValues.needsAnswer,
	asks: contentValues.asks.default([]).describe("what it wants of the owner"),
	looksLikePhishing: contentValues.looksLikePhishing.default(false),
	confidence: contentValues.confidence.default("high"),
	dates: contentValues.dates.default([]).describe("ISO 8601"),
	amounts: contentValues.amounts.default([]),
	handles: z.array(handle).max(MAX_HANDLES).default([]).describe("what the owner may be shown"),
});
type Arguments = z.infer<typeof parameters>;

export const handOver: Tool<Arguments> = {
	name: "hand_over",
	tier: "found",
	description:
		"Use to tell the owner's conversation what came in here, when you read mail, a webhook or a watch apart from it. " +
		"Takes no words, only these values; handles name the words that the owner may be shown. Settles all open events. " +
		"Returns what was handed over.",
	parameters,
	examples: [
		{
			kind: "complaint",
			urgency: "high",
			needsAnswer: true,
			asks: ["reply", "pay"],
			looksLikePhishing: false,
			confidence: "high",
			dates: ["2026-11-30"],
			amounts: [{ value: 120.5, currency: "EUR" }],
			handles: ["E-12.body", "E-12.sender"],
		},
	],
	parallel: false,
	mode: "sync",
	timeoutMs: 5_000,
	recovery: "rerun",
	// It ends the turn of a trajectory that may do little else, and shows nobody anything but values that were checked.
	effects: () => ({ effect: "none", target: "the owner's conversation" }),
	activity: () => "handing over",
	async run(args, { handOvers, openEvents }) {
		const checked: HandOver = { ...args, read: "whole", handles: plainHandles(args.handles) };
		handOvers.check(checked);
		const settled =
			openEvents.length === 0 ? "No event was open" : `Settled: ${openEvents.map(formatEventId).join(", ")}`;
		let name = "";
		return {
			text: `Handed over: ${checked.kind}, urgency ${checked.urgency}, ${countsOf(checked)}. ${settled}.`,
			commit: () => {
				name = handOvers.carryOut(checked);
			},
			addendum: () => ` In the owner's conversation it is ${name}.`,
			settles: { events: [...openEvents], outcome: "handed-over" },
		};
	},
};

/** Each once, in the one way to write it. */
const plainHandles = (given: readonly string[]): string[] => [
	...new Set(given.flatMap((text) => parseHandle(text) ?? []).map(formatHandle)),
];

const countsOf = ({ dates, amounts, handles }: HandOver): string =>
	[countOf(handles.length, "handle"), countOf(dates.length, "date"), countOf(amounts.length, "amount")].join(", ");
