import { z } from "zod";

/** What a child tells its parent. */
export const fromChildSchema = z.discriminatedUnion("kind", [
	/** The daemon has started. */
	z.object({ kind: z.literal("ready"), url: z.string(), loginLink: z.string() }),
	/** The answer to `report`. `atRest`: nothing is left to do. */
	z.object({
		kind: z.literal("report"),
		atRest: z.boolean(),
		counts: z.record(z.string(), z.object({ begun: z.number(), done: z.number() })),
	}),
]);
export type FromChild = z.infer<typeof fromChildSchema>;
export type Ready = Extract<FromChild, { kind: "ready" }>;
export type Report = Extract<FromChild, { kind: "report" }>;
