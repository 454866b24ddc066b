import { Stored } from "./stored.js";

/**
 * Messages on their way to the server, one after the other so that they keep their order. Each has an id of its own, by
 * which the server recognises it: sending again is harmless. They survive a closed tab until the server has stored them.
 */
export class Outgoing {
	#api;
	#stored;
	#onChange;
	#pending = [];
	#queue = Promise.resolve();

	constructor(api, storage, onChange) {
		this.#api = api;
		this.#stored = new Stored(storage, "steward.outgoing");
		this.#onChange = onChange;
	}

	send(text, attachments) {
		const pending = { id: crypto.randomUUID(), text, attachments, at: Date.now(), state: "sending", again: true };
		this.#pending.push(pending);
		this.#enqueue(pending);
	}

	retry(id) {
		const pending = this.#pending.find((each) => each.id === id);
		if (pending) this.#enqueue(pending);
	}

	/** Sends what failed for want of a connection; what the server refused stays as it is. */
	async retryUnsent() {
		for (const pending of this.#pending) if (pending.state === "failed" && pending.again) this.#enqueue(pending);
		await this.#queue;
	}

	/** @returns what was taken off the list */
	discard(id) {
		const pending = this.#pending.find((each) => each.id === id);
		this.#drop((each) => each.id === id);
		return pending;
	}

	/** Drops messages that the conversation shows by now. */
	forgetStored(isShown) {
		this.#drop(({ key }) => key !== undefined && isShown(key));
	}

	/** Resolves when no request is under way. */
	settled() {
		return this.#queue;
	}

	/** Takes up what an earlier page could not send. */
	restore() {
		this.#pending = this.#stored
			.read([])
			.map((each) => ({ ...each, state: "failed", again: true, problem: "Not sent yet." }));
		this.#changed();
	}

	forget() {
		this.#drop(() => true);
	}

	#enqueue(pending) {
		pending.state = "sending";
		this.#changed();
		this.#queue = this.#queue.then(() => this.#transmit(pending));
	}

	async #transmit(pending) {
		const { id, text, attachments } = pending;
		try {
			const paths = attachments.map(({ path }) => path);
			const { event } = await this.#api.post("/api/messages", { id, text, attachments: paths });
			Object.assign(pending, { state: "saved", key: event });
		} catch (error) {
			// 4xx: the server understood and said no. Sending the same again would change nothing.
			const again = error.status === 0 || error.status >= 500;
			Object.assign(pending, { state: "failed", again, problem: error.message });
		}
		this.#changed();
	}

	#drop(isDropped) {
		const kept = this.#pending.filter((each) => !isDropped(each));
		if (kept.length === this.#pending.length) return;
		this.#pending = kept;
		this.#changed();
	}

	#changed() {
		const unsent = this.#pending.filter(({ state }) => state !== "saved");
		if (unsent.length === 0) this.#stored.clear();
		else this.#stored.write(unsent);
		this.#onChange(this.#pending);
	}
}
