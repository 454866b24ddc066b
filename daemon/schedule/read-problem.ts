/** Why a text gives no firing, though somebody meant it as a time. */
export type Problem =
	/** Not one of the forms that are known. */
	| { kind: "not-a-time" }
	/** A rhythm of weeks or months, of which the day is missing. */
	| { kind: "no-day" }
	| { kind: "too-often" }
	| { kind: "too-far" }
	| { kind: "no-such-date" }
	/** Day and month of "7/12" can't be told apart. */
	| { kind: "either-date" }
	/** "next Friday", said on a Monday; wall values (see zoned-time.ts). */
	| { kind: "either-weekday"; nearWall: number; farWall: number }
	/** "Friday, 7 December", when the 7th is a Monday. */
	| { kind: "other-weekday" }
	/** "Friday at midnight" begins or ends the day. */
	| { kind: "either-midnight" }
	/** "at 15:00 in the morning". */
	| { kind: "contradiction" }
	/** "every day 5 times". */
	| { kind: "either-count" }
	/** It ends before it is due for the first time. */
	| { kind: "never" }
	/** It was at that instant. */
	| { kind: "past"; at: number };

export type Language = "en" | "de";

/** `{text}`, `{near}` and `{far}` are filled in. */
const SENTENCES: Record<Problem["kind"], Record<Language, string>> = {
	"not-a-time": {
		en: 'I can\'t read "{text}" as a time. Say for example "in 20 minutes", "tomorrow at 9" or "every weekday at 9:00".',
		de: "„{text}“ kann ich nicht als Zeit lesen. Sag zum Beispiel „in 20 Minuten“, „morgen um 9“ oder „jeden Werktag um 9 Uhr“.",
	},
	"no-day": {
		en: 'On which day? Say for example "every Monday at 9:00".',
		de: "An welchem Tag? Sag zum Beispiel „jeden Montag um 9 Uhr“.",
	},
	"too-often": {
		en: 'That is too often: once a minute is the most. Say for example "every 5 minutes".',
		de: "Das ist zu oft: höchstens einmal in der Minute geht. Sag zum Beispiel „alle 5 Minuten“.",
	},
	"too-far": {
		en: 'That is more than ten years away. Say a nearer time, for example "in 2 weeks".',
		de: "Das ist mehr als zehn Jahre hin. Sag eine nähere Zeit, zum Beispiel „in 2 Wochen“.",
	},
	"no-such-date": {
		en: 'The calendar has no such day. Say for example "28 February at 9:00".',
		de: "Diesen Tag gibt es im Kalender nicht. Sag zum Beispiel „am 28. Februar um 9 Uhr“.",
	},
	"either-date": {
		en: 'Which is the day and which the month? Say for example "7 December".',
		de: "Was ist der Tag und was der Monat? Sag zum Beispiel „7. Dezember“.",
	},
	"either-weekday": {
		en: "Do you mean {near} or {far}? Say the date.",
		de: "Meinst du den {near} oder den {far}? Sag das Datum.",
	},
	"other-weekday": {
		en: "That date falls on another weekday. Say which of the two counts.",
		de: "Dieses Datum fällt auf einen anderen Wochentag. Sag, was von beidem gilt.",
	},
	"either-midnight": {
		en: 'Midnight at the beginning or at the end of that day? Say for example "Friday at 23:59".',
		de: "Mitternacht am Anfang oder am Ende des Tages? Sag zum Beispiel „Freitag um 23:59 Uhr“.",
	},
	contradiction: {
		en: 'That time is not in that part of the day. Say for example "at 8 in the morning".',
		de: "Diese Uhrzeit passt nicht zur Tageszeit. Sag zum Beispiel „morgens um 8“.",
	},
	"either-count": {
		en: 'So many times in all, or each day? Say for example "every day at 9, 5 times".',
		de: "So oft insgesamt oder an jedem Tag? Sag zum Beispiel „jeden Tag um 9 Uhr, 5 Mal“.",
	},
	never: {
		en: "It would end before it is due for the first time. Say a later end.",
		de: "Das wäre vorbei, bevor es zum ersten Mal fällig ist. Sag ein späteres Ende.",
	},
	past: {
		en: 'That time has passed already. Say a later one, for example "tomorrow at 9".',
		de: "Diese Zeit ist schon vorbei. Sag eine spätere, zum Beispiel „morgen um 9“.",
	},
};

/** What is wrong and what can be said instead, in a sentence or two for the person (or model) who wrote `text`. */
export function describeProblem(problem: Problem, text: string, language: Language): string {
	const [near, far] = problem.kind === "either-weekday" ? [problem.nearWall, problem.farWall] : [];
	// By a function: "$&" in what somebody wrote would otherwise be a command of `replace`.
	return SENTENCES[problem.kind][language].replace(/\{(text|near|far)\}/g, (_, name) =>
		name === "text" ? text : sayDay((name === "near" ? near : far) ?? 0, language),
	);
}

function sayDay(wall: number, language: Language): string {
	const locale = language === "de" ? "de-DE" : "en-GB";
	return new Intl.DateTimeFormat(locale, { timeZone: "UTC", day: "numeric", month: "long" }).format(wall);
}
