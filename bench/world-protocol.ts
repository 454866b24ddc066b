import { z } from "zod";

/** What the measuring process asks of the world. One order at a time. */
export const orderSchema = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("log-in"), loginLink: z.string() }),
	z.object({ kind: z.literal("measure"), channel: z.enum(["web", "telegram"]), count: z.number().int() }),
	z.object({ kind: z.literal("talk"), count: z.number().int() }),
]);
export type Order = z.infer<typeof orderSchema>;

export const outcomeSchema = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("done"), value: z.unknown().optional() }),
	z.object({ kind: z.literal("failed"), problem: z.string() }),
]);
export type Outcome = z.infer<typeof outcomeSchema>;

export const servicesSchema = z.object({ modelUrl: z.string(), apiRoot: z.string(), token: z.string() });

/** Times in ms, one for each message; `deliveriesMs` only where the channel has an API to deliver to. */
export const latenciesSchema = z.object({ requestsMs: z.array(z.number()), deliveriesMs: z.array(z.number()) });
export type Latencies = z.infer<typeof latenciesSchema>;

/** A message that the model never answers: it stays at work until its client goes away. */
export const NEVER_ANSWERED = "please hold";
