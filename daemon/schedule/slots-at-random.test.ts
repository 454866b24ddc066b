import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { missedSlots } from "./missed-slots.ts";
import { nextSlot, nextSlots } from "./next-slot.ts";
import { MinuteScan } from "./slot-reference-fixture.ts";

const DAY_MS = 86_400_000;
const EXPRESSIONS_EACH = 20;

/** Days on which clocks were or will be moved, and what is special about them. */
const CHANGES: [zone: string, day: string, what: string][] = [
	["Europe/Berlin", "2027-03-28", "an hour left out"],
	["Europe/Berlin", "2026-10-25", "an hour repeated"],
	["Europe/Dublin", "2026-10-25", "winter time as the exception"],
	["Australia/Lord_Howe", "2026-10-04", "half an hour left out"],
	["Australia/Lord_Howe", "2027-04-04", "half an hour repeated"],
	["America/Santiago", "2026-09-06", "a day that begins at 01:00"],
	["America/Santiago", "2027-04-04", "a day whose last hour comes twice"],
	["America/Nuuk", "2027-03-28", "a gap up to midnight"],
	["America/Nuuk", "2026-10-25", "a repetition up to midnight"],
	["America/St_Johns", "2010-03-14", "a gap from 00:01"],
	["America/St_Johns", "2010-11-07", "back to the day before"],
	["Antarctica/Troll", "2027-03-28", "two hours left out"],
	["Antarctica/Casey", "2023-03-09", "three hours repeated"],
	["Africa/Casablanca", "2027-02-07", "Ramadan begins"],
	["Africa/Casablanca", "2027-03-14", "Ramadan ends"],
	["Pacific/Chatham", "2027-04-04", "an offset with quarters of an hour"],
	["Pacific/Apia", "2011-12-30", "a day left out"],
	["America/Noronha", "2000-10-12", "summer time for a week"],
	["Asia/Kathmandu", "2026-11-30", "nothing"],
];

describe.each(CHANGES)("in %s around %s (%s)", (zone, day, _what) => {
	const from = Date.parse(`${day}T00:00Z`) - 4 * DAY_MS;
	const to = from + 10 * DAY_MS;
	// In Newfoundland clocks were moved one minute after midnight.
	const scan = new MinuteScan(zone, from, to, { sampleMinutes: zone === "America/St_Johns" ? 1 : 30 });
	const pick = picker(`${zone} ${day}`);
	const expressions = Array.from({ length: EXPRESSIONS_EACH }, () => randomExpression(pick));

	it("gives each slot once, in order, and leaves none out", () => {
		for (const expression of expressions) {
			const expected = scan.slots(expression);
			const slots = nextSlots({ kind: "cron", expression, zone, until: to - 1 }, from - 1, expected.length + 1);
			expect({ expression, slots: slots.map(text) }).toEqual({ expression, slots: expected.map(text) });
		}
	});

	it("finds from any moment the next slot, later than that moment, and what was missed since", () => {
		for (const expression of expressions) {
			const expected = scan.slots(expression);
			const schedule = { kind: "cron", expression, zone, until: to - 1 } as const;
			const moments = [from + pick(to - from), from + pick(to - from), expected[pick(expected.length)] ?? from];
			for (const after of moments) {
				const upTo = after + pick(to - after);
				const missed = expected.filter((slot) => slot > after && slot <= upTo);
				const [first, latest] = [missed[0], missed.at(-1)];
				expect({
					expression,
					after,
					next: nextSlot(schedule, after),
					missed: missedSlots(schedule, after, upTo),
				}).toEqual({
					expression,
					after,
					next: expected.find((slot) => slot > after),
					missed: missed.length === 0 ? undefined : { count: missed.length, first, latest },
				});
			}
		}
	});
});

const text = (at: number): string => new Date(at).toISOString();

/** Gives whole numbers below a limit, the same ones for the same seed. */
function picker(seed: string): (below: number) => number {
	let drawn = 0;
	return (below) => {
		const digest = createHash("sha256").update(`${seed} ${drawn++}`).digest();
		return Math.floor((digest.readUInt32BE() / 2 ** 32) * below);
	};
}

function randomExpression(pick: (below: number) => number): string {
	const number = (lowest: number, highest: number) => lowest + pick(highest - lowest + 1);
	const range = (lowest: number, highest: number) => {
		const first = number(lowest, highest);
		return `${first}-${number(first, highest)}`;
	};
	const list = (lowest: number, highest: number) => `${number(lowest, highest)},${number(lowest, highest)}`;
	const choose = (forms: (() => string)[]) => forms[pick(forms.length)]?.() ?? "*";
	const any = () => "*";
	// Early hours come often, because clocks are moved then.
	const early = () => String(number(0, 4));
	return [
		choose([() => String(number(0, 59)), () => list(0, 59), () => `*/${number(7, 40)}`, () => `${range(0, 59)}/13`]),
		choose([
			any,
			early,
			early,
			() => list(0, 4),
			() => range(0, 23),
			() => `*/${number(2, 9)}`,
			() => `${range(0, 12)}/2`,
		]),
		choose([any, any, any, () => range(1, 31), () => `*/${number(2, 9)}`, () => list(1, 31)]),
		choose([any, any, any, any, () => range(1, 12), () => "jan-nov"]),
		choose([any, any, any, () => range(0, 7), () => "sat,sun", () => `*/${number(2, 3)}`, () => String(number(0, 7))]),
	].join(" ");
}
