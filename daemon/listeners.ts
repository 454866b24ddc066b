/** Those who want to be told when something changes. */
export class Listeners<Value = void> {
	readonly #listeners = new Set<(value: Value) => void>();

	get count(): number {
		return this.#listeners.size;
	}

	/** @returns a function that ends it; calling that twice is harmless */
	add(listener: (value: Value) => void): () => void {
		// Wrapped, so that one function that is added twice is told twice and can be taken out once.
		const added = (value: Value) => listener(value);
		this.#listeners.add(added);
		return () => this.#listeners.delete(added);
	}

	tell(value: Value): void {
		for (const listener of this.#listeners) listener(value);
	}
}
