import * as z from "zod";
import { attachmentSchema } from "#core/event.ts";

/**
 * What the control API answers, as both sides know it. The client checks it too: after an update the daemon that runs may
 * still be the older program.
 */

const taskSchema = z.object({
	/** `T-9` */
	name: z.string(),
	tool: z.string(),
	state: z.literal("running"),
	/** Milliseconds since the epoch, as all times here. */
	startedAt: z.number(),
	doing: z.string(),
});
export type TaskAnswer = z.infer<typeof taskSchema>;

export const errorSchema = z.object({ error: z.string() });

export const statusSchema = z.object({
	status: z.enum(["ok", "degraded"]),
	version: z.string(),
	pid: z.number(),
	home: z.string(),
	uptimeSeconds: z.number(),
	pageUrl: z.string(),
	loop: z.object({
		state: z.string(),
		turnId: z.number().optional(),
		problem: z.string().optional(),
		since: z.number(),
	}),
	tasks: z.array(taskSchema),
	trajectories: z.object({ running: z.number(), waiting: z.number() }),
	channels: z.record(
		z.string(),
		z.object({
			state: z.string(),
			lastProgressAt: z.number().optional(),
			downSince: z.number().optional(),
			problem: z.string().optional(),
		}),
	),
	waitingEvents: z.number(),
	openApprovals: z.number(),
	outbox: z.object({ waiting: z.number(), dead: z.number() }),
	timers: z.object({ pending: z.number(), nextAt: z.number().optional(), problem: z.string().optional() }),
	configurationProblems: z.array(z.string()),
	restartNeeded: z.array(z.string()),
	models: z.array(z.string()),
	today: z.object({
		calls: z.number(),
		inputTokens: z.number(),
		cachedTokens: z.number(),
		outputTokens: z.number(),
		cost: z.number(),
	}),
	memoryBytes: z.number(),
});
export type StatusAnswer = z.infer<typeof statusSchema>;

const eventSchema = z.object({
	/** `E-12` */
	id: z.string(),
	/** Milliseconds since the epoch, as all times here. */
	receivedAt: z.number(),
	channel: z.string(),
	sender: z.object({ id: z.string(), name: z.string().optional() }),
	trust: z.string(),
	route: z.string(),
	kind: z.string(),
	text: z.string(),
	/** Who wrote the text, where it was not the sender. */
	outsideSource: z.string().optional(),
	state: z.string(),
	outcome: z.string().optional(),
	detail: z.string().optional(),
	turn: z.number().optional(),
	settledAt: z.number().optional(),
});
export type EventAnswer = z.infer<typeof eventSchema>;
export const eventsSchema = z.object({ events: z.array(eventSchema) });

const itemSchema = z.object({
	key: z.string(),
	order: z.number(),
	at: z.number(),
	from: z.enum(["owner", "steward"]),
	channel: z.string(),
	text: z.string(),
	attachments: z.array(attachmentSchema),
	choices: z.array(z.object({ label: z.string(), action: z.string(), command: z.string() })),
	kind: z.string(),
	state: z.string(),
	note: z.string().optional(),
});
export type ItemAnswer = z.infer<typeof itemSchema>;
export const historySchema = z.object({ items: z.array(itemSchema) });

/** One line of `/stream`. */
export const changeSchema = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("item"), item: itemSchema }),
	z.object({
		kind: z.literal("activity"),
		activity: z
			.object({ kind: z.enum(["working", "waiting", "failed"]), text: z.string(), since: z.number() })
			.optional(),
	}),
	z.object({ kind: z.literal("tasks"), tasks: z.array(taskSchema) }),
]);
export type ChangeAnswer = z.infer<typeof changeSchema>;

export const timersSchema = z.object({
	timers: z.array(
		z.object({
			/** `R-3` */
			id: z.string(),
			/** In the owner's words. */
			purpose: z.string(),
			action: z.enum(["remind", "act", "interrupt"]),
			/** `every weekday at 09:00 (Europe/Berlin)` */
			schedule: z.string(),
			/** For a person, in the owner's zone. */
			next: z.string(),
			nextAt: z.number().optional(),
			state: z.string(),
			fired: z.number(),
			createdBy: z.string(),
			channel: z.string(),
		}),
	),
});
export type TimersAnswer = z.infer<typeof timersSchema>;

export const sentSchema = z.object({ event: z.string(), duplicate: z.boolean() });

export const settledSchema = z.object({
	event: z.string(),
	outcome: z.string(),
	detail: z.string().optional(),
	/** What was said in answer, as Markdown, oldest first. */
	messages: z.array(z.string()),
});
export type SettledAnswer = z.infer<typeof settledSchema>;

export const orderedSchema = z.object({
	/** What to tell the owner; absent where the outcome will be told by itself. */
	message: z.string().optional(),
});

export const linkSchema = z.object({ link: z.string() });
