/** What a stop ended and what it left, for the owner and for the trajectory. Names are the program's own. */
export interface StopReport {
	/** A turn was running. */
	turn: boolean;
	/** Calls of that turn that were done before, and did more than look: `write_file on notes.md`. */
	done: readonly string[];
	/** Tasks that were ended: `T-9 run_script`. */
	tasks: readonly string[];
	/** How many questions to the owner were withdrawn. */
	approvals: number;
	/** The owner had asked for a summing up of what is in view, and it is not done any more. */
	compaction: boolean;
	/** Tasks that go on, since others began them. */
	goingOn: readonly string[];
}
