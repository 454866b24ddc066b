import type { Update } from "grammy/types";
import { pollConflict, Refusal } from "./refusal.ts";

export interface Poll {
	/** The first update wanted; all below it are forgotten. Negative: counted from the end. */
	offset: number;
	limit: number;
	timeoutMs: number;
	/** Undefined keeps what an earlier call set. */
	allowed: string[] | undefined;
}

/** Sent only where asked for by name (core.telegram.org/bots/api#getupdates). */
const NOT_BY_DEFAULT = ["chat_member", "message_reaction", "message_reaction_count"];

/** Updates of one bot that no offset has confirmed, and the one call that may wait for more. */
export class UpdateQueue {
	webhookUrl = "";
	#updates: Update[] = [];
	#nextId = 700_000_001;
	#allowed: string[] = [];
	#waiting: { wake: () => void; conflict: () => void } | undefined;

	get pending(): readonly Update[] {
		return this.#updates;
	}

	/** The id that the next update will get. */
	get nextId(): number {
		return this.#nextId;
	}

	/** Gives the update's id, also where its kind is not allowed and it is dropped, as Telegram does. */
	push(content: Omit<Update, "update_id">): number {
		const update_id = this.#nextId++;
		if (this.#isAllowed(Object.keys(content)[0] ?? "")) {
			this.#updates.push({ ...content, update_id });
			this.#waiting?.wake();
		}
		return update_id;
	}

	clear(): void {
		this.#updates = [];
	}

	/**
	 * Answers as getUpdates does. A call that still waits is ended with 409.
	 * @param closed resolves when the client goes away
	 */
	async poll(poll: Poll, closed: Promise<void>): Promise<Update[]> {
		if (this.webhookUrl !== "") {
			const how = "use deleteWebhook to delete the webhook first";
			throw new Refusal(409, `Conflict: can't use getUpdates method while webhook is active; ${how}`);
		}
		this.#waiting?.conflict();
		if (poll.allowed) this.#allowed = poll.allowed;
		this.#confirm(poll.offset);
		if (this.#updates.length === 0 && poll.timeoutMs > 0) await this.#wait(poll.timeoutMs, closed);
		return this.#updates.slice(0, poll.limit);
	}

	#confirm(offset: number): void {
		this.#updates =
			offset < 0 ? this.#updates.slice(offset) : this.#updates.filter((update) => update.update_id >= offset);
	}

	#wait(timeoutMs: number, closed: Promise<void>): Promise<void> {
		return new Promise((resolve, reject) => {
			const end = (settle: () => void) => () => {
				clearTimeout(timer);
				if (this.#waiting === waiting) this.#waiting = undefined;
				settle();
			};
			const wake = end(resolve);
			const waiting = { wake, conflict: end(() => reject(pollConflict())) };
			const timer = setTimeout(wake, timeoutMs);
			this.#waiting = waiting;
			// A timer that is left behind would keep the process alive.
			closed.then(wake);
		});
	}

	#isAllowed(kind: string): boolean {
		return this.#allowed.length > 0 ? this.#allowed.includes(kind) : !NOT_BY_DEFAULT.includes(kind);
	}
}
