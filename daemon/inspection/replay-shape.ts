import * as z from "zod";

/* What `GET /replay` and `POST /replay` answer, as both sides know it. */

const stepSchema = z.object({
	/** The request's number in the record. */
	call: z.number(),
	round: z.number(),
	/** Why it is not asked again; absent where it is. */
	skipped: z.string().optional(),
});

/** What a replay will do, before anything is sent. */
export const planSchema = z.object({
	turn: z.number(),
	/** The models that are asked, in their order. */
	models: z.array(z.string()),
	steps: z.array(stepSchema),
	/** An estimate; of the output, what was written then. */
	inputTokens: z.number(),
	outputTokens: z.number(),
	/** In the owner's money; absent where the first model has no price. Without what the service may have kept. */
	cost: z.number().optional(),
});
export type ReplayPlan = z.infer<typeof planSchema>;

const choiceSchema = z.object({
	ended: z.string(),
	text: z.string().optional(),
	calls: z.array(z.object({ tool: z.string(), arguments: z.string() })),
});

/** What came of one request. */
export const replayedSchema = z.discriminatedUnion("kind", [
	z.object({
		kind: z.literal("answered"),
		model: z.string().optional(),
		likeness: z.enum(["same", "same-calls", "other"]),
		/** What was chosen in the turn. */
		recorded: choiceSchema,
		now: choiceSchema,
		inputTokens: z.number(),
		outputTokens: z.number(),
	}),
	z.object({ kind: z.literal("skipped"), reason: z.string() }),
	/** No model answered: the next request would fare no better. */
	z.object({ kind: z.literal("failed"), problem: z.string(), remedy: z.string() }),
]);
export type Replayed = z.infer<typeof replayedSchema>;
