import type { LoopReading } from "#daemon/loop/loop-control.ts";
import type { StopReport } from "#daemon/loop/stop-report.ts";

/** Nothing is going on. */
export const IDLE: LoopReading = { state: "idle", tasks: 0, approvals: 0 };

/** A call is being run. */
export const ACTING: LoopReading = { ...IDLE, state: "acting" };

/** What a stop says that ended nothing. */
export const NOTHING_STOPPED: StopReport = {
	turn: false,
	done: [],
	tasks: [],
	approvals: 0,
	compaction: false,
	goingOn: [],
};
