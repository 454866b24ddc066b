import { byId } from "./dom.js";

const PAGE_SIZE = 50;

/** Gets what was said: the newest at each connection, and older pages when one scrolls up. */
export class History {
	#api;
	#timeline;
	#complete = false;
	#loading = false;
	#watcher;

	constructor(api, timeline) {
		this.#api = api;
		this.#timeline = timeline;
		this.#watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && this.#loadOlder(), {
			root: byId("scroller"),
			rootMargin: "600px 0px 0px",
		});
		this.#watchTop();
	}

	/** True once the first message of all is shown, or there is none. */
	get isComplete() {
		return this.#complete;
	}

	/** Reads the newest page, and further back until it meets what is shown already. */
	async catchUp() {
		await this.#readNew();
		this.#watchTop();
	}

	async #readNew() {
		const newest = this.#timeline.newestOrder;
		let before;
		for (;;) {
			const items = await this.#api.history(PAGE_SIZE, before);
			this.#timeline.upsert(items, { announce: newest !== undefined });
			if (newest === undefined) this.#complete = items.length === 0;
			if (newest === undefined || items.length === 0 || items[0].order <= newest) return;
			before = items[0].order;
		}
	}

	async #loadOlder() {
		const oldest = this.#timeline.oldestOrder;
		if (this.#loading || this.#complete || oldest === undefined) return;
		this.#loading = true;
		byId("older").textContent = "Loading older messages…";
		try {
			const items = await this.#api.history(PAGE_SIZE, oldest);
			this.#complete = items.length === 0;
			this.#timeline.prepend(items);
			byId("older").textContent = "";
			this.#watchTop();
		} catch (error) {
			byId("older").textContent = error.message;
		} finally {
			this.#loading = false;
		}
	}

	/** Tells again whether the top is in sight: watching alone tells only of changes. */
	#watchTop() {
		this.#watcher.unobserve(byId("older"));
		this.#watcher.observe(byId("older"));
	}
}
