import * as z from "zod";
import { openClient, type TelegramSettings } from "#channels/telegram/client.ts";
import { withDeadline } from "#channels/telegram/deadline.ts";
import { readFailure } from "#channels/telegram/failure.ts";
import { type Clock, sleep } from "#core/clock.ts";
import { describeTelegramFailure, NOT_TELEGRAM } from "./telegram-texts.ts";

export interface TelegramPorts {
	clock: Clock;
	fetch: typeof fetch;
	/** Ends a call, or the waiting, at once. */
	signal: AbortSignal;
}

export type Bot = { id: number; name: string; username: string };

/** Somebody who wrote to the bot in private. What they say of themselves is their own word. */
export interface Writer {
	id: number;
	/** First and last name, and the user name where there is one, as `Ada Lovelace (@ada)`. */
	name: string;
	/** What they wrote last, cut to a line; empty for a picture or a voice message. */
	text: string;
}

export type BotCheck = { kind: "ok"; bot: Bot } | TelegramProblem;
export type WriterFound = { kind: "found"; writer: Writer } | { kind: "stopped" } | TelegramProblem;
export type MessageSent = { kind: "sent" } | TelegramProblem;

export interface TelegramProblem {
	kind: "failed";
	/** What is wrong and what to do. Holds no token. */
	problem: string;
}

const CALL_LIMIT_MS = 10_000;
/** How long Telegram holds a call open while nobody writes. */
const LONG_POLL_SECONDS = 25;
/** Old messages are given again at once, each time: the pause between two looks. */
const PAUSE_MS = 1_000;
const MAX_TEXT_LENGTH = 60;

const botSchema = z.object({ id: z.number().int(), first_name: z.string(), username: z.string() });

/** Whether a token is right, and whose it is (`getMe`). Never throws. */
export function checkBot(settings: TelegramSettings, ports: TelegramPorts): Promise<BotCheck> {
	return telling(async () => {
		const { id, first_name: name, username } = botSchema.parse(await call(settings, ports, (api) => api.getMe()));
		return { kind: "ok", bot: { id, name, username } };
	});
}

/** Sends a message, as a sign that all is well. Never throws. */
export function sendGreeting(
	settings: TelegramSettings,
	ports: TelegramPorts,
	{ to, text }: { to: number; text: string },
): Promise<MessageSent> {
	return telling(async () => {
		await call(settings, ports, (api) => api.sendMessage(to, text));
		return { kind: "sent" };
	});
}

/**
 * Waits until somebody has written to the bot in private. No update is confirmed, so that Steward gets all of them later;
 * nobody else may poll with this token meanwhile. Never throws.
 * @param isKnown says of an id that it is not the one waited for
 */
export async function waitForWriter(
	settings: TelegramSettings,
	ports: TelegramPorts,
	isKnown: (id: number) => boolean,
): Promise<WriterFound> {
	const { signal } = ports;
	const found = await telling(() => poll(settings, ports, isKnown));
	return signal.aborted ? { kind: "stopped" } : found;
}

async function poll(
	settings: TelegramSettings,
	ports: TelegramPorts,
	isKnown: (id: number) => boolean,
): Promise<WriterFound> {
	const limitMs = LONG_POLL_SECONDS * 1000 + CALL_LIMIT_MS;
	for (;;) {
		// Without an offset nothing is confirmed (core.telegram.org/bots/api#getupdates).
		const answer = await call(settings, ports, (api) => api.getUpdates({ timeout: LONG_POLL_SECONDS }), limitMs);
		const writers = z.array(updateSchema).parse(answer).map(writerOf);
		const writer = writers.findLast((candidate) => candidate !== undefined && !isKnown(candidate.id));
		if (writer) return { kind: "found", writer };
		await sleep(ports.clock, PAUSE_MS, ports.signal);
	}
}

const updateSchema = z.object({
	message: z
		.object({
			from: z.object({
				id: z.number().int(),
				is_bot: z.boolean(),
				first_name: z.string(),
				last_name: z.string().optional(),
				username: z.string().optional(),
			}),
			chat: z.object({ type: z.string() }),
			text: z.string().optional(),
		})
		.optional()
		.catch(undefined),
});

function writerOf({ message }: z.infer<typeof updateSchema>): Writer | undefined {
	if (message?.chat.type !== "private" || message.from.is_bot) return undefined;
	const { id, first_name, last_name, username } = message.from;
	const name = [first_name, last_name, username && `(@${username})`].filter(Boolean).join(" ");
	const text = (message.text ?? "").replace(/\s+/g, " ").trim();
	return { id, name, text: text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text };
}

type Api = Awaited<ReturnType<typeof openClient>>["api"] extends (signal: AbortSignal) => infer Result ? Result : never;

async function call<T>(
	settings: TelegramSettings,
	{ clock, fetch, signal }: TelegramPorts,
	request: (api: Api) => Promise<T>,
	limitMs: number = CALL_LIMIT_MS,
): Promise<T> {
	const client = await openClient(settings, fetch);
	return withDeadline(clock, limitMs, signal, (limited) => request(client.api(limited)));
}

async function telling<T>(work: () => Promise<T>): Promise<T | TelegramProblem> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof z.ZodError) return { kind: "failed", problem: NOT_TELEGRAM };
		return { kind: "failed", problem: describeTelegramFailure(readFailure(error)) };
	}
}
