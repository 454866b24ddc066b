import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import { lowestTrust } from "#core/trust.ts";
import {
	formatRegistrationId,
	type NewTimer,
	parseRegistrationId,
	type Registrations,
	type TimerRecord,
} from "#daemon/records/registrations.ts";
import { describeMoment, describeSchedule, readBack } from "#daemon/schedule/describe-schedule.ts";
import { nextSlot } from "#daemon/schedule/next-slot.ts";
import type { Schedule } from "#daemon/schedule/schedule.ts";
import { codeSpan } from "#tools/code-span.ts";

/** The most that may be pending: a model that has lost its way must not fill the disk. */
const MAX_PENDING = 20_000;

/** Who asks for a timer, and where. */
export type TimerOrigin = Pick<NewTimer, "conversation" | "originEventId" | "createdBy" | "trust" | "outside">;

export type TimerContent = Pick<NewTimer, "purpose" | "action" | "schedule">;

/** A registration that can't be made or found, in words for whoever asked. */
export class TimerProblem extends Error {
	override name = "TimerProblem";
}

/** Makes, changes, lists and ends timers, for the model's tools as for the owner's commands. */
export class TimerDesk {
	readonly #database: Database;
	readonly #registrations: Registrations;
	readonly #clock: Clock;
	readonly #ownerZone: () => string;
	readonly #onChanged: () => void;

	/** @param parts.onChanged called after each commit that may have changed what is due next */
	constructor(parts: {
		database: Database;
		registrations: Registrations;
		clock: Clock;
		ownerZone: () => string;
		onChanged: () => void;
	}) {
		this.#database = parts.database;
		this.#registrations = parts.registrations;
		this.#clock = parts.clock;
		this.#ownerZone = parts.ownerZone;
		this.#onChanged = parts.onChanged;
	}

	/**
	 * @param askedAt from when on slots count, if not from now: one that has passed since then fires at once, and says so
	 * @throws TimerProblem where it would never fire any more, or too much is pending
	 */
	add(content: TimerContent, origin: TimerOrigin, askedAt = this.#clock.now()): TimerRecord {
		const nextAt = this.#firstSlot(content.schedule, askedAt);
		return this.#write(() => {
			if (this.#registrations.countLive() >= MAX_PENDING)
				throw new TimerProblem(`${MAX_PENDING} timers are pending, which is the most. Cancel some first.`);
			return this.find(formatRegistrationId(this.#registrations.add({ ...content, ...origin, nextAt })));
		});
	}

	/**
	 * A change makes nothing more trusted than it was, nor than who changes it.
	 * @throws TimerProblem as `add`, and where nothing pending has that name
	 */
	change(name: string, content: TimerContent, origin: Pick<TimerOrigin, "trust" | "outside">): TimerRecord {
		const { id, ...before } = this.find(name);
		const nextAt = this.#firstSlot(content.schedule, this.#clock.now());
		const trust = lowestTrust([before.trust, origin.trust]);
		const outside = before.outside || origin.outside;
		return this.#write(() => {
			this.#registrations.change(id, { ...content, nextAt, trust, outside });
			return this.find(name);
		});
	}

	/** Ends it for good. @throws TimerProblem where nothing pending has that name */
	cancel(name: string): TimerRecord {
		const timer = this.find(name);
		this.#write(() => this.#registrations.end(timer.id));
		return timer;
	}

	/** @param name as `parseRegistrationId` reads it @throws TimerProblem where nothing pending has that name */
	find(name: string): TimerRecord {
		const id = parseRegistrationId(name);
		const timer = id === undefined ? undefined : this.#registrations.find(id);
		if (!timer || timer.state === "ended")
			throw new TimerProblem(`Nothing pending has the number ${name.trim()}. ${this.#known()}`);
		return timer;
	}

	/** What has not ended, the next one first. */
	pending(): TimerRecord[] {
		return this.#registrations.live();
	}

	/** `today 14:05`, in the owner's zone. */
	describeNext({ nextAt, state }: TimerRecord): string {
		return nextAt === undefined ? state : describeMoment(nextAt, this.#ownerZone(), this.#clock.now());
	}

	/** `R-3, today 14:05: call Bob (every weekday at 09:00 (Europe/Berlin))` */
	describe(timer: TimerRecord): string {
		const next = this.describeNext(timer);
		const rhythm = timer.schedule.kind === "once" ? "" : ` (${describeSchedule(timer.schedule)})`;
		const what = timer.action === "remind" ? "" : timer.action === "act" ? "wakes me: " : "interrupts me: ";
		const flat = timer.purpose.replace(/\s+/g, " ").trim();
		return `${formatRegistrationId(timer.id)}, ${next}: ${what}${timer.outside ? codeSpan(flat) : flat}${rhythm}`;
	}

	/** The next firings in the owner's zone. */
	readBack(schedule: Schedule): string {
		return readBack(schedule, this.#clock.now(), this.#ownerZone());
	}

	#known(): string {
		const names = this.#registrations.upcoming(5).map(({ id }) => formatRegistrationId(id));
		return names.length === 0
			? "Nothing is pending."
			: `Pending are ${names.join(", ")}${names.length === 5 ? ", …" : ""}.`;
	}

	#firstSlot(schedule: Schedule, after: number): number {
		const nextAt = nextSlot(schedule, after);
		if (nextAt === undefined)
			throw new TimerProblem("The time for it has passed, so nothing was set. Give a later one.");
		return nextAt;
	}

	#write<Result>(work: () => Result): Result {
		return this.#database.write(() => {
			this.#database.afterCommit(this.#onChanged);
			return work();
		});
	}
}
