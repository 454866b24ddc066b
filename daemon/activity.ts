import type { Channel } from "#channels/channel.ts";
import type { Conversation } from "#core/event.ts";

/**
 * What is being worked on, in words for the owner: shown as a typing indicator or status line where the turn's events came
 * from. Kept in memory only: it says what is true now.
 */
export class Activity {
	readonly #channels: ReadonlyMap<string, Channel>;
	readonly #conversationsOf: (turnId: number) => Conversation[];
	readonly #listeners = new Set<(activity: string | undefined) => void>();
	#current: string | undefined;

	constructor(channels: ReadonlyMap<string, Channel>, conversationsOf: (turnId: number) => Conversation[]) {
		this.#channels = channels;
		this.#conversationsOf = conversationsOf;
	}

	get current(): string | undefined {
		return this.#current;
	}

	show(turnId: number, activity: string | undefined): void {
		if (activity === this.#current) return;
		this.#current = activity;
		for (const conversation of this.#conversationsOf(turnId)) {
			this.#channels.get(conversation.channel)?.showActivity(conversation, activity);
		}
		for (const listener of this.#listeners) listener(activity);
	}

	subscribe(listener: (activity: string | undefined) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}
}
