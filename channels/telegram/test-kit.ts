import { onTestFinished, vi } from "vitest";
import type { Channel } from "#channels/channel.ts";
import { type Inbound, inboundSchema, type ParsedInbound, type Receipt } from "#core/event.ts";
import { createLog } from "#core/log.ts";
import type { OutboundMessage } from "#core/message.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { startBotApi } from "#test/stand-ins/telegram/server.ts";
import type { BotApi, BotApiOptions } from "#test/stand-ins/telegram/types.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { createTelegramChannel, type TelegramPorts } from "./telegram-channel.ts";

/** A gateway in memory with the promises of the real one: one event for each key, cursors kept with events. */
export class MemoryGateway {
	readonly events: ParsedInbound[] = [];
	readonly cursors = new Map<string, string>();
	/** Calls of `receive`, refused and repeated ones included. */
	calls = 0;
	/** Says whether an event is refused, as by a full disk. */
	refuses: (inbound: Inbound) => boolean = () => false;
	/** Resolves when there is room. */
	room: Promise<void> = Promise.resolve();

	async receive(inbound: Inbound): Promise<Receipt> {
		this.calls += 1;
		const parsed = inboundSchema.parse(inbound);
		if (this.refuses(inbound)) throw new Error("the disk is full");
		if (parsed.cursor) this.cursors.set(parsed.cursor.source, parsed.cursor.value);
		const known = this.events.findIndex((event) => event.dedupKey === parsed.dedupKey);
		if (known < 0) this.events.push(parsed);
		return { eventId: known < 0 ? this.events.length : known + 1, duplicate: known >= 0, trust: "owner" };
	}

	get texts(): string[] {
		return this.events.map((event) => event.text);
	}

	/** Resolves when `count` events are stored, with the last of them. */
	async untilStored(count: number): Promise<ParsedInbound> {
		return vi.waitFor(() => {
			const event = this.events[count - 1];
			if (!event) throw new Error(`${this.events.length} of ${count} events are stored: ${this.texts.join(" | ")}`);
			return event;
		}, WAIT);
	}
}

export const BOT_ID = 123456789;

/** How long a test waits for a condition before it fails. */
export const WAIT = { timeout: 10_000, interval: 5 };

interface Rig {
	api: BotApi;
	channel: Channel;
	clock: FakeClock;
	gateway: MemoryGateway;
	workspace: string;
	logLines: string[];
}

/** A Bot API server that is closed when the test ends. */
export async function botApi(options: BotApiOptions = {}): Promise<BotApi> {
	const api = await startBotApi({ token: `${BOT_ID}:stand-in-token`, maxPollMs: 2_000, ...options });
	onTestFinished(() => api.close());
	return api;
}

/** The channel on a Bot API server, on a clock that stands still; not started. Its end is the end of the test. */
export function openChannel(api: BotApi, ports: Partial<TelegramPorts> & { gateway?: MemoryGateway } = {}): Rig {
	const clock = new FakeClock();
	const { gateway = new MemoryGateway(), workspace = tempFolder(), ...others } = ports;
	const logLines: string[] = [];
	const channel = createTelegramChannel({
		clock,
		ids: { code: () => "K7Q2", secret: () => "secret", fraction: () => 0 },
		log: createLog({ clock, level: "debug", write: (line) => logLines.push(line) }),
		fetch,
		workspace,
		receive: (inbound) => gateway.receive(inbound),
		untilRoom: () => gateway.room,
		cursor: (source) => gateway.cursors.get(source),
		settings: { token: api.token, apiRoot: api.apiRoot },
		...others,
	});
	onTestFinished(async () => {
		const stopped = channel.stop();
		// Where the gateway of a test never answers, stopping takes the time it has.
		await clock.advance(5_000);
		await stopped;
	});
	return { api, channel, clock, gateway, workspace, logLines };
}

/** A running channel that has answered its first poll. */
export async function startChannel(ports: Parameters<typeof openChannel>[1] = {}): Promise<Rig> {
	const rig = openChannel(await botApi(), ports);
	await rig.channel.start();
	await untilState(rig.channel, "ok");
	return rig;
}

export async function untilState(channel: Channel, state: string): Promise<void> {
	await vi.waitFor(() => {
		const health = channel.health();
		if (health.state !== state) throw new Error(`The channel is not ${state}: ${JSON.stringify(health)}`);
	}, WAIT);
}

/** Waits for the delay that the poller sleeps after a failure, then lets it pass. */
export async function passBackoff(clock: FakeClock, delayMs: number): Promise<void> {
	await vi.waitFor(() => {
		if (clock.nextDelayMs !== delayMs) throw new Error(`The next timer is in ${clock.nextDelayMs} ms, not ${delayMs}`);
	}, WAIT);
	await clock.advance(delayMs);
}

/** Lets pass what the poller rests between two looks at Telegram while it holds something, until `done`. */
export async function passRests(clock: FakeClock, done: () => boolean): Promise<void> {
	while (!done()) {
		await vi.waitFor(() => {
			const delayMs = clock.nextDelayMs ?? Number.POSITIVE_INFINITY;
			if (!done() && delayMs > 1000) throw new Error(`It does not rest; the next timer is in ${delayMs} ms`);
		}, WAIT);
		if (!done()) await clock.advance(clock.nextDelayMs ?? 0);
	}
}

export const message = (fields: Partial<OutboundMessage> = {}): OutboundMessage => ({
	id: 1,
	conversation: { channel: "telegram", address: "42" },
	kind: "reply",
	text: "Hello",
	attachments: [],
	choices: [],
	createdAt: 0,
	...fields,
});
