import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { EventId } from "#core/event.ts";
import { lowestTrust } from "#core/trust.ts";
import { type RoutedEvent, type Routing, routeEvent } from "#daemon/gateway/route.ts";
import type { LoopReading } from "#daemon/loop/loop-control.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import type { Events } from "#daemon/records/events.ts";
import type { Firings } from "#daemon/records/firings.ts";
import type { Registrations, TimerRecord } from "#daemon/records/registrations.ts";
import { nextSlot } from "#daemon/schedule/next-slot.ts";
import { decideFiring, type FiringDecision } from "./decide-firing.ts";
import { deliveredText, reminderText, wakingText } from "./firing-text.ts";
import { ZoneClocks } from "./zone-clocks.ts";

/** Firings of one commit. More wait for the next, so that a thousand that are due at once hold up nobody else for long. */
const BATCH = 500;

const WAITS: Routing = { kind: "queue", reason: "a timer waits its turn" };

export interface FiringParts {
	database: Database;
	registrations: Registrations;
	firings: Firings;
	events: Events;
	outbox: Outbox;
	clock: Clock;
	/** What the main loop is doing. */
	reading: () => LoopReading;
	/** Called after a commit that left an event for the model. */
	onEvent: (id: EventId, strategy: Routing) => void;
}

/**
 * Fires what is due. A slot is claimed, the timer moved on, and what comes of it written (an event, a message) in one
 * commit: after a crash at any moment a slot has either not fired or fired whole.
 */
export class TimerFirings {
	readonly #parts: FiringParts;
	readonly #clocks = new ZoneClocks();

	constructor(parts: FiringParts) {
		this.#parts = parts;
	}

	/** @returns when to look again: in the past where more is due than one commit takes; undefined where nothing waits */
	fireDue(): number | undefined {
		const { database, registrations, clock } = this.#parts;
		const now = clock.now();
		const due = registrations.due(now, BATCH);
		if (due.length > 0) {
			database.write(() => {
				for (const timer of due) this.#fire(timer, now);
			});
		}
		return registrations.earliest();
	}

	/**
	 * To be called when the clock went back: repeating timers wait for their next slot from now on. What has fired stays
	 * fired, and no slot waits for a time that the clock only seemed to have reached.
	 */
	resumeFrom(now: number): void {
		const { database, registrations, firings } = this.#parts;
		database.write(() => {
			for (const { id, schedule, nextAt, state } of registrations.live()) {
				if (schedule.kind === "once" || state !== "active" || nextAt === undefined) continue;
				const zone = this.#clocks.zone(schedule.zone);
				let slot = nextSlot(schedule, now, zone);
				while (slot !== undefined && slot < nextAt && firings.hasFired(id, slot)) slot = nextSlot(schedule, slot, zone);
				if (slot !== undefined && slot < nextAt) registrations.advance(id, slot, 0);
			}
		});
	}

	#fire(timer: TimerRecord, now: number): void {
		const { registrations, firings } = this.#parts;
		const decision = decideFiring(timer, now, this.#clocks.zone(timer.schedule.zone));
		if (decision.kind === "not-due") return;
		const { slotAt, missed, nextAt } = decision;
		const isNew = !firings.hasFired(timer.id, slotAt);
		if (isNew) firings.claim(timer.id, slotAt, this.#tell(timer, decision));
		if (missed) firings.skip(timer.id, missed.firstAt, missed.count, "passed while nothing could fire");
		const counted = isNew ? 1 : 0;
		if (nextAt === undefined) registrations.end(timer.id, counted);
		else registrations.advance(timer.id, nextAt, counted);
	}

	#tell(timer: TimerRecord, firing: Extract<FiringDecision, { kind: "fire" }>): EventId {
		const { database, events, outbox, onEvent } = this.#parts;
		const isReminder = timer.action === "remind";
		const stamper = this.#clocks.stamper(timer.schedule.zone);
		const strategy = timer.action === "interrupt" ? this.#strategyFor(timer) : WAITS;
		const { id } = events.add({
			channel: "timer",
			dedupKey: `timer:${timer.id}:${firing.slotAt}`,
			conversation: timer.conversation,
			sender: { id: "steward" },
			trust: lowestTrust([timer.trust, "system"]),
			route: isReminder ? "command" : "loop",
			kind: isReminder ? "reminder" : "timer",
			urgency: strategy.kind === "cancel" ? "interrupt" : "normal",
			strategy,
			text: (isReminder ? deliveredText : wakingText)(timer, firing, stamper),
			outsideSource: timer.outside ? "timer" : undefined,
			causeEventId: timer.originEventId,
			occurredAt: firing.slotAt,
		});
		if (isReminder) {
			outbox.add({
				conversation: timer.conversation,
				kind: "notice",
				text: reminderText(timer, firing, stamper),
				toOwner: true,
			});
			events.settle(id, "handled", "the owner was reminded");
			events.leaveUnseen(id);
		} else database.afterCommit(() => onEvent(id, strategy));
		return id;
	}

	/** An urgent timer cuts off what is being done; one that others may have shaped never does. */
	#strategyFor({ trust, outside }: TimerRecord): Routing {
		const event: RoutedEvent = {
			trust: lowestTrust([trust, "system"]),
			outside,
			urgency: "interrupt",
			text: "",
			action: undefined,
			hasAttachments: false,
			hasOwnTrajectory: false,
		};
		const decision = routeEvent(event, this.#parts.reading());
		return decision.kind === "loop" ? decision.strategy : WAITS;
	}
}
