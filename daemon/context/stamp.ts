import { formatDuration } from "#core/duration.ts";
import { type EventId, formatEventId } from "#core/event.ts";

/** Writes times in the owner's zone. Made once: building an Intl formatter is slow. */
export class Stamper {
	readonly zone: string;
	/** False where entries are to be appended without their times, to measure what these are worth. */
	readonly showsTimes: boolean;
	readonly #format: Intl.DateTimeFormat;
	readonly #weekday: Intl.DateTimeFormat;

	/** @param zone an IANA name, as "Europe/Berlin" */
	constructor(zone: string, showsTimes = true) {
		this.zone = zone;
		this.showsTimes = showsTimes;
		// Swedish writes dates as ISO 8601 does.
		this.#format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
		this.#weekday = new Intl.DateTimeFormat("en", { timeZone: zone, weekday: "short" });
	}

	/** `2026-11-30 10:30:45` */
	time(at: number): string {
		return this.#format.format(at);
	}

	weekday(at: number): string {
		return this.#weekday.format(at);
	}

	/** `[E-12 2026-11-30 10:30:45 +2m10s telegram]`; without times `[E-12 telegram]` */
	event(event: { id: EventId; at: number; channel: string }, previousAt: number | undefined): string {
		const moment = this.showsTimes ? ` ${this.time(event.at)}${since(event.at, previousAt)}` : "";
		return `[${formatEventId(event.id)}${moment} ${event.channel}]`;
	}

	/** `[2026-11-30 10:30:47 +2s]`; without times nothing */
	result(at: number, previousAt: number | undefined): string {
		return this.showsTimes ? `[${this.time(at)}${since(at, previousAt)}]` : "";
	}
}

function since(at: number, previousAt: number | undefined): string {
	return previousAt === undefined ? "" : ` +${formatDuration(Math.max(0, at - previousAt))}`;
}
