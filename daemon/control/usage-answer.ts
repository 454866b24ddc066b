import * as z from "zod";

/* What `GET /usage` answers, as both sides know it. */

const sliceSchema = z.object({
	calls: z.number(),
	inputTokens: z.number(),
	/** Parts of the input. */
	cachedTokens: z.number(),
	cacheWriteTokens: z.number(),
	outputTokens: z.number(),
	/** In the owner's money. */
	cost: z.number(),
	/** Calls that no cost is known of. */
	unpriced: z.number(),
});
export type UsageSliceAnswer = z.infer<typeof sliceSchema>;
const namedSliceSchema = sliceSchema.extend({ name: z.string() });

export const usageSchema = z.object({
	/** Oldest first, named `2026-11-30` in the owner's zone; days without a call too. */
	days: z.array(namedSliceSchema),
	/** The dearest first. */
	models: z.array(namedSliceSchema),
	purposes: z.array(namedSliceSchema),
	total: sliceSchema,
	/** Since the beginning of the present day and month. */
	spent: z.object({ day: z.number(), month: z.number() }),
	limits: z.object({ turn: z.number().optional(), day: z.number().optional(), month: z.number().optional() }),
	/** What the configured models cost for a million tokens, and where that was found; neither where it is not known. */
	prices: z.array(
		z.object({
			model: z.string(),
			inputPerMillion: z.number().optional(),
			cachedPerMillion: z.number().optional(),
			cacheWritePerMillion: z.number().optional(),
			outputPerMillion: z.number().optional(),
			from: z.string().optional(),
		}),
	),
});
export type UsageAnswer = z.infer<typeof usageSchema>;
