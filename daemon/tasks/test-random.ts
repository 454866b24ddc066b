/**
 * A repeatable row of numbers for property tests: the same seed gives the same schedule, so that a failure can be looked at.
 * The generator is xorshift32 (Marsaglia, "Xorshift RNGs", 2003).
 * @returns a function that gives a whole number from 0 up to, but not including, `below`
 */
export function randomNumbers(seed: number): (below: number) => number {
	// Neighbouring seeds are spread far apart; zero would stay zero for ever.
	let state = Math.imul(seed + 1, 0x9e3779b1) || 1;
	return (below) => {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		return (state >>> 0) % below;
	};
}
