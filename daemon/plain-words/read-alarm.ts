import type { Language } from "#daemon/schedule/read-problem.ts";
import { readWhen, type When } from "#daemon/schedule/read-when.ts";
import type { Moment } from "./find-time.ts";
import type { Request } from "./request.ts";

const FORMS: [pattern: RegExp, language: Language, matter: string][] = [
	[/^(?:(?:can|could) you (?:please )?)?wake me(?: up)? (?<time>.+?)$/i, "en", "Wake up"],
	[/^(?:(?:set|create) (?:an |my |the )?)?alarm (?:for |at )?(?<time>.+)$/i, "en", "Alarm"],
	[/^wecke? mich (?:bitte )?(?:auf )?(?<time>.+)$/i, "de", "Aufwachen"],
	[/^(?:stelle? (?:mir )?(?:bitte )?(?:den |einen |meinen )?)?wecker (?:auf |um |für )?(?<time>.+)$/i, "de", "Wecker"],
];

const ASK = {
	en: 'At what time? Say it together, for example "wake me tomorrow at 7".',
	de: "Um wie viel Uhr? Sag es zusammen, zum Beispiel „weck mich morgen um 7“.",
};

/** Reads "wake me at 7", "stell den Wecker auf 6:30": nothing else may be asked for. Undefined where it is something else. */
export function readAlarm(text: string, { now, zone }: Omit<Moment, "language">): Request | undefined {
	for (const [pattern, language, matter] of FORMS) {
		const time = pattern.exec(text)?.groups?.time;
		if (time === undefined) continue;
		const when = readAlarmTime(time, { now, zone, language });
		if (when.kind === "schedule") {
			if (when.names === "date") return { kind: "remind-unclear", problem: ASK[language], language };
			return { kind: "remind", schedule: when.schedule, matter, language };
		}
		return isNoTime(when) ? undefined : { kind: "remind-unclear", problem: when.problem, language };
	}
	return undefined;
}

/** "Alarm for 7 tomorrow": the word that makes a time of a figure is used up by the form. */
function readAlarmTime(time: string, moment: Moment): When {
	const asWritten = readWhen(time, { ...moment, isAlarm: true });
	if (!isNoTime(asWritten)) return asWritten;
	return readWhen(`${moment.language === "de" ? "um" : "at"} ${time}`, { ...moment, isAlarm: true });
}

function isNoTime(when: When): boolean {
	return when.kind === "unclear" && when.reason === "not-a-time";
}
