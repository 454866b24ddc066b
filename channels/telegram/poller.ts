import * as z from "zod";
import type { ChannelHealth, ChannelPorts } from "#channels/channel.ts";
import { sleep } from "#core/clock.ts";
import { type TelegramClient, UnreadableAnswer } from "./client.ts";
import { withDeadline } from "./deadline.ts";
import { readFailure } from "./failure.ts";
import { cursorSource, Intake, type IntakePorts } from "./intake.ts";
import { decidePoll } from "./poll-decision.ts";
import { Progress } from "./progress.ts";
import type { Bot } from "./translation.ts";
import { ALLOWED_UPDATES, type RawUpdate, readBatch } from "./update.ts";

/** How long Telegram holds a call open while nothing comes. */
const LONG_POLL_SECONDS = 30;
/** Beyond that the connection is taken for dead, as after a change of networks. */
const GRACE_MS = 10_000;
/** A little more than the longest call, whose own end says more. */
const SILENCE_LIMIT_MS = LONG_POLL_SECONDS * 1000 + GRACE_MS + 5_000;
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
	readonly #progress: Progress;
	#intake: Intake;
	/** Ends the run that goes on; undefined while none does. */
	#ended: AbortController | undefined;
	#running: Promise<void> = Promise.resolve();
	#bot: Bot | undefined;
	/** While it is not known to work, an answer at once says more than one in 30 s. */
	#probes = true;
	#webhookInTheWay = false;

	constructor(parts: PollerParts) {
		this.#parts = parts;
		this.#progress = new Progress(parts.clock, SILENCE_LIMIT_MS);
		this.#intake = new Intake(parts, undefined);
	}

	/** Begins to read, after the end of what was begun before. Does nothing while it reads. */
	start(): void {
		if (this.#ended) return;
		const ended = new AbortController();
		this.#ended = ended;
		this.#progress.started();
		this.#running = this.#running.then(() => this.#run(ended.signal));
	}

	async stop(): Promise<void> {
		this.#ended?.abort();
		this.#ended = undefined;
		this.#progress.stopped();
		const waited = new AbortController();
		const running = this.#running.finally(() => waited.abort());
		await Promise.race([running, sleep(this.#parts.clock, STOP_LIMIT_MS, waited.signal)]);
	}

	health(): ChannelHealth {
		return this.#progress.health();
	}

	async #run(signal: AbortSignal): Promise<void> {
		// What the last run held is offered again.
		this.#intake = new Intake(this.#parts, this.#intake.offset);
		this.#probes = true;
		for (let failures = 0; !signal.aborted; ) {
			try {
				await this.#round(failures > 0, signal);
				failures = 0;
			} catch (error) {
				if (signal.aborted) return;
				await this.#recover(error, failures++, signal);
			}
		}
	}

	async #round(afterFailure: boolean, signal: AbortSignal): Promise<void> {
		await this.#progress.during("room", this.#parts.untilRoom(signal));
		if (signal.aborted) return;
		const client = await this.#parts.client();
		this.#bot ??= await this.#identify(client, signal);
		const source = { client, bot: this.#bot, signal };
		await this.#progress.during("storing", this.#intake.handOver(source));
		if (this.#webhookInTheWay) await this.#deleteWebhook(client, signal);
		const batch = await this.#ask(client, afterFailure, signal);
		if (signal.aborted) return;
		this.#progress.answered();
		this.#intake.take(source, batch);
		await this.#progress.during("storing", this.#intake.handOver(source));
		if (signal.aborted) return;
		this.#probes = false;
		if (this.#progress.recovered()) this.#parts.log.info("telegram: listening");
		await this.#intake.untilDue(signal);
	}

	async #identify(client: TelegramClient, signal: AbortSignal): Promise<Bot> {
		const answer = await withDeadline(this.#parts.clock, CALL_LIMIT_MS, signal, (limited) =>
			client.api(limited).getMe(),
		);
		const bot = botSchema.safeParse(answer).data;
		if (!bot) throw new UnreadableAnswer(200);
		const stored = Number(this.#parts.cursor(cursorSource(bot.id)));
		this.#intake = new Intake(this.#parts, Number.isSafeInteger(stored) && stored > 0 ? stored : undefined);
		this.#parts.onIdentified(signal);
		return bot;
	}

	async #deleteWebhook(client: TelegramClient, signal: AbortSignal): Promise<void> {
		await withDeadline(this.#parts.clock, CALL_LIMIT_MS, signal, (limited) =>
			client.api(limited).deleteWebhook({ drop_pending_updates: false }),
		);
		this.#webhookInTheWay = false;
	}

	async #ask(client: TelegramClient, afterFailure: boolean, signal: AbortSignal): Promise<RawUpdate[]> {
		const { holds, offset } = this.#intake;
		const timeout = this.#probes || holds ? 0 : LONG_POLL_SECONDS;
		const answer = await withDeadline(this.#parts.clock, timeout * 1000 + GRACE_MS, signal, (limited) =>
			client.api(limited, afterFailure).getUpdates({
				...(offset === undefined ? {} : { offset }),
				timeout,
				allowed_updates: ALLOWED_UPDATES,
			}),
		);
		const batch = readBatch(answer);
		if (!batch) throw new UnreadableAnswer(200);
		return batch;
	}

	async #recover(error: unknown, failures: number, signal: AbortSignal): Promise<void> {
		const { clock, ids, log } = this.#parts;
		const failure = readFailure(error);
		const { kind, delayMs, problem } = decidePoll(failure, failures, ids.fraction());
		if (problem !== this.#progress.problem) log.warn("telegram: not listening", { problem, failure });
		this.#progress.failed(problem);
		// A short call would look like success between two conflicts, and keep both programs at their shortest delay.
		this.#probes = failure.kind !== "refused" || failure.code !== 409;
		this.#webhookInTheWay ||= kind === "delete-webhook";
		await sleep(clock, delayMs, signal);
	}
}
