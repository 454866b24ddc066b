import type { Channel } from "#channels/channel.ts";
import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import { formatDuration } from "#core/duration.ts";
import type { Conversation } from "#core/event.ts";
import type { Outbox } from "./outbox/outbox.ts";
import type { Facts } from "./records/facts.ts";

const LOOK_EVERY_MS = 60_000;
/** A shorter outage mends itself before anybody would do something about it. */
export const TOLD_AFTER_MS = 5 * 60_000;

export type OutageDecision =
	| { kind: "nothing" }
	| { kind: "tell-down"; downMs: number }
	| { kind: "tell-back"; downMs: number };

/**
 * Whether the owner is to be told of a channel's outage. Pure.
 * @param toldSince since when the outage lasted that was told, if one was and its end was not
 */
export function decideChannelOutage(
	downSince: number | undefined,
	toldSince: number | undefined,
	now: number,
): OutageDecision {
	if (downSince === undefined)
		return toldSince === undefined ? { kind: "nothing" } : { kind: "tell-back", downMs: now - toldSince };
	const isNews = toldSince === undefined && now - downSince >= TOLD_AFTER_MS;
	return isNews ? { kind: "tell-down", downMs: now - downSince } : { kind: "nothing" };
}

export interface ChannelWatchParts {
	database: Database;
	channels: ReadonlyMap<string, Channel>;
	facts: Facts;
	outbox: Outbox;
	clock: Clock;
	/** A way to the owner that is not this channel. */
	ownerElsewhere: (channel: string) => Conversation | undefined;
}

/** Tells the owner of a channel that has been out of reach for long: once, elsewhere, and again when it is back. */
export class ChannelWatch {
	readonly #parts: ChannelWatchParts;
	#cancel: () => void = () => undefined;

	constructor(parts: ChannelWatchParts) {
		this.#parts = parts;
	}

	start(): void {
		this.#cancel = this.#parts.clock.after(LOOK_EVERY_MS, () => {
			for (const channel of this.#parts.channels.values()) this.#look(channel);
			this.start();
		});
	}

	close(): void {
		this.#cancel();
	}

	#look(channel: Channel): void {
		const { database, facts, clock } = this.#parts;
		const fact = `told of the outage of ${channel.name}`;
		const told = facts.read(fact);
		const { downSince, problem } = channel.health();
		const decision = decideChannelOutage(downSince, told === undefined ? undefined : Number(told), clock.now());
		if (decision.kind === "nothing") return;
		const duration = formatDuration(decision.downMs);
		database.write(() => {
			if (decision.kind === "tell-down") {
				facts.write(fact, String(downSince));
				this.#tell(
					channel.name,
					`${channel.name} has been out of reach for ${duration}. ${problem ?? ""} I keep trying.`,
				);
			} else {
				facts.remove(fact);
				this.#tell(
					channel.name,
					`${channel.name} is back after ${duration}. What was written there meanwhile has arrived.`,
				);
			}
		});
	}

	#tell(channel: string, text: string): void {
		const conversation = this.#parts.ownerElsewhere(channel);
		if (conversation) this.#parts.outbox.add({ conversation, kind: "notice", text, toOwner: true });
	}
}
