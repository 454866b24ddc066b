import * as z from "zod";
import { contentValues } from "#tools/checked-values.ts";

/**
 * All that a reader may say of what others wrote. Its model may be wholly theirs, so there is no word of its own in it: one of
 * a few, a number, a date, a currency that exists. What it leaves out of the lists is not there; the rest it has to say.
 */
export const readingSchema = z.strictObject({
	...contentValues,
	asks: contentValues.asks.default([]),
	dates: contentValues.dates.default([]),
	amounts: contentValues.amounts.default([]),
});
export type Reading = z.output<typeof readingSchema>;

/** The form as the reader is told of it, made of the schema itself. */
export function describeReading(): string {
	const { kind, urgency, asks, confidence } = contentValues;
	const words = (options: readonly string[]) => options.map((option) => JSON.stringify(option)).join(" | ");
	return [
		"{",
		`  "kind": ${words(kind.options)},`,
		`  "urgency": ${words(urgency.options)},`,
		'  "needsAnswer": true | false,',
		`  "asks": a list of ${words(asks.element.options)}: what it wants of the person,`,
		'  "looksLikePhishing": true | false,',
		`  "confidence": ${words(confidence.options)}: how sure you are of all this,`,
		'  "dates": a list of dates that matter, as "2026-11-30" or "2026-11-30T10:30+01:00",',
		'  "amounts": a list of sums of money, as {"value": 120.5, "currency": "EUR"}',
		"}",
	].join("\n");
}
