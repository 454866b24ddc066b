import { describe, expect, it } from "vitest";
import { ProgressLog } from "./progress-log.ts";
import { randomNumbers } from "./test-random.ts";

const MAX_LENGTH = 10_000;

function logOf(...said: string[]): ProgressLog {
	const log = new ProgressLog();
	for (const text of said) log.add(text);
	return log;
}

describe("what a call has said", () => {
	it("is nothing at first", () => {
		expect(new ProgressLog().read()).toEqual({ text: "", leftOut: 0 });
		expect(logOf("").read()).toEqual({ text: "", leftOut: 0 });
	});

	it("is a line for each time, however it was ended", () => {
		expect(logOf("1 %\n", "2 %", "3 %\r\n", "4 %").read()).toEqual({ text: "1 %\n2 %\n3 %\n4 %", leftOut: 0 });
	});

	it("keeps the lines of one text, empty ones among them", () => {
		expect(logOf("a\n\nb", "\n", "c").read().text).toBe("a\n\nb\n\nc");
	});

	it("is kept whole up to its bound", () => {
		expect(logOf("x".repeat(MAX_LENGTH)).read()).toEqual({ text: "x".repeat(MAX_LENGTH), leftOut: 0 });
		expect(logOf("ab", "x".repeat(MAX_LENGTH)).read()).toEqual({ text: "x".repeat(MAX_LENGTH), leftOut: 3 });
	});

	it("is cut between lines, and the rest is counted", () => {
		const lines = Array.from({ length: 3_000 }, (_, index) => `step ${index}`);
		const { text, leftOut } = logOf(...lines).read();
		expect(text.length).toBeLessThanOrEqual(MAX_LENGTH);
		expect(text.length).toBeGreaterThan(MAX_LENGTH - 20);
		expect(lines.slice(-text.split("\n").length)).toEqual(text.split("\n"));
		expect(leftOut + text.length).toBe(lines.join("\n").length);
	});

	it("is cut within a line where that one would take nearly all with it", () => {
		const { text, leftOut } = logOf("x".repeat(50_000), "done").read();
		expect(text).toBe(`${"x".repeat(MAX_LENGTH - 5)}\ndone`);
		expect(leftOut).toBe(40_005);
	});

	it.each([
		["a surrogate pair", "😀"],
		["a letter with its accents", "e\u0301\u0323"],
		["a family", "👩‍👩‍👧‍👦"],
		["a line end of two characters", "\r\n"],
	])("never begins inside %s", (_name, character) => {
		for (let shift = 0; shift < character.length; shift++) {
			const { text } = logOf(`${character.repeat(6_000)}${"x".repeat(shift)}`).read();
			const rest = text.slice(0, text.length - shift);
			expect(rest.length % character.length).toBe(0);
			expect(text.length).toBeGreaterThan(MAX_LENGTH - character.length);
		}
	});

	it("gets out of a cluster that is longer than any that people write", () => {
		expect(logOf(`e${"\u0301".repeat(30_000)}`).read().text).toHaveLength(MAX_LENGTH);
	});

	it("stays marked as others' words once some were among it", () => {
		const log = logOf("mine");
		log.add("", { source: "web" });
		expect(log.read().outside).toBeUndefined();
		log.add("theirs", { source: "web" });
		log.add("x".repeat(30_000));
		expect(log.read().outside).toEqual({ source: "web" });
	});

	it("is the end of all that was said, whatever was said (500 random logs)", () => {
		for (let seed = 0; seed < 500; seed++) {
			const random = randomNumbers(seed);
			const said = Array.from(
				{ length: random(60) },
				() => `${"ab\n😀".repeat(random(random(8) === 0 ? 4_000 : 30))}|`,
			);
			const whole = said.join("\n");
			const { text, leftOut } = logOf(...said).read();
			expect(whole.endsWith(text), `seed ${seed}`).toBe(true);
			expect(leftOut, `seed ${seed}`).toBe(whole.length - text.length);
			expect(text.length, `seed ${seed}`).toBeLessThanOrEqual(MAX_LENGTH);
			expect(text.length, `seed ${seed}`).toBeGreaterThanOrEqual(Math.min(whole.length, MAX_LENGTH / 2));
		}
	});
});

it("bears a tool that says a million things", { timeout: 30_000 }, () => {
	const log = new ProgressLog();
	const start = performance.now();
	for (let line = 0; line < 1_000_000; line++) log.add("line after line");
	// About 0.2 s; cutting at each of them takes a hundred times as long.
	expect(performance.now() - start).toBeLessThan(6_000);
	const { text, leftOut } = log.read();
	expect(leftOut + text.length).toBe(1_000_000 * 16 - 1);
});

it("keeps none of the 150 MB that a tool said", { timeout: 30_000 }, () => {
	const log = new ProgressLog();
	const before = process.memoryUsage().heapUsed;
	for (let index = 0; index < 150; index++) log.add(Buffer.alloc(1_000_000, 97 + (index % 26)).toString("latin1"));
	expect(log.read().text).toHaveLength(10_000);
	expect(process.memoryUsage().heapUsed - before).toBeLessThan(150_000_000);
});
