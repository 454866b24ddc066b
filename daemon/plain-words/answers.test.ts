import { describe, expect, it } from "vitest";
import { answerTo, type Told } from "./answers.ts";
import { understand } from "./understand.ts";

/** Monday, 11:30:45 in Berlin. */
const now = Date.parse("2026-11-30T10:30:45Z");
const english = { language: "en", now, zone: "Europe/Berlin" } as const;
const german = { language: "de", now, zone: "Europe/Berlin" } as const;
const at = (text: string) => Date.parse(text);

const CALL: Told = { id: "R-3", matter: "call Bob", nextAt: at("2026-12-01T08:00:00Z"), repeats: false };
const PILLS: Told = { id: "R-4", matter: "pills", nextAt: at("2027-01-04T07:00:00Z"), repeats: true };
const PAUSED: Told = { id: "R-5", matter: "stretch", nextAt: undefined, repeats: true };

describe("the answer to a new reminder", () => {
	it("reads back when it comes, in whose zone, and how to get rid of it", () => {
		const done = {
			kind: "set",
			id: "R-3",
			matter: "call Bob",
			firings: [at("2026-12-01T08:00:00Z")],
			goesOn: false,
		} as const;
		expect(answerTo(done, english)).toBe(
			'I\'ll remind you tomorrow (Tue 1 Dec) at 09:00 (Europe/Berlin): call Bob\nCancel it with "cancel R-3".',
		);
		expect(answerTo(done, german)).toBe(
			"Ich erinnere dich morgen (Di. 1. Dez.) um 09:00 (Europe/Berlin): call Bob\nLöschen kannst du das mit „lösche R-3“.",
		);
	});

	it("reads back the next firings of a rhythm, and whether more come", () => {
		const firings = ["2026-11-30T17:00:00Z", "2026-12-07T17:00:00Z", "2027-01-04T17:00:00Z"].map(at);
		const done = { kind: "set", id: "R-4", matter: "x", firings, goesOn: true } as const;
		expect(answerTo(done, english).split("\n").slice(0, 2)).toEqual([
			"I'll remind you today at 18:00 (Europe/Berlin): x",
			"Then on Mon 7 Dec at 18:00, on Mon 4 Jan 2027 at 18:00, …",
		]);
		expect(
			answerTo({ ...done, goesOn: false }, german)
				.split("\n")
				.slice(0, 2),
		).toEqual([
			"Ich erinnere dich heute um 18:00 (Europe/Berlin): x",
			"Danach am Mo. 7. Dez. um 18:00, am Mo. 4. Jan. 2027 um 18:00.",
		]);
	});

	it("tells the hour of the owner's zone, on both sides of a change of the clocks", () => {
		const firings = ["2027-03-27T08:00:00Z", "2027-03-28T07:00:00Z"].map(at);
		const done = { kind: "set", id: "R-1", matter: "x", firings, goesOn: true } as const;
		expect(answerTo(done, english).match(/09:00/g)).toHaveLength(2);
	});
});

describe("the list", () => {
	it("has a line for each, with the next time", () => {
		expect(answerTo({ kind: "list", reminders: [CALL, PILLS, PAUSED] }, english)).toBe(
			[
				"You have 3 reminders:",
				"- R-3, tomorrow (Tue 1 Dec) at 09:00: call Bob",
				"- R-4, on Mon 4 Jan 2027 at 08:00: pills (repeats)",
				"- R-5, paused: stretch (repeats)",
			].join("\n"),
		);
		expect(answerTo({ kind: "list", reminders: [PILLS] }, german)).toBe(
			"Du hast eine Erinnerung:\n- R-4, am Mo. 4. Jan. 2027 um 08:00: pills (wiederholt sich)",
		);
	});

	it("says that it is empty and how to fill it", () => {
		expect(answerTo({ kind: "list", reminders: [] }, english)).toMatch(/^You have no reminders\./);
		expect(answerTo({ kind: "list", reminders: [] }, german)).toMatch(/^Du hast keine Erinnerungen\./);
	});
});

describe("the answer to a cancelling", () => {
	it.each([
		[{ kind: "cancelled", reminders: [CALL] }, "Cancelled R-3: call Bob", "Gelöscht: R-3, call Bob"],
		[
			{ kind: "cancelled", reminders: [CALL, PILLS] },
			"Cancelled 2 reminders: R-3, R-4.",
			"2 Erinnerungen gelöscht: R-3, R-4.",
		],
		[
			{ kind: "cancelled", reminders: [] },
			"There is no reminder to cancel.",
			"Es gibt keine Erinnerung, die ich löschen könnte.",
		],
	] as const)("names what is gone", (done, inEnglish, inGerman) => {
		expect(answerTo(done, english)).toBe(inEnglish);
		expect(answerTo(done, german)).toBe(inGerman);
	});

	it("asks which one where several fit", () => {
		expect(answerTo({ kind: "several", reminders: [CALL, PILLS] }, english)).toMatch(
			/^Which one\? Say for example "cancel R-3":\n- R-3, .*\n- R-4, /,
		);
	});

	it("says what it looked for where none fits", () => {
		expect(answerTo({ kind: "not-found", sought: "Bob" }, english)).toContain('"Bob"');
		expect(answerTo({ kind: "not-found", sought: "Bob" }, german)).toContain("„Bob“");
	});
});

describe("every phrase that an answer offers", () => {
	it.each([english, german])("is understood, in the same language ($language)", (telling) => {
		const answers = [
			answerTo({ kind: "help" }, telling),
			answerTo({ kind: "list", reminders: [] }, telling),
			answerTo({ kind: "several", reminders: [CALL] }, telling),
			answerTo({ kind: "not-found", sought: "" }, telling),
			answerTo({ kind: "set", id: "R-9", matter: "x", firings: [], goesOn: false }, telling),
		].join("\n");
		const phrases = [...answers.matchAll(/["„]([^"“]+)["“]/g)].map(([, phrase = ""]) => phrase);
		expect(phrases.length).toBeGreaterThanOrEqual(11);
		for (const phrase of phrases) {
			const request = understand(phrase, telling);
			expect(request?.kind, phrase).toMatch(/^(remind|list|cancel|note|status|stop)$/);
			// "Status" is the same word in both.
			if (request?.kind !== "status") expect(request?.language, phrase).toBe(telling.language);
		}
	});
});
