import type { Done, Told } from "#daemon/plain-words/answers.ts";
import type { Which } from "#daemon/plain-words/request.ts";
import type { EventRecord } from "#daemon/records/event-record.ts";
import { formatRegistrationId, type TimerRecord } from "#daemon/records/registrations.ts";
import { nextSlots } from "#daemon/schedule/next-slot.ts";
import type { Schedule } from "#daemon/schedule/schedule.ts";
import { type TimerDesk, TimerProblem } from "#daemon/timers/timer-desk.ts";

/** Firings that are read back when a reminder is set. */
const READ_BACK = 3;

/** Sets, lists and cancels timers that the owner asked for in plain words. Says what became of it. */
export class PlainTimers {
	readonly #desk: TimerDesk;

	constructor(desk: TimerDesk) {
		this.#desk = desk;
	}

	set(matter: string, schedule: Schedule, event: EventRecord): Done {
		try {
			const timer = this.#desk.add(
				{ purpose: matter, action: "remind", schedule },
				{
					conversation: event.conversation,
					originEventId: event.id,
					createdBy: `owner on ${event.channel}`,
					trust: event.trust,
					outside: false,
				},
				// A model may have been waited for in vain meanwhile.
				event.receivedAt,
			);
			const firings = nextSlots(schedule, (timer.nextAt ?? 0) - 1, READ_BACK + 1);
			return {
				kind: "set",
				id: formatRegistrationId(timer.id),
				matter,
				firings: firings.slice(0, schedule.count ?? READ_BACK).slice(0, READ_BACK),
				goesOn: Math.min(firings.length, schedule.count ?? firings.length) > READ_BACK,
			};
		} catch (error) {
			if (error instanceof TimerProblem) return { kind: "unclear", problem: error.message };
			throw error;
		}
	}

	list(): Done {
		return { kind: "list", reminders: this.#desk.pending().map(toTold) };
	}

	cancel(which: Which): Done {
		const pending = this.#desk.pending();
		const chosen = pending.filter((timer) => isMeant(timer, which));
		if (chosen.length === 0) return { kind: "not-found", sought: soughtBy(which) };
		if (chosen.length > 1 && which.kind === "words") return { kind: "several", reminders: chosen.map(toTold) };
		const cancelled = chosen.map(({ id }) => this.#desk.cancel(formatRegistrationId(id)));
		return { kind: "cancelled", reminders: cancelled.map(toTold) };
	}
}

function isMeant(timer: TimerRecord, which: Which): boolean {
	switch (which.kind) {
		case "all":
			return true;
		case "number":
			return timer.id === which.number;
		case "words":
			return fold(timer.purpose).includes(fold(which.words));
	}
}

function soughtBy(which: Which): string {
	if (which.kind === "number") return formatRegistrationId(which.number);
	return which.kind === "words" ? which.words : "";
}

/** For comparing words as people do: without case, accents and the width of gaps. */
const fold = (text: string): string =>
	text.normalize("NFKD").replace(/\p{M}/gu, "").replace(/\s+/g, " ").trim().toLowerCase();

const toTold = ({ id, purpose, nextAt, schedule }: TimerRecord): Told => ({
	id: formatRegistrationId(id),
	matter: purpose,
	nextAt,
	repeats: schedule.kind !== "once",
});
