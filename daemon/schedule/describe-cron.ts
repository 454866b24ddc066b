import type { Cron } from "./cron.ts";
import { describeDays, list } from "./describe-days.ts";
import { describeInterval } from "./describe-interval.ts";
import { clockText } from "./describe-moment.ts";
import { MINUTE_MS } from "./zoned-time.ts";

const MINUTES_OF_DAY = 1440;

/** `every weekday at 09:00`, `every 15 minutes from 09:00 to 17:45, every weekday`; undefined where words would be no clearer. */
export function describeCron(cron: Cron): string | undefined {
	const days = describeDays(cron.days);
	if (days === undefined) return undefined;
	const rhythm = describeRhythm(cron.minutesOfDay);
	if (rhythm !== undefined) return days === "every day" ? rhythm : `${rhythm}, ${days}`;
	const times = list(cron.minutesOfDay.map(timeOfDay));
	return times === undefined ? undefined : `${days} at ${times}`;
}

/** `every 2 hours from 00:00`, where there are more than a few times and the same time lies between each two. */
function describeRhythm(minutes: readonly number[]): string | undefined {
	const [first = 0, second = 0] = minutes;
	const last = minutes.at(-1) ?? 0;
	const step = second - first;
	if (minutes.length < 5 || minutes.some((minute, index) => minute !== first + index * step)) return undefined;
	const interval = describeInterval(step * MINUTE_MS);
	if (last - first + step !== MINUTES_OF_DAY) return `${interval} from ${timeOfDay(first)} to ${timeOfDay(last)}`;
	return first === 0 && step <= 60 ? interval : `${interval} from ${timeOfDay(first)}`;
}

const timeOfDay = (minute: number): string => clockText({ hour: Math.floor(minute / 60), minute: minute % 60 });
