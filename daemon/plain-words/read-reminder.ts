import type { Language } from "#daemon/schedule/read-problem.ts";
import { type Moment, timeAtStart } from "./find-time.ts";
import { readReminderSentence } from "./reminder-sentence.ts";
import type { Request } from "./request.ts";

interface Frame {
	pattern: RegExp;
	language: Language;
	/** A question by its form, and a request by what it means. */
	isPolite?: boolean;
	/** The time comes first: what else the words could say is too much. */
	needsTimeFirst?: boolean;
}

/** The group `rest` holds time and matter; `more` what German puts behind its verb, `time` what stands before "remind me". */
const FRAMES: Frame[] = [
	{ pattern: /^remind me (?:again )?(?<rest>.+)$/i, language: "en" },
	{ pattern: /^(?:can|could|would|will) you (?:please )?remind me (?<rest>.+)$/i, language: "en", isPolite: true },
	{ pattern: /^(?:set|create|add|make)(?: me)? (?:a|another) reminder (?:for )?(?<rest>.+)$/i, language: "en" },
	{ pattern: /^reminder (?:for )?(?<rest>.+)$/i, language: "en", needsTimeFirst: true },
	{ pattern: /^(?<time>.+?),? remind me (?<rest>(?:to|about|of) .+)$/i, language: "en", needsTimeFirst: true },
	{ pattern: /^erinnere? mich (?:bitte )?(?<rest>.+)$/i, language: "de" },
	{
		pattern: /^(?:kannst|könntest|würdest) du mich (?:bitte )?(?<rest>.+?) erinnern(?:,? (?<more>.+))?$/i,
		language: "de",
		isPolite: true,
	},
	{ pattern: /^(?:mich )?(?<rest>.+?) erinnern$/i, language: "de", needsTimeFirst: true },
	{
		pattern: /^(?:stell|mach|erstell)e? (?:mir )?(?:bitte )?eine erinnerung (?:für |auf )?(?<rest>.+)$/i,
		language: "de",
		needsTimeFirst: true,
	},
	{ pattern: /^erinnerung (?:für )?(?<rest>.+)$/i, language: "de", needsTimeFirst: true },
	{
		pattern: /^(?<time>.+?),? erinnere? mich (?:bitte )?(?<rest>(?:daran|ans?|dass) .+)$/i,
		language: "de",
		needsTimeFirst: true,
	},
];

/** Reads "remind me …" in its forms; `text` has one blank between words. Undefined where it is something else. */
export function readReminder(text: string, moment: Omit<Moment, "language">): Request | undefined {
	for (const { pattern, language, isPolite, needsTimeFirst } of FRAMES) {
		const groups = pattern.exec(isPolite ? text.replace(/ ?\?$/, "") : text)?.groups;
		if (groups === undefined || (text.includes("?") && !isPolite)) continue;
		const { time = "", rest = "", more } = groups;
		const sentence = `${time} ${rest}${more === undefined ? "" : `, ${more}`}`.trim();
		const inLanguage = { ...moment, language };
		if (needsTimeFirst && !startsWithTime(sentence, time, inLanguage)) continue;
		return readReminderSentence(sentence, inLanguage);
	}
	return undefined;
}

function startsWithTime(sentence: string, time: string, moment: Moment): boolean {
	const found = timeAtStart(sentence.split(" "), moment);
	return found !== undefined && (time === "" || found.written === time);
}
