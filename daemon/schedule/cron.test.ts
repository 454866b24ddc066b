import { describe, expect, it } from "vitest";
import { readCron } from "./cron.ts";
import { nextSlots } from "./next-slot.ts";

/** The next slots in UTC from Mon 2026-11-30 10:30, as `12-01 09:00`. */
function slots(expression: string, wanted: number): string[] {
	const schedule = { kind: "cron", expression, zone: "UTC" } as const;
	return nextSlots(schedule, Date.parse("2026-11-30T10:30Z"), wanted).map((slot) =>
		new Date(slot).toISOString().slice(5, 16).replace("T", " "),
	);
}

function problem(expression: string): string {
	const read = readCron(expression);
	return read.kind === "bad" ? read.problem : "none";
}

describe("fields", () => {
	it.each([
		["0 9 * * mon-FRI", "0 9 * * 1-5"],
		["0 9 * * Monday,wed", "0 9 * * 1,3"],
		["0 9 * jan-mar,DECEMBER *", "0 9 * 1-3,12 *"],
		["0 9 * * 7", "0 9 * * 0"],
		["0 9 * * fri-mon", "0 9 * * 5,6,0,1"],
		["0 22-2 * * *", "0 22,23,0,1,2 * * *"],
		["10-30/10 8 * * *", "10,20,30 8 * * *"],
		["*/20 8 * * *", "0,20,40 8 * * *"],
		["20,5,5 8 * * *", "5,20 8 * * *"],
		["  0\t9   *  * * ", "0 9 * * *"],
		["0 9 ? * 1", "0 9 * * 1"],
		["@hourly", "0 * * * *"],
		["@daily", "0 0 * * *"],
		["@Midnight", "0 0 * * *"],
		["@weekly", "0 0 * * 0"],
		["@monthly", "0 0 1 * *"],
		["@yearly", "0 0 1 1 *"],
		["@annually", "0 0 1 1 *"],
	])("%s fires as %s", (written, plain) => {
		expect(slots(written, 9)).toEqual(slots(plain, 9));
		expect(slots(written, 9)).toHaveLength(9);
	});
});

describe("days", () => {
	it.each([
		["0 9 1 * mon", ["12-01", "12-07", "12-14"], "both restricted: one of them is enough"],
		["0 9 13 * 5-6", ["12-04", "12-05", "12-11", "12-12", "12-13"], "the same with a range"],
		["0 9 */10 * mon", ["12-21", "01-11", "02-01"], "a field that begins with * is not restricted: both must match"],
		["0 9 13 * */5", ["12-13", "06-13", "08-13"], "the same for the weekday: Sunday or Friday the 13th"],
		["0 9 31 * *", ["12-31", "01-31", "03-31", "05-31"], "months without a 31st are left out"],
		["0 9 L * *", ["12-31", "01-31", "02-28", "03-31", "04-30"], "the last day of each month"],
		["0 9 L-2 2 *", ["02-26", "02-27", "02-26"], "two days before the last, also in the leap year 2028"],
		["0 9 15w * *", ["12-15", "01-15", "02-15", "03-15", "04-15", "05-14"], "the working day next to the 15th"],
		["0 9 1w * *", ["12-01", "01-01", "02-01", "03-01", "04-01", "05-03"], "not before the month begins"],
		["0 9 31w 4-7 *", ["05-31", "07-30", "05-31"], "none in a month without that day"],
		["0 9 LW * *", ["12-31", "01-29", "02-26"], "the last working day"],
		["0 9 * * friL", ["12-25", "01-29", "02-26"], "the last Friday"],
		["0 9 * * mon#1", ["12-07", "01-04", "02-01"], "the first Monday"],
		["0 9 * * 7#5", ["01-31", "05-30"], "a fifth Sunday, where there is one"],
	])("of %s are %s (%s)", (expression, days) => {
		expect(slots(expression, days.length)).toEqual(days.map((day) => `${day} 09:00`));
	});
});

describe("problems", () => {
	it.each([
		["60 * * * *", 'minute field "60"', "0 to 59"],
		["0 24 * * *", 'hour field "24"', "0 to 23"],
		["0 9 0 * *", 'day of month field "0"', "1 to 31"],
		["0 9 * 13 *", 'month field "13"', "jan to dec"],
		["0 9 * * 8", 'weekday field "8"', "0 and 7 are Sunday"],
		["0 9 * * foo", 'weekday field "foo"', "sun to sat"],
		["1,,2 * * * *", 'minute field "1,,2"', "0,30"],
		["*/0 * * * *", 'minute field "*/0"', "a step below 60"],
		["*/90 * * * *", 'minute field "*/90"', "use an interval"],
		["0 */24 * * *", 'hour field "*/24"', "use an interval"],
		["0 9 31 2 tuesday-8", 'weekday field "tuesday-8"', "sun to sat"],
		["1.5 9 * * *", 'minute field "1.5"', "0 to 59"],
		["0 9 * *", "has 4 fields", "minute hour day-of-month month weekday"],
		["0 0 9 * * *", "has 6 fields", "Seconds are not possible"],
		["@reboot", '"@reboot" is not known', "@daily"],
		["  ", "is empty", "five fields"],
	])("of %s: says %s and what to do", (expression, what, remedy) => {
		expect(problem(expression)).toContain(what);
		expect(problem(expression)).toContain(remedy);
	});

	it("are none for a day that no month has: the expression can be read, but never fires", () => {
		expect(problem("0 0 31 2 *")).toBe("none");
		expect(slots("0 0 31 2 *", 1)).toEqual([]);
	});
});
