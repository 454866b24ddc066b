import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { Log } from "#core/log.ts";
import type { Activity } from "#daemon/activity.ts";
import type { BurstEnd } from "#daemon/compaction/burst-end.ts";
import type { Closer } from "#daemon/loop/closer.ts";
import { Driver } from "#daemon/loop/driver.ts";
import type { DriversParts } from "#daemon/loop/drivers.ts";
import type { Intake } from "#daemon/loop/intake.ts";
import type { Outage } from "#daemon/loop/outage.ts";
import type { Slots } from "#daemon/loop/slots.ts";
import { openEvents } from "#daemon/loop/tool-contexts.ts";
import type { TurnLoop } from "#daemon/loop/turn-loop.ts";
import type { Quarantine } from "#daemon/quarantine/quarantine.ts";
import { MAIN_TRAJECTORY } from "#daemon/records/event-record.ts";
import type { Records } from "#daemon/records/records.ts";

export interface DriverFactoryParts {
	database: Database;
	records: Records;
	loop: TurnLoop;
	closer: Closer;
	intake: Intake;
	slots: Slots;
	burstEnd: BurstEnd;
	outage: Outage;
	quarantine: Quarantine;
	activity: Activity;
	clock: Clock;
	log: Log;
	doWithoutModel: (turnId: number) => void;
	onTaken: () => void;
	onIdle: () => void;
}

/** Makes the driver of a trajectory. The owner's has a place of its own, and what concerns the owner alone. */
export function createDriverFactory(parts: DriverFactoryParts): DriversParts["make"] {
	const { records, intake, slots, burstEnd } = parts;
	return (trajectoryId, onEnded) => {
		const { quarantine, ...shared } = parts;
		const common = {
			...records,
			...shared,
			trajectoryId,
			keepUp: (signal: AbortSignal) => burstEnd.tidy(trajectoryId, signal),
			isPressed: () => records.events.pressing(trajectoryId).length > 0,
			hasWaiting: () => records.events.hasWaiting(trajectoryId),
			mustGiveWay: (turn: Parameters<Intake["mustGiveWay"]>[0]) => intake.mustGiveWay(turn),
			isAnswered: (turnId: number) => openEvents(records.events.ofTurn(turnId)).length === 0,
			...(onEnded && { onEnded }),
		};
		if (trajectoryId === MAIN_TRAJECTORY) return new Driver({ ...common, takeSlot: async () => () => undefined });
		return new Driver({
			...common,
			quarantine,
			doWithoutModel: () => undefined,
			onIdle: () => undefined,
			takeSlot: (signal) => slots.take(signal),
		});
	};
}
