/** What a million tokens of each kind cost. Cached and newly stored tokens are parts of the input. */
export interface Price {
	inputPerMillion: number;
	/** Without it, input that the service had kept costs as much as other input. */
	cachedPerMillion?: number;
	/** Without it, input that the service keeps anew costs as much as other input. */
	cacheWritePerMillion?: number;
	outputPerMillion: number;
}
