/** What the browser keeps for this page, as JSON under a name. */
export class Stored {
	#storage;
	#name;

	constructor(storage, name) {
		this.#storage = storage;
		this.#name = name;
	}

	/** @returns `fallback` where nothing is kept, or nothing that can be read */
	read(fallback) {
		try {
			return JSON.parse(this.#storage.getItem(this.#name)) ?? fallback;
		} catch {
			// Written by hand or cut off: it must not keep the page from opening.
			return fallback;
		}
	}

	/** Keeps `value` if there is room for it: browsers give 5 MB. */
	write(value) {
		try {
			this.#storage.setItem(this.#name, JSON.stringify(value));
		} catch {
			// It then lasts as long as the tab, and what was kept before would be wrong.
			this.clear();
		}
	}

	clear() {
		this.#storage.removeItem(this.#name);
	}
}
