import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { Log } from "#core/log.ts";
import type { Activity } from "#daemon/activity.ts";
import type { Quarantine } from "#daemon/quarantine/quarantine.ts";
import type { Calls } from "#daemon/records/calls.ts";
import type { Recoveries } from "#daemon/records/recoveries.ts";
import type { LoopState, Trajectories } from "#daemon/records/trajectories.ts";
import type { TurnRecord, Turns } from "#daemon/records/turns.ts";
import type { Closer } from "./closer.ts";
import type { Outage } from "./outage.ts";
import type { TurnLoop } from "./turn-loop.ts";

export interface DriverParts {
	trajectoryId: number;
	database: Database;
	turns: Turns;
	calls: Calls;
	trajectories: Trajectories;
	recoveries: Recoveries;
	loop: TurnLoop;
	closer: Closer;
	outage: Pick<Outage, "tell" | "end">;
	/** A place among those that are worked on at once. Undefined where the program ends first. */
	takeSlot: (signal: AbortSignal) => Promise<(() => void) | undefined>;
	activity: Activity;
	clock: Clock;
	log: Log;
	/** Whether something waits that should not wait long. */
	isPressed: () => boolean;
	/** Of a side trajectory: what others wrote is read by this before a turn is taken up, and never in one. */
	quarantine?: Pick<Quarantine, "hasWaiting" | "readNext">;
	/** Whether something waits for this trajectory. */
	hasWaiting: () => boolean;
	/** Whether something pressing waits that can't be part of this turn. */
	mustGiveWay: (turn: TurnRecord) => boolean;
	/** Does for a turn's events what needs no model. */
	doWithoutModel: (turnId: number) => void;
	/** Whether every event of a turn is settled. */
	isAnswered: (turnId: number) => boolean;
	/** Called when events were taken up: there may be room for more. */
	onTaken: () => void;
	/** Makes room in the view, where it is time for that. Ends soon when the signal says so; must not throw for a failed model. */
	keepUp: (signal: AbortSignal) => Promise<void>;
	/** Called when nothing is left to do. */
	onIdle: () => void;
	/**
	 * Where it is given, the driver does not sleep until the next event: it ends, and calls this in the same breath, so that no
	 * wake-up is lost in between. Whoever holds it lets it go.
	 */
	onEnded?: () => void;
}

/** What a trajectory's loop is doing. */
export interface LoopReport {
	state: LoopState;
	/** The turn that it is at. */
	turnId: number | undefined;
	/** For a person: why it can't go on. Set where the state is `failed`, and only there. */
	problem: string | undefined;
	/** Since when it has been in this state, in milliseconds since the epoch. */
	since: number;
}
