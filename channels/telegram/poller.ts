import * as z from "zod";
import type { ChannelHealth, ChannelPorts } from "#channels/channel.ts";
import { sleep } from "#core/clock.ts";
import type { TelegramClient } from "./client.ts";
import { withDeadline } from "./deadline.ts";
import { readFailure } from "./failure.ts";
import { cursorSource, Intake, type IntakePorts } from "./intake.ts";
import { decidePoll } from "./poll-decision.ts";
import type { Bot } from "./translate.ts";
import { batchSchema } from "./update.ts";

/** How long Telegram holds a call open while nothing comes. */
const LONG_POLL_SECONDS = 30;
/** Beyond that the connection is taken for dead, as after a change of networks. */
const GRACE_MS = 10_000;
const CALL_LIMIT_MS = 10_000;
/** `stop` has 5 s, also while the gateway does not answer. */
const STOP_LIMIT_MS = 4_000;

const botSchema = z.object({ id: z.number().int(), username: z.string() });

interface PollerParts extends ChannelPorts, IntakePorts {
	client(): Promise<TelegramClient>;
	/** Called once the bot is known. */
	onIdentified(signal: AbortSignal): void;
}

/**
 * The one reader of a bot's updates. Round after round it asks, stores, and only then moves the offset, which is what tells
 * Telegram to forget; grammY's own loop moves it whatever became of the updates. A failed round is repeated, for ever.
 */
export class Poller {
	readonly #parts: PollerParts;
	readonly #intake: Intake;
	readonly #stopped = new AbortController();
	#running: Promise<void> = Promise.resolve();
	#bot: Bot | undefined;
	#offset: number | undefined;
	/** While it is not known to work, an answer at once says more than one in 30 s. */
	#probes = true;
	#webhookInTheWay = false;
	#waitsForRoom = false;
	#health: ChannelHealth = { state: "starting" };

	constructor(parts: PollerParts) {
		this.#parts = parts;
		this.#intake = new Intake(parts);
	}

	start(): void {
		this.#running = this.#run(this.#stopped.signal);
	}

	async stop(): Promise<void> {
		this.#stopped.abort();
		const ended = new AbortController();
		const running = this.#running.finally(() => ended.abort());
		await Promise.race([running, sleep(this.#parts.clock, STOP_LIMIT_MS, ended.signal)]);
	}

	health(): ChannelHealth {
		if (this.#stopped.signal.aborted) return { ...this.#health, state: "stopped" };
		if (!this.#waitsForRoom) return this.#health;
		return {
			...this.#health,
			state: "degraded",
			problem: "Too many events wait to be dealt with; new ones wait at Telegram.",
		};
	}

	async #run(signal: AbortSignal): Promise<void> {
		for (let failures = 0; !signal.aborted; ) {
			try {
				await this.#round(signal);
				failures = 0;
			} catch (error) {
				if (signal.aborted) return;
				await this.#recover(error, failures++, signal);
			}
		}
	}

	async #round(signal: AbortSignal): Promise<void> {
		this.#waitsForRoom = true;
		await this.#parts.untilRoom(signal).finally(() => {
			this.#waitsForRoom = false;
		});
		if (signal.aborted) return;
		const client = await this.#parts.client();
		this.#bot ??= await this.#identify(client, signal);
		if (this.#webhookInTheWay) await this.#deleteWebhook(client, signal);
		const batch = await this.#ask(client, signal);
		this.#health = { ...this.#health, lastProgressAt: this.#parts.clock.now() };
		if (batch.length > 0) {
			await this.#intake.store(client, this.#bot, batch, signal);
			// Past this batch, and not past the highest number ever seen: after a quiet week Telegram starts at another one.
			this.#offset = Math.max(...batch.map(({ update_id }) => update_id)) + 1;
		}
		this.#recovered();
	}

	async #identify(client: TelegramClient, signal: AbortSignal): Promise<Bot> {
		const answer = await withDeadline(this.#parts.clock, CALL_LIMIT_MS, signal, (limited) =>
			client.api(limited).getMe(),
		);
		const bot = botSchema.parse(answer);
		const stored = Number(this.#parts.cursor(cursorSource(bot.id)));
		this.#offset = Number.isSafeInteger(stored) && stored > 0 ? stored : undefined;
		this.#parts.onIdentified(signal);
		return bot;
	}

	async #deleteWebhook(client: TelegramClient, signal: AbortSignal): Promise<void> {
		await withDeadline(this.#parts.clock, CALL_LIMIT_MS, signal, (limited) =>
			client.api(limited).deleteWebhook({ drop_pending_updates: false }),
		);
		this.#webhookInTheWay = false;
	}

	async #ask(client: TelegramClient, signal: AbortSignal) {
		const timeout = this.#probes ? 0 : LONG_POLL_SECONDS;
		const answer = await withDeadline(this.#parts.clock, timeout * 1000 + GRACE_MS, signal, (limited) =>
			client.api(limited).getUpdates({
				...(this.#offset === undefined ? {} : { offset: this.#offset }),
				timeout,
				allowed_updates: ["message", "edited_message", "callback_query"],
			}),
		);
		return batchSchema.parse(answer);
	}

	#recovered(): void {
		const { lastProgressAt } = this.#health;
		this.#probes = false;
		if (this.#health.state !== "ok") this.#parts.log.info("telegram: listening");
		this.#health = { state: "ok", ...(lastProgressAt === undefined ? {} : { lastProgressAt }) };
	}

	async #recover(error: unknown, failures: number, signal: AbortSignal): Promise<void> {
		const { clock, ids, log } = this.#parts;
		const failure = readFailure(error);
		const { kind, delayMs, problem } = decidePoll(failure, failures, ids.fraction());
		if (problem !== this.#health.problem) log.warn("telegram: not listening", { problem, failure });
		this.#health = { ...this.#health, state: "degraded", problem };
		// A short call would look like success between two conflicts, and keep both programs at their shortest delay.
		this.#probes = failure.kind !== "refused" || failure.code !== 409;
		this.#webhookInTheWay ||= kind === "delete-webhook";
		await sleep(clock, delayMs, signal);
	}
}
