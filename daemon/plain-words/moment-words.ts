import type { Language } from "#daemon/schedule/read-problem.ts";
import { DAY_MS, Zone } from "#daemon/schedule/zoned-time.ts";

/** What words about times are made for. */
export interface Telling {
	language: Language;
	/** Milliseconds since the epoch, UTC. */
	now: number;
	/** The owner's IANA zone. */
	zone: string;
}

const NAMED_DAYS = { en: ["today", "tomorrow"], de: ["heute", "morgen"] };

/**
 * A moment as a person says it: "today at 14:05", "tomorrow (Tue 1 Dec) at 09:00", "am Mo. 7. Dez. um 10:00"; with the
 * year where it is another one.
 *
 * @throws RangeError where the zone is unknown
 */
export function sayMoment(at: number, { language, now, zone }: Telling): string {
	const clock = new Zone(zone);
	const [then, today] = [clock.wall(at), clock.wall(now)];
	const days = Math.floor(then / DAY_MS) - Math.floor(today / DAY_MS);
	const isSameYear = new Date(then).getUTCFullYear() === new Date(today).getUTCFullYear();
	const date = sayDate(then, language, !isSameYear);
	const time = new Date(then).toISOString().slice(11, 16);
	const named = NAMED_DAYS[language][days];
	const day =
		named === undefined ? `${language === "de" ? "am" : "on"} ${date}` : days === 0 ? named : `${named} (${date})`;
	return `${day} ${language === "de" ? "um" : "at"} ${time}`;
}

function sayDate(wall: number, language: Language, withYear: boolean): string {
	const locale = language === "de" ? "de-DE" : "en-GB";
	const part = (options: Intl.DateTimeFormatOptions) =>
		new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options }).format(wall);
	const weekday = part({ weekday: "short" });
	const dayAndMonth = part({ day: "numeric", month: "short", ...(withYear && { year: "numeric" }) });
	return language === "de" ? `${weekday.replace(/\.?$/, ".")} ${dayAndMonth}` : `${weekday} ${dayAndMonth}`;
}
