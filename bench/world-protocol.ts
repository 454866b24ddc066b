import { z } from "zod";

const channelSchema = z.enum(["web", "telegram"]);
export type Channel = z.infer<typeof channelSchema>;

/** What is going on when the owner says stop: a model's answer, a call that is waited for, or a task in the background. */
const workSchema = z.enum(["thinking", "call", "task"]);
export type Work = z.infer<typeof workSchema>;

/** What the measuring process asks of the world. One order at a time. */
export const orderSchema = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("log-in"), loginLink: z.string() }),
	z.object({ kind: z.literal("measure"), channel: channelSchema, count: z.number().int() }),
	z.object({ kind: z.literal("talk"), count: z.number().int() }),
	z.object({ kind: z.literal("stop"), channel: channelSchema, during: workSchema, count: z.number().int() }),
	z.object({ kind: z.literal("pile-up"), count: z.number().int() }),
	z.object({ kind: z.literal("work-off") }),
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

/** Times in ms, one for each stop; `abortsMs` only where a model was at work. */
export const stopsSchema = z.object({ abortsMs: z.array(z.number()), answersMs: z.array(z.number()) });
export type Stops = z.infer<typeof stopsSchema>;

/** How a backlog was worked off. */
export const drainSchema = z.object({
	/** From letting the model go on to when nothing was left to do. */
	elapsedMs: z.number(),
	requests: z.number(),
	/** Events that a reply named, each counted once. */
	answered: z.number(),
	/** o200k tokens of the largest request, as OpenAI would count them. */
	largestTokens: z.number(),
});
export type Drain = z.infer<typeof drainSchema>;

/** A message that the model never answers: it stays at work until its client goes away. */
export const NEVER_ANSWERED = "please hold";
