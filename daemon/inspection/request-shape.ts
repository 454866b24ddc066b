import * as z from "zod";

/* What `GET /request` answers, as both sides know it. */

const partSchema = z.object({
	/** `prompt: rules`, `results of read_file` */
	name: z.string(),
	/** Messages, or tools; absent for a part of one message. */
	count: z.number().optional(),
	/** Our own count; corrected to what the service counted for the whole, where it said so. */
	tokens: z.number(),
});

const placeSchema = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("tools") }),
	z.object({ kind: z.literal("message"), message: z.number(), role: z.string(), sameBytes: z.number() }),
	z.object({ kind: z.literal("nowhere") }),
]);

const differenceSchema = z.discriminatedUnion("kind", [
	/** The first of its trajectory, or the one before can't be rebuilt. */
	z.object({ kind: z.literal("none"), reason: z.string() }),
	z.object({
		kind: z.literal("found"),
		/** The request before: `turn 4, round 2`. */
		before: z.string(),
		at: placeSchema,
		sharedBytes: z.number(),
		bytes: z.number(),
		why: z.string(),
		/** False where bytes changed that should not have. */
		isExpected: z.boolean(),
	}),
]);

export const requestSchema = z.object({
	turn: z.number(),
	round: z.number(),
	/** `turn`, or what a request of the program's own was for. */
	purpose: z.string(),
	epoch: z.number(),
	epochReason: z.string(),
	model: z.string().optional(),
	outcome: z.string().optional(),
	/** Milliseconds since the epoch, as all times here. */
	startedAt: z.number(),
	request: z.discriminatedUnion("kind", [
		z.object({ kind: z.literal("gone"), reason: z.string() }),
		z.object({
			kind: z.literal("rebuilt"),
			isVerified: z.boolean(),
			/** Computed from what was rebuilt, and as it was written down before the request left. */
			digest: z.string(),
			recordedDigest: z.string(),
			parts: z.array(partSchema),
			tokens: z.object({ estimated: z.number(), reported: z.number().optional() }),
			difference: differenceSchema,
			/** The JSON that went over the wire. */
			body: z.string(),
			/** What is not certain about `body`. */
			bodyNote: z.string().optional(),
		}),
	]),
});
export type RequestAnswer = z.infer<typeof requestSchema>;
export type RebuiltAnswer = Extract<RequestAnswer["request"], { kind: "rebuilt" }>;
