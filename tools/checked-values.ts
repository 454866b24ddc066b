import * as z from "zod";

/** The most of each list: more of them could spell something out. */
const MAX_OF_EACH = 10;

/** Larger ones are nobody's bill, and long rows of digits can be read as words. */
const MAX_AMOUNT = 1e12;

// What others wrote is in view of whoever gives these values, and may speak through it. So every value is one of a few, or a
// date, a number, a currency that exists: no text reaches the owner's conversation.

/** A day, or a minute or second with its offset, that the calendar and the clock have. */
export const dateValue = z.string().refine(isRealDate, {
	error: "is not a date that exists. Write 2026-11-30, or 2026-11-30T10:30+01:00",
});

/** With three places at most, as the currencies have them. */
export const numberValue = z
	.number()
	.min(-MAX_AMOUNT)
	.max(MAX_AMOUNT)
	.refine((value) => /^-?\d+(\.\d{1,3})?$/.test(String(value)), { error: "has more than three decimal places" });

const currency = z.string().refine((code) => Intl.supportedValuesOf("currency").includes(code), {
	error: "is no currency's code. Write three capital letters of ISO 4217, as EUR",
});

export const amountValue = z.strictObject({ value: numberValue, currency });

/** What may be said of a message that others wrote. */
export const contentValues = {
	kind: z.enum(["question", "invitation", "complaint", "advertisement", "notification", "invoice", "other"]),
	urgency: z.enum(["low", "normal", "high"]),
	needsAnswer: z.boolean(),
	/** What it wants of the owner. */
	asks: z.array(z.enum(["reply", "pay", "confirm", "attend", "sign", "click", "call", "none"])).max(MAX_OF_EACH),
	looksLikePhishing: z.boolean(),
	confidence: z.enum(["low", "medium", "high"]),
	dates: z.array(dateValue).max(MAX_OF_EACH),
	amounts: z.array(amountValue).max(MAX_OF_EACH),
};

/** Far from today, a year says nothing that an owner needs, and could say something else. */
const YEARS = { first: 1900, last: 2199 };

/** No fractions of a second: they could say anything. */
function isRealDate(text: string): boolean {
	const match = /^(\d{4}-\d{2}-\d{2})(?:T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d))?$/.exec(
		text,
	);
	const day = match?.[1];
	if (day === undefined) return false;
	const year = Number(day.slice(0, 4));
	if (year < YEARS.first || year > YEARS.last) return false;
	const at = Date.parse(`${day}T00:00:00Z`);
	return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}
