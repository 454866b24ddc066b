import { CronExpressionParser } from "cron-parser";
import { DateTime } from "luxon";
import { describe, expect, it } from "vitest";
import { nextSlots } from "./next-slot.ts";
import { readWhen } from "./read-when.ts";
import { Zone } from "./zoned-time.ts";

const ZONES = ["Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia", "UTC"].map(
	(name) => new Zone(name),
);
const WEEKDAYS = {
	en: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
	de: ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"],
};

/** Mulberry32: small, and the same numbers for the same seed everywhere. */
function createRandom(seed: number) {
	let state = seed;
	const next = () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	const below = (limit: number) => Math.floor(next() * limit);
	function pick<Item>(items: readonly Item[]): Item {
		const [item] = items.slice(below(items.length));
		if (item === undefined) throw new Error("Nothing to pick from.");
		return item;
	}
	return { below, pick };
}
type Random = ReturnType<typeof createRandom>;

interface Asked {
	text: string;
	/** The wall times of the first firings, by a library that shares no code with ours. */
	expected: number[];
}

const pad = (value: number) => String(value).padStart(2, "0");

/** luxon moves a time out of a gap forward by the gap, and takes the first of two, as we do. */
function onDay(day: DateTime, hour: number, minute: number): DateTime {
	return DateTime.fromObject({ year: day.year, month: day.month, day: day.day, hour, minute }, { zone: day.zone });
}

function askDay(random: Random, now: DateTime): Asked {
	const [hour, minute] = [random.below(24), random.pick([0, 5, 15, 30, 59])];
	const time = `${pad(hour)}:${pad(minute)}`;
	const weekday = random.below(7);
	const ahead = 1 + random.below(40);
	const nearest = now.plus({ days: (weekday + 1 - now.weekday + 7) % 7 });
	const onWeekday = () => (onDay(nearest, hour, minute) > now ? nearest : nearest.plus({ days: 7 }));
	const today = () => (onDay(now, hour, minute) > now ? now : now.plus({ days: 1 }));
	const date = now.plus({ days: ahead });
	const [text, day] = random.pick<() => [string, DateTime]>([
		() => [`at ${time}`, today()],
		() => [`um ${time} Uhr`, today()],
		() => [`tomorrow at ${time}`, now.plus({ days: 1 })],
		() => [`morgen um ${time}`, now.plus({ days: 1 })],
		() => [`übermorgen um ${time}`, now.plus({ days: 2 })],
		() => [`in ${ahead} days at ${time}`, date],
		() => [`in ${ahead} Tagen um ${time}`, date],
		() => [`on ${WEEKDAYS.en[weekday]} at ${time}`, onWeekday()],
		() => [`${time} ${WEEKDAYS.en[weekday]}`, onWeekday()],
		() => [`am ${WEEKDAYS.de[weekday]} um ${time} Uhr`, onWeekday()],
		() => [`am ${date.day}.${date.month}. um ${time}`, date],
		() => [`${date.toISODate()} ${time}`, date],
		() => [`${date.toISODate()}T${time}`, date],
		() => [`${date.setLocale("en").toFormat("d MMMM yyyy")} at ${time}`, date],
		() => [`${date.setLocale("en").toFormat("MMMM d")} at ${time}`, date],
		() => [`am ${date.setLocale("de").toFormat("d. MMMM")} um ${time}`, date],
	])();
	return { text, expected: [onDay(day, hour, minute).toMillis()] };
}

function askLength(random: Random, now: DateTime): Asked {
	const count = 2 + random.below(300);
	const [text, length] = random.pick<[string, object]>([
		[`in ${count} minutes`, { minutes: count }],
		[`in ${count} Minuten`, { minutes: count }],
		[`in ${count}h`, { hours: count }],
		[`in ${count} Stunden`, { hours: count }],
		[`in 3 hours and ${count} minutes`, { hours: 3, minutes: count }],
		[`in ${count} seconds`, { seconds: count }],
	]);
	return { text, expected: [now.plus(length).toMillis()] };
}

function askRhythm(random: Random, now: DateTime): Asked {
	// A time in the hours in which clocks are moved is cron.ts's subject, and cron-parser has another rule for it.
	const [hour, minute] = [4 + random.below(19), random.pick([0, 7, 30, 45])];
	const time = `${pad(hour)}:${pad(minute)}`;
	const first = random.below(7);
	const second = (first + 1 + random.below(6)) % 7;
	const dayOfMonth = 1 + random.below(28);
	const [text, days] = random.pick([
		[`every day at ${time}`, "* * *"],
		[`täglich um ${time}`, "* * *"],
		[`every weekday at ${time}`, "* * 1-5"],
		[`jeden Werktag um ${time} Uhr`, "* * 1-5"],
		[`every ${WEEKDAYS.en[first]} and ${WEEKDAYS.en[second]} at ${time}`, `* * ${(first + 1) % 7},${(second + 1) % 7}`],
		[`${WEEKDAYS.de[first]}s um ${time}`, `* * ${(first + 1) % 7}`],
		[`on the ${dayOfMonth}th of every month at ${time}`, `${dayOfMonth} * *`],
		[`am ${dayOfMonth}. jedes Monats um ${time}`, `${dayOfMonth} * *`],
	] as const);
	const cron = CronExpressionParser.parse(`${minute} ${hour} ${days}`, {
		currentDate: now.toJSDate(),
		tz: now.zoneName ?? "UTC",
	});
	return { text, expected: [1, 2].map(() => cron.next().getTime()) };
}

describe("600 times said at any moment", () => {
	it("are due in the future, at the wall time that was asked for", () => {
		const random = createRandom(20261130);
		const wrong: string[] = [];
		for (let index = 0; index < 600; index++) {
			const zone = random.pick(ZONES);
			const now = DateTime.fromMillis(Date.UTC(2026, 0, 1) + random.below(3 * 365 * 86_400) * 1000, {
				zone: zone.name,
			});
			const asked = random.pick([askDay, askLength, askRhythm])(random, now);
			const when = readWhen(asked.text, { now: now.toMillis(), zone: zone.name });
			const firings =
				when.kind === "schedule" ? nextSlots(when.schedule, now.toMillis(), asked.expected.length, zone) : [when.kind];
			const isRight = firings.every((at, place) => at === asked.expected[place] && Number(at) > now.toMillis());
			if (!isRight || firings.length === 0)
				wrong.push(`${asked.text} at ${now.toISO()} in ${zone.name}: ${firings}, not ${asked.expected}`);
		}
		expect(wrong).toEqual([]);
	});
});
