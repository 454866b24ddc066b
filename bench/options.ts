/** How much is measured. The defaults give the figures in docs/benchmarks.md; smaller ones are for trying things. */
export interface BenchOptions {
	/** How long the daemon is left alone before it counts as idle, and how long it is then watched. */
	idleMs: number;
	/** Turns of the long run before memory is read again. */
	turns: number;
	/** Messages for each latency. */
	samples: number;
	/** Repetitions of what is measured once a run, such as a start. */
	runs: number;
	/** The larger number of earlier entries. */
	entries: number;
}

/** Says on the error output what is going on: the output is for the tables. */
export const tellProgress = (text: string): void => void process.stderr.write(`… ${text}\n`);
