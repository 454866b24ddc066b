/** Things that happened, and the callers that wait for more of them. */
export class Recording<Item> {
	readonly items: Item[] = [];
	#waiting: { matches: (item: Item) => boolean; count: number; resolve: (item: Item) => void }[] = [];

	add(item: Item): void {
		this.items.push(item);
		this.#waiting = this.#waiting.filter((waiter) => !this.#settle(waiter));
	}

	/** Resolves with the `count`-th (from 1) item that matches, at once where it is there. */
	until(count: number, matches: (item: Item) => boolean = () => true): Promise<Item> {
		return new Promise((resolve) => {
			const waiter = { matches, count, resolve };
			if (!this.#settle(waiter)) this.#waiting.push(waiter);
		});
	}

	#settle(waiter: { matches: (item: Item) => boolean; count: number; resolve: (item: Item) => void }): boolean {
		const item = this.items.filter(waiter.matches)[waiter.count - 1];
		if (item === undefined) return false;
		waiter.resolve(item);
		return true;
	}
}
