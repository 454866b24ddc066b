import type { Channel } from "#channels/channel.ts";
import type { Clock } from "#core/clock.ts";
import { type Conversation, isSameConversation } from "#core/event.ts";
import { Listeners } from "./listeners.ts";

/** What a turn is working on, as `reading notes.md`, and since when in milliseconds since the epoch. */
export interface ShownActivity {
	text: string;
	since: number;
}

/**
 * What is being worked on, in words for the owner: shown as a typing indicator or status line where the turn's events came
 * from. Kept in memory only: it says what is true now. Several turns may be at work; each shows in its own conversations.
 */
export class Activity {
	readonly #channels: ReadonlyMap<string, Channel>;
	readonly #conversationsOf: (turnId: number) => Conversation[];
	readonly #clock: Clock;
	readonly #listeners = new Listeners();
	/** In the order in which the turns began to show something. */
	readonly #ofTurns = new Map<number, ShownActivity>();

	constructor(
		channels: ReadonlyMap<string, Channel>,
		conversationsOf: (turnId: number) => Conversation[],
		clock: Clock,
	) {
		this.#channels = channels;
		this.#conversationsOf = conversationsOf;
		this.#clock = clock;
	}

	/** Of the turn that has been at work for longest: what is answered beside it does not push it aside. */
	get current(): ShownActivity | undefined {
		return this.#ofTurns.values().next().value;
	}

	/** @param text undefined where the turn has ended or waits */
	show(turnId: number, text: string | undefined): void {
		if (text === this.#ofTurns.get(turnId)?.text) return;
		if (text === undefined) this.#ofTurns.delete(turnId);
		else this.#ofTurns.set(turnId, { text, since: this.#clock.now() });
		for (const conversation of this.#conversationsOf(turnId)) {
			this.#channels.get(conversation.channel)?.showActivity(conversation, text ?? this.#elsewhereFor(conversation));
		}
		this.#listeners.tell();
	}

	/** Calls `listener` whenever something of it has changed. */
	subscribe(listener: () => void): () => void {
		return this.#listeners.add(listener);
	}

	/** What another turn does for the same conversation: the one that ends must not take that away. */
	#elsewhereFor(conversation: Conversation): string | undefined {
		for (const [turnId, { text }] of this.#ofTurns) {
			if (this.#conversationsOf(turnId).some((each) => isSameConversation(each, conversation))) return text;
		}
		return undefined;
	}
}
