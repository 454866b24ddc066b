import * as z from "zod";
import { formatEventId } from "#core/event.ts";
import { formatHandle, parseHandle } from "#core/handle.ts";
import type { HandOver } from "./ports.ts";
import { countOf } from "./text.ts";
import type { Tool } from "./tool.ts";

const MAX_OF_EACH = 10;

/** Larger ones are nobody's bill, and long rows of digits can be read as words. */
const MAX_AMOUNT = 1e12;

// A stranger's words are in view of whoever calls this, and may speak through it. So every value is one of a few, or a date, a
// number, a currency that exists: no text reaches the owner's conversation.
const date = z.string().refine(isRealDate, {
	error: "is not a date that exists. Write 2026-11-30, or 2026-11-30T10:30+01:00",
});
const currency = z.string().refine((code) => Intl.supportedValuesOf("currency").includes(code), {
	error: "is no currency's code. Write three capital letters of ISO 4217, as EUR",
});
const amount = z.strictObject({ value: z.number().min(-MAX_AMOUNT).max(MAX_AMOUNT), currency });
const handle = z.string().refine((text) => parseHandle(text) !== undefined, {
	error: "is no handle. Write E-12.body, E-12.sender or E-12.files with the number of an event",
});

const parameters = z.strictObject({
	kind: z.enum(["question", "invitation", "complaint", "advertisement", "notification", "invoice", "other"]),
	urgency: z.enum(["low", "normal", "high"]),
	needsAnswer: z.boolean(),
	dates: z.array(date).max(MAX_OF_EACH).default([]).describe("ISO 8601"),
	amounts: z.array(amount).max(MAX_OF_EACH).default([]),
	handles: z.array(handle).max(MAX_OF_EACH).default([]).describe("what the owner may be shown"),
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
		const checked: HandOver = { ...args, handles: plainHandles(args.handles) };
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

/** A day, or a minute or second with its offset, that the calendar and the clock have. No fractions: they could say anything. */
function isRealDate(text: string): boolean {
	const match = /^(\d{4}-\d{2}-\d{2})(?:T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d))?$/.exec(
		text,
	);
	const day = match?.[1];
	if (day === undefined) return false;
	const at = Date.parse(`${day}T00:00:00Z`);
	return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}
