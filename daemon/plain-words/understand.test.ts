import { describe, expect, it } from "vitest";
import { nextSlots } from "#daemon/schedule/next-slot.ts";
import { understand } from "./understand.ts";

const ZONE = "Europe/Berlin";
/** Monday, 11:30:45 in Berlin. */
const NOW = Date.parse("2026-11-30T10:30:45Z");

/** `en 12-01 09:00 call Bob`: language, wall time of the first firing, matter; of a rhythm what comes second, too. */
function reminder(text: string): string {
	const request = understand(text, { now: NOW, zone: ZONE });
	if (request?.kind !== "remind") return JSON.stringify(request);
	const { schedule, matter, language } = request;
	const firings = nextSlots(schedule, NOW, 2).map((at) =>
		new Date(at).toLocaleString("sv-SE", { timeZone: ZONE }).slice(5, 16),
	);
	return `${language} ${firings.join(", ")} ${matter}`;
}

describe("a reminder", () => {
	it.each([
		["remind me in 20 minutes to call Bob", "en 11-30 11:50 call Bob"],
		["Remind me to call Bob tomorrow at 9.", "en 12-01 09:00 call Bob"],
		["remind me to call Bob in 2h", "en 11-30 13:30 call Bob"],
		["remind me at 5 to call Bob", "en 11-30 17:00 call Bob"],
		["remind me tomorrow to call Bob", "en 12-01 09:00 call Bob"],
		["remind me on Monday at 8:00 to file taxes", "en 12-07 08:00 file taxes"],
		["remind me to take out the trash tonight", "en 11-30 19:00 take out the trash"],
		["please remind me to call Bob in half an hour", "en 11-30 12:00 call Bob"],
		["hey, remind me at noon to eat", "en 11-30 12:00 eat"],
		["remind me in 2h to call Bob, please", "en 11-30 13:30 call Bob"],
		["can you remind me in 20 minutes to call Bob?", "en 11-30 11:50 call Bob"],
		["could you please remind me to call Bob tomorrow at 9?", "en 12-01 09:00 call Bob"],
		["remind me about the oven in 10 minutes", "en 11-30 11:40 the oven"],
		["remind me in 10 minutes about the oven", "en 11-30 11:40 the oven"],
		["remind me in 5 minutes: tea", "en 11-30 11:35 tea"],
		["remind me tomorrow at 9: buy milk, bread and eggs", "en 12-01 09:00 buy milk, bread and eggs"],
		["remind me tomorrow at 9 that I have to call Bob", "en 12-01 09:00 I have to call Bob"],
		["in 20 minutes remind me to call Bob", "en 11-30 11:50 call Bob"],
		["tomorrow at 9, remind me to call Bob", "en 12-01 09:00 call Bob"],
		["set a reminder for tomorrow at 9 to call Bob", "en 12-01 09:00 call Bob"],
		["reminder in 10 minutes: tea", "en 11-30 11:40 tea"],
		["remind me to pay Bob 20 euros tomorrow", "en 12-01 09:00 pay Bob 20 euros"],
		["remind me to call Dr. Smith tomorrow at 9", "en 12-01 09:00 call Dr. Smith"],
		['remind me in 10 minutes to read "Dune"', 'en 11-30 11:40 read "Dune"'],
		["remind me in 5 minutes to turn the heating on", "en 11-30 11:35 turn the heating on"],
		["remind me tomorrow at 9 to prepare for the 5 pm meeting", "en 12-01 09:00 prepare for the 5 pm meeting"],
		["remind me to prepare for the 5 pm meeting tomorrow at 9", "en 12-01 09:00 prepare for the 5 pm meeting"],
		["remind me in 20 minutes to call Bob tomorrow", "en 11-30 11:50 call Bob tomorrow"],
		["remind me every weekday at 9 to stretch", "en 12-01 09:00, 12-02 09:00 stretch"],
		["remind me to drink water every hour until 13:00", "en 11-30 12:30 drink water"],
		["remind me to pay rent on the 1st of every month at 8:30", "en 12-01 08:30, 01-01 08:30 pay rent"],
		["remind me daily at 8 to take my pills", "en 12-01 08:00, 12-02 08:00 take my pills"],
		["erinnere mich in 20 Minuten daran, Bob anzurufen", "de 11-30 11:50 Bob anzurufen"],
		["erinner mich morgen um 9 an den Zahnarzt", "de 12-01 09:00 den Zahnarzt"],
		["Erinnere mich bitte in einer halben Stunde an die Wäsche", "de 11-30 12:00 die Wäsche"],
		["erinnere mich morgen früh daran, die Blumen zu gießen", "de 12-01 08:00 die Blumen zu gießen"],
		["erinnere mich daran, morgen um 9 Bob anzurufen", "de 12-01 09:00 Bob anzurufen"],
		["erinnere mich morgen um 9 Bob anzurufen", "de 12-01 09:00 Bob anzurufen"],
		["erinnere mich um 18 Uhr, dass ich Bob anrufe", "de 11-30 18:00 dass ich Bob anrufe"],
		["Erinner mich morgen um 9 Uhr daran, dass ich Bob anrufen muss.", "de 12-01 09:00 dass ich Bob anrufen muss"],
		["erinnere mich am 7.12. um 18 Uhr an das Essen", "de 12-07 18:00 das Essen"],
		["erinnere mich um halb neun an die Tagesschau", "de 11-30 20:30 die Tagesschau"],
		["erinnere mich heute Abend um 8 an den Müll", "de 11-30 20:00 den Müll"],
		["erinnere mich jeden Montag um 9 ans Schwimmen", "de 12-07 09:00, 12-14 09:00 Schwimmen"],
		["erinnere mich alle 2 Stunden daran, Wasser zu trinken", "de 11-30 13:30, 11-30 15:30 Wasser zu trinken"],
		["in 10 Minuten an den Herd erinnern", "de 11-30 11:40 den Herd"],
		["in 10 Minuten erinnere mich bitte an den Herd", "de 11-30 11:40 den Herd"],
		["kannst du mich in 20 Minuten daran erinnern, Bob anzurufen?", "de 11-30 11:50 Bob anzurufen"],
		["Kannst du mich bitte morgen um 9 an den Zahnarzt erinnern?", "de 12-01 09:00 den Zahnarzt"],
		["Erinnerung in 10 Minuten: Herd", "de 11-30 11:40 Herd"],
		["Stell eine Erinnerung für morgen um 9: Zahnarzt", "de 12-01 09:00 Zahnarzt"],
	])("is read from %j", (text, expected) => {
		expect(reminder(text)).toBe(expected);
	});
});

describe("a timer or an alarm", () => {
	it.each([
		["set a timer for 10 minutes", "en 11-30 11:40 Timer: 10 minutes"],
		["timer 10 min tea", "en 11-30 11:40 tea"],
		["Timer: 5 min", "en 11-30 11:35 Timer: 5 min"],
		["set a timer for 10 minutes for the eggs", "en 11-30 11:40 the eggs"],
		["timer for 1 hour 30 minutes", "en 11-30 13:00 Timer: 1 hour 30 minutes"],
		["start a 10 minute timer", "en 11-30 11:40 10 minute timer"],
		["set a 10-minute tea timer", "en 11-30 11:40 tea"],
		["wake me at 7", "en 12-01 07:00 Wake up"],
		["wake me up tomorrow at 5", "en 12-01 05:00 Wake up"],
		["wake me in 20 minutes", "en 11-30 11:50 Wake up"],
		["wake me every weekday at 6:30", "en 12-01 06:30, 12-02 06:30 Wake up"],
		["set an alarm for 7", "en 12-01 07:00 Alarm"],
		["alarm for 6:30 tomorrow", "en 12-01 06:30 Alarm"],
		["Timer 10 Minuten Tee", "de 11-30 11:40 Tee"],
		["Timer 10 Minuten", "de 11-30 11:40 Timer: 10 Minuten"],
		["stell einen Timer auf 10 Minuten", "de 11-30 11:40 Timer: 10 Minuten"],
		["starte einen Timer von 3 Minuten für den Tee", "de 11-30 11:33 den Tee"],
		["10 Minuten Timer", "de 11-30 11:40 10 Minuten timer"],
		["Wecker um 7", "de 12-01 07:00 Wecker"],
		["stell den Wecker auf 6:30", "de 12-01 06:30 Wecker"],
		["weck mich um halb 7", "de 12-01 06:30 Aufwachen"],
		["weck mich morgen früh um 6", "de 12-01 06:00 Aufwachen"],
	])("is read from %j", (text, expected) => {
		expect(reminder(text)).toBe(expected);
	});
});

describe("a reminder without a time that can be", () => {
	it.each([
		["remind me to call Bob", "en", /^When should I remind you\?.*in 20 minutes/],
		["remind me about Bob", "en", /^When/],
		["erinnere mich daran, Bob anzurufen", "de", /^Wann soll ich dich erinnern\?/],
		["kannst du mich an Bob erinnern?", "de", /^Wann/],
		["remind me next Friday to call Bob", "en", /4 December or 11 December/],
		["remind me today at 08:00 to call Bob", "en", /has passed/],
		["remind me every 10 seconds to blink", "en", /once a minute/],
		["erinnere mich alle 5 Sekunden daran, zu atmen", "de", /zu oft/],
		["erinnere mich am 30.2. an Bob", "de", /gibt es im Kalender nicht/],
		["set a timer", "en", /^For how long\?/],
		["stell einen Timer", "de", /^Wie lange\?/],
		["wake me tomorrow", "en", /^At what time\?/],
		["weck mich morgen", "de", /^Um wie viel Uhr\?/],
	])("asks after %j in %s", (text, language, problem) => {
		expect(understand(text, { now: NOW, zone: ZONE })).toEqual({
			kind: "remind-unclear",
			language,
			problem: expect.stringMatching(problem),
		});
	});
});

describe("an order", () => {
	const number = (value: number) => ({ kind: "cancel", which: { kind: "number", number: value } });
	const words = (value: string) => ({ kind: "cancel", which: { kind: "words", words: value } });
	const all = { kind: "cancel", which: { kind: "all" } };

	it.each([
		["list my reminders", { kind: "list", language: "en" }],
		["what reminders do I have?", { kind: "list", language: "en" }],
		["Timers", { kind: "list", language: "en" }],
		["show me all my timers", { kind: "list", language: "en" }],
		["welche Erinnerungen habe ich?", { kind: "list", language: "de" }],
		["Zeig meine Timer", { kind: "list", language: "de" }],
		["meine Erinnerungen", { kind: "list", language: "de" }],
		["cancel R-3", { ...number(3), language: "en" }],
		["delete r3", { ...number(3), language: "en" }],
		["cancel reminder 12", { ...number(12), language: "en" }],
		["cancel the reminder about Bob", { ...words("Bob"), language: "en" }],
		["cancel my dentist reminder", { ...words("dentist"), language: "en" }],
		["delete the timer for tea", { ...words("tea"), language: "en" }],
		["stop the timer", { ...words(""), language: "en" }],
		["delete all reminders", { ...all, language: "en" }],
		["lösch R-3", { ...number(3), language: "de" }],
		["R-3 löschen", { ...number(3), language: "de" }],
		["lösche Erinnerung 4", { ...number(4), language: "de" }],
		["Erinnerung an Bob löschen", { ...words("Bob"), language: "de" }],
		["lösch die Erinnerung an den Zahnarzt", { ...words("Zahnarzt"), language: "de" }],
		["lösche den Tee-Timer", { ...words("Tee"), language: "de" }],
		["lösche alle Erinnerungen", { ...all, language: "de" }],
		["stop", { kind: "stop", language: "en" }],
		["STOP!!", { kind: "stop", language: "en" }],
		["stop it please", { kind: "stop", language: "en" }],
		["halt", { kind: "stop", language: "en" }],
		["stopp", { kind: "stop", language: "de" }],
		["hör auf", { kind: "stop", language: "de" }],
		["status", { kind: "status", language: "en" }],
		["what's your status?", { kind: "status", language: "en" }],
		["wie ist der Status?", { kind: "status", language: "de" }],
		["help", { kind: "help", language: "en" }],
		["Hilfe!", { kind: "help", language: "de" }],
		["note: buy milk", { kind: "note", text: "buy milk", language: "en" }],
		["Note: Buy milk. And bread!", { kind: "note", text: "Buy milk. And bread!", language: "en" }],
		["note buy milk", { kind: "note", text: "buy milk", language: "en" }],
		["note to self: pay Bob", { kind: "note", text: "pay Bob", language: "en" }],
		["note: milk\nbread", { kind: "note", text: "milk\nbread", language: "en" }],
		["Notiz: Milch kaufen", { kind: "note", text: "Milch kaufen", language: "de" }],
		["notiere: Milch kaufen", { kind: "note", text: "Milch kaufen", language: "de" }],
	])("is read from %j", (text, expected) => {
		expect(understand(text, { now: NOW, zone: ZONE })).toEqual(expected);
	});
});
