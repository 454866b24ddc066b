/** Random numbers that are the same for the same seed. */
export interface Random {
	/** A number in [0, 1). */
	fraction(): number;
	/** A whole number, both ends included. */
	between(low: number, high: number): number;
	chance(probability: number): boolean;
	pick<Value>(values: readonly [Value, ...Value[]]): Value;
	/** Picks one by its weight. */
	weighted<Value>(choices: readonly (readonly [weight: number, value: Value])[]): Value;
}

/** @param parts what the numbers depend on, as a seed and the number of a request */
export function createRandom(...parts: readonly number[]): Random {
	let state = parts.reduce((mixed, part) => scramble(mixed ^ scramble(part + 0x9e3779b9)), 1);
	const fraction = () => {
		state = (state + 0x6d2b79f5) | 0;
		return (scramble(state) >>> 0) / 2 ** 32;
	};
	const between = (low: number, high: number) => low + Math.floor(fraction() * (high - low + 1));
	return {
		fraction,
		between,
		chance: (probability) => fraction() < probability,
		pick: ([first, ...others]) => [first, ...others][between(0, others.length)] ?? first,
		weighted(choices) {
			let left = fraction() * choices.reduce((sum, [weight]) => sum + weight, 0);
			const found = choices.find(([weight]) => {
				left -= weight;
				return left < 0;
			});
			const chosen = found ?? choices.at(-1);
			if (!chosen) throw new Error("There is nothing to choose from.");
			return chosen[1];
		},
	};
}

/** Spreads every bit of a 32-bit number over all of them. */
function scramble(value: number): number {
	let mixed = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
	mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
	return mixed ^ (mixed >>> 15);
}
