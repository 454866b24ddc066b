import * as z from "zod";

/** A tool call as a person names it. */
const callId = z.string().regex(/^C-\d+$/);

const requestSchema = z.object({
	/** From 1; 0 for a request of the program's own. */
	round: z.number(),
	/** `turn`, or what the program asked for by itself: `handover`, `summary`. */
	purpose: z.string(),
	epoch: z.number(),
	/** Why the epoch had to begin. */
	epochReason: z.string(),
	/** The entries in view, first to last, and how many they are. */
	firstEntry: z.number(),
	lastEntry: z.number(),
	entries: z.number(),
	statusBlock: z.string(),
	/** SHA-256 over the request's messages. */
	digest: z.string(),
	model: z.string().optional(),
	/** How the model ended; absent where the program was cut off. */
	outcome: z.string().optional(),
	detail: z.string().optional(),
	/** Milliseconds since the epoch, as all times here. */
	startedAt: z.number(),
	durationMs: z.number().optional(),
});

const decisionSchema = z.object({
	call: callId,
	tool: z.string(),
	/** `passed`, or why the arguments did not pass. */
	arguments: z.string(),
	/** What the gate made of it; absent where the call never came to the gate. */
	gate: z
		.object({
			effect: z.string().optional(),
			target: z.string().optional(),
			authority: z.string().optional(),
			/** Whether outside content was in view. */
			tainted: z.boolean(),
			decision: z.string(),
			rule: z.string(),
		})
		.optional(),
	approval: z
		.object({ code: z.string(), state: z.string(), decidedBy: z.string().optional(), reason: z.string().optional() })
		.optional(),
});

/** The five questions that can be asked of a turn, answered from its rows. */
export const traceSchema = z.object({
	turn: z.object({
		id: z.number(),
		state: z.string(),
		/** The lowest trust among its events. */
		authority: z.string(),
		/** After a refusal: only reading and telling the owner. */
		restricted: z.boolean(),
		rounds: z.number(),
		tokens: z.number(),
		startedAt: z.number(),
		endedAt: z.number().optional(),
	}),
	/** 1. What the model saw: the turn's own entries as it got them, stamps included, and each request's manifest. */
	saw: z.object({
		events: z.array(z.string()),
		/** What was made of each event when it came, and why. */
		routed: z.array(
			z.object({
				event: z.string(),
				urgency: z.string(),
				/** `cancel`, `queue` or `parallel`. */
				strategy: z.string(),
				reason: z.string(),
			}),
		),
		notices: z.array(z.string()),
		requests: z.array(requestSchema),
	}),
	/** 2. What it chose, message by message. */
	chose: z.array(
		z.object({
			entry: z.number(),
			text: z.string().optional(),
			calls: z.array(z.object({ call: callId, tool: z.string(), arguments: z.string() })),
		}),
	),
	/** 3. Why the arguments passed or not, and what the gate decided. */
	decided: z.array(decisionSchema),
	/** 4. What the tools returned. */
	returned: z.array(
		z.object({
			call: callId,
			tool: z.string(),
			state: z.string(),
			/** As the model saw it; absent where there is no result yet. */
			text: z.string().optional(),
			/** From the call's start, or from the message that asked for it where the start was not written down. */
			durationMs: z.number().optional(),
		}),
	),
	/** What of it went on in the background. */
	tasks: z.array(
		z.object({
			/** `T-9` */
			task: z.string(),
			call: callId,
			tool: z.string(),
			/** `running`, `done`, `failed`, `cancelled` or `unknown`. */
			state: z.string(),
			/** The event that brought its result. */
			resultEvent: z.string().optional(),
			startedAt: z.number(),
			/** Absent while it runs. */
			durationMs: z.number().optional(),
		}),
	),
	/** 5. Why it ended, and what came of it. */
	ended: z.object({
		kind: z.string().optional(),
		detail: z.string().optional(),
		/** How often each way out of trouble was tried, by its name. */
		recoveries: z.record(z.string(), z.number()),
		events: z.array(
			z.object({ event: z.string(), state: z.string(), outcome: z.string().optional(), detail: z.string().optional() }),
		),
		said: z.array(
			z.object({
				/** `M-7` */
				message: z.string(),
				channel: z.string(),
				kind: z.string(),
				text: z.string(),
				/** `waiting`, `sent` or `dead`. */
				delivery: z.string(),
				problem: z.string().optional(),
				endedAt: z.number().optional(),
			}),
		),
	}),
});
export type Trace = z.infer<typeof traceSchema>;
export type TracedRequest = Trace["saw"]["requests"][number];
export type TracedDecision = Trace["decided"][number];
