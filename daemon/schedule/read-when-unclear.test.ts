import { describe, expect, it } from "vitest";
import { readWhen } from "./read-when.ts";

/** Monday, 11:30:45 in Berlin. */
const NOW = Date.parse("2026-11-30T10:30:45Z");
const context = { now: NOW, zone: "Europe/Berlin" };

describe("a text that gives no firing", () => {
	it.each([
		["next Friday", "either-weekday"],
		["nächsten Freitag um 9", "either-weekday"],
		["7/12", "either-date"],
		["Friday, 7 December", "other-weekday"],
		["30.2.", "no-such-date"],
		["2026-02-30 10:00", "no-such-date"],
		["on the 32nd", "no-such-date"],
		["every year on 31.4.", "no-such-date"],
		["Friday at midnight", "either-midnight"],
		["every Friday at midnight", "either-midnight"],
		["every other Friday at midnight", "either-midnight"],
		["alle 2 Wochen freitags um Mitternacht", "either-midnight"],
		["15:00 in the morning", "contradiction"],
		["every 10 seconds", "too-often"],
		["every second", "too-often"],
		["alle 59 Sekunden", "too-often"],
		["weekly", "no-day"],
		["wöchentlich um 9", "no-day"],
		["every day 5 times", "either-count"],
		["täglich dreimal", "either-count"],
		["every hour until 11:45", "never"],
		["every Tuesday at 18:00 until tomorrow at noon", "never"],
		["in 100000 days", "too-far"],
		["every 3651 days at 8", "too-far"],
		["every 2 days at 8 until tomorrow at 7:00", "never"],
		["2060-01-01", "too-far"],
	])("says about %j what is missing: %s", (text, reason) => {
		expect(readWhen(text, context)).toMatchObject({ kind: "unclear", reason });
	});

	it.each([
		"",
		"soon",
		"later",
		"call Bob",
		"now",
		"in 0 minutes",
		"in a few minutes",
		"in minus 5 minutes",
		"9",
		"20",
		"tomorrow 9",
		"at 25:00",
		"at 9:75",
		"at 13pm o'clock sharp",
		"at 5 or 6",
		"at 9 and 17:00",
		"three times a day",
		"dreimal täglich",
		"every 2 hours from 9 to 17:00",
		"every 0 days at 8",
		"every 0 weeks on Friday at 8",
		"alle 0 Wochen freitags um 8",
		"tomorrow at 9 in Tokyo",
		"2026-12-07 10:00 Mars/Olympus",
		"do um 9",
		"morning",
		"every",
		"jeden",
		"two days before Christmas",
		"after lunch",
		"2026-12-07T25:00",
		"7 December 10",
		"7 December 0900",
		"7 December or so",
		"the week of 7 December",
		"7 to 9 December",
		"7 December and 9 December",
		"at 9:00 at 17:00",
		"tomorrow at 9 or Friday",
		"x".repeat(500),
	])("takes %j for no time", (text) => {
		expect(readWhen(text, context)).toMatchObject({ kind: "unclear", reason: "not-a-time" });
	});

	it.each(["today at 08:00", "today", "2026-11-30 11:30", "2020-01-01", "2026-11-30T10:30:45Z", "heute um 8:00"])(
		"says that %j is past",
		(text) => {
			const when = readWhen(text, context);
			expect(when.kind).toBe("past");
			expect(when.kind === "past" && when.at).toBeLessThanOrEqual(NOW);
		},
	);

	it("names both dates that next Friday can be, in the language it was asked in", () => {
		expect(readWhen("next Friday", context)).toMatchObject({
			problem: "Do you mean 4 December or 11 December? Say the date.",
		});
		expect(readWhen("nächsten Freitag", context)).toMatchObject({
			problem: "Meinst du den 4. Dezember oder den 11. Dezember? Sag das Datum.",
		});
		expect(readWhen("next Friday", { ...context, language: "de" })).toMatchObject({
			problem: expect.stringContaining("Meinst du"),
		});
	});

	it("repeats what it could not read as it was written, with an example", () => {
		expect(readWhen("at $& o'clock", context)).toMatchObject({
			problem: expect.stringMatching(/^I can't read "at \$& o'clock" as a time\. Say for example "in 20 minutes"/),
		});
	});

	it("says of every problem in its example only what can be read", () => {
		const texts = [
			"soon",
			"weekly",
			"every second",
			"2060-01-01",
			"30.2.",
			"Friday at midnight",
			"täglich dreimal",
			"bald morgen",
		];
		for (const text of [
			...texts,
			"wöchentlich",
			"alle 5 Sekunden",
			"am 30.2.",
			"15:00 in the morning",
			"15 Uhr morgens",
		]) {
			const when = readWhen(text, context);
			if (when.kind !== "unclear") throw new Error(`${text} was read as ${JSON.stringify(when)}`);
			const examples = [...when.problem.matchAll(/["„]([^"“]+)["“]/g)].map(([, example = ""]) => example);
			for (const example of examples.filter((each) => each !== text))
				expect(readWhen(example, context).kind, example).toBe("schedule");
		}
	});
});
