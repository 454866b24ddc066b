import type { SettingsStore } from "#config/settings.ts";
import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import { formatDuration } from "#core/duration.ts";
import type { EventId } from "#core/event.ts";
import type { Log } from "#core/log.ts";
import type { Routing } from "#daemon/gateway/route.ts";
import type { LoopReading } from "#daemon/loop/loop-control.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import type { Records } from "#daemon/records/records.ts";
import { TimerDesk } from "#daemon/timers/timer-desk.ts";
import { TimerFirings } from "#daemon/timers/timer-firings.ts";
import { TimerWatch } from "#daemon/timers/timer-watch.ts";

/** A shorter sleep is nothing that the model needs to hear of. */
const NOTED_GAP_MS = 5 * 60_000;
/** A clock that is behind the newest row by more than this was set back while nothing ran. */
const BACK_TOLERANCE_MS = 2_000;

export interface TimerParts {
	database: Database;
	records: Records;
	outbox: Outbox;
	settings: SettingsStore;
	clock: Clock;
	log: Log;
	reading: () => LoopReading;
	/** Called after a commit that left an event for the model. */
	onEvent: (id: EventId, strategy: Routing) => void;
}

export interface Timers {
	desk: TimerDesk;
	/** Fires what came due while nothing ran, and waits for the rest. */
	start(): void;
	close(): void;
}

/** Puts the timers together: who makes them, what fires them, what wakes for them. */
export function createTimers(parts: TimerParts): Timers {
	const { records, clock, settings } = parts;
	const firings = new TimerFirings({ ...parts, ...records });
	const watch = new TimerWatch({
		...parts,
		fireDue: () => firings.fireDue(),
		onBack: (now) => firings.resumeFrom(now),
		onForward: (now, byMs) => byMs >= NOTED_GAP_MS && noteGap(parts, now, byMs),
	});
	const desk = new TimerDesk({
		...parts,
		...records,
		ownerZone: () => settings.current().owner.timezone,
		onChanged: () => watch.look(),
	});
	return {
		desk,
		start() {
			const newest = records.events.latest({ limit: 1 })[0]?.receivedAt;
			if (newest !== undefined && clock.now() < newest - BACK_TOLERANCE_MS) firings.resumeFrom(clock.now());
			watch.look();
		},
		close: () => watch.close(),
	};
}

/** Tells the model, at its next turn, that a part of the day was missed. */
function noteGap({ database, records, log }: TimerParts, now: number, byMs: number): void {
	log.info("The machine slept, or its clock was set ahead", { byMs });
	database.write(() =>
		records.events.leaveNote({
			dedupKey: `clock:${now}`,
			conversation: records.events.ownerConversation(),
			kind: "clock",
			text: `[note] The machine slept, or its clock was set ahead, by ${formatDuration(byMs)}. Nothing was seen in that time.`,
		}),
	);
}
