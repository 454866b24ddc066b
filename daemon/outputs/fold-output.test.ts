import { describe, expect, it } from "vitest";
import { randomNumbers } from "#daemon/tasks/test-random.ts";
import { countLines } from "#tools/text.ts";
import { type Folded, foldOutput, OUTPUT_LIMITS, PAGE_LIMITS, renderFolded, type WholeText } from "./fold-output.ts";

const SAVED: WholeText = { kind: "saved", path: "outputs/outside/C-123456.txt" };

function fold(text: string): Extract<Folded, { kind: "folded" }> {
	const folded = foldOutput(text);
	if (folded.kind === "whole") throw new Error("it was not folded");
	return folded;
}

const numbered = (count: number, lineEnd = "\n") =>
	Array.from({ length: count }, (_, index) => `line ${index + 1}${lineEnd}`).join("");

const isHalved = (text: string) => /^[\udc00-\udfff]|[\ud800-\udbff]$/.test(text);

describe("a long output", () => {
	it("is whole up to 200 lines and 10,000 characters", () => {
		expect(foldOutput(numbered(200))).toEqual({ kind: "whole" });
		expect(foldOutput("x".repeat(10_000))).toEqual({ kind: "whole" });
		expect(foldOutput("")).toEqual({ kind: "whole" });
		expect(foldOutput(numbered(201)).kind).toBe("folded");
		expect(foldOutput("x".repeat(10_001)).kind).toBe("folded");
	});

	it("shows as many lines from its beginning as from its end, and counts the rest", () => {
		const { head, tail, leftOutLines, leftOutCharacters } = fold(numbered(1_434));
		expect(head).toBe(numbered(99));
		expect(tail.split("\n")[0]).toBe("line 1336");
		expect(tail.endsWith("line 1434\n")).toBe(true);
		expect(leftOutLines).toBe(1_434 - 198);
		expect(leftOutCharacters).toBe(numbered(1_434).length - head.length - tail.length);
	});

	it("ends where lines end, if the characters are what is too much", () => {
		const text = `${"a".repeat(99)}\n`.repeat(150);
		const { head, tail, leftOutLines } = fold(text);
		expect(head).toBe(`${"a".repeat(99)}\n`.repeat(47));
		expect(tail).toBe(head);
		expect(leftOutLines).toBe(150 - 94);
	});

	it("is cut inside, if it is one huge line", () => {
		const { head, tail, leftOutLines, leftOutCharacters } = fold(`start${"-".repeat(50_000)}end`);
		expect(head).toMatch(/^start-+$/);
		expect(tail).toMatch(/^-+end$/);
		expect(head.length).toBe(tail.length);
		expect(leftOutLines).toBe(0);
		expect(leftOutCharacters).toBe(50_008 - 2 * head.length);
	});

	it("shows the beginning of a huge line between two short ones, and the end of it", () => {
		const { head, tail, leftOutLines } = fold(`first\n${"-".repeat(50_000)}\nlast\n`);
		expect(head).toMatch(/^first\n-{4000,}$/);
		expect(tail).toMatch(/^-{4000,}\nlast\n$/);
		expect(leftOutLines).toBe(0);
	});

	it("counts no line as left out of which something is shown", () => {
		expect(fold(`${"-".repeat(50_000)}\n${numbered(300)}`).leftOutLines).toBe(201);
		expect(fold(`${numbered(300)}${"-".repeat(50_000)}`).leftOutLines).toBe(201);
	});

	it("is never cut inside a character or a line end", () => {
		for (const [before, after] of [
			["", ""],
			["x", ""],
			["", "x"],
		]) {
			const emoji = fold(`${before}${"🙂".repeat(20_000)}${after}`);
			expect(isHalved(emoji.head) || isHalved(emoji.tail)).toBe(false);
			const lineEnds = fold(`${before}${"\r\n".repeat(20_000)}${after}`);
			expect(lineEnds.head.endsWith("\r") || lineEnds.tail.startsWith("\n")).toBe(false);
		}
		const longLines = `${"y".repeat(4_699)}\r\n`.repeat(9);
		expect(fold(longLines).head.endsWith("\r")).toBe(false);
		expect(fold(`${"y".repeat(4_700)}\n`.repeat(9)).head).toHaveLength(4_700);
	});

	it("with CRLF counts each line once", () => {
		const { head, tail, leftOutLines } = fold(numbered(300, "\r\n"));
		expect(head.endsWith("line 99\r\n")).toBe(true);
		expect(tail.startsWith("line 202\r\n")).toBe(true);
		expect(leftOutLines).toBe(102);
	});
});

describe("what is shown of it", () => {
	it("says how much is left out and where the whole is", () => {
		const text = numbered(1_434);
		const [line] = renderFolded(fold(text), { kind: "saved", path: "outputs/C-45.txt" }).match(/^….*$/m) ?? [];
		expect(line).toMatch(
			/^… \[1,236 of 1,434 lines \(11,\d{3} of 13,\d{3} characters\) are left out; the whole is in outputs\/C-45\.txt: read it with read_file\] …$/,
		);
		expect(renderFolded(fold("-".repeat(50_000)), SAVED)).toContain("… [40,600 of 50,000 characters are left out; ");
	});

	it("says that the rest is lost, and why", () => {
		const reason = "outputs/C-45.txt could not be written:\n the disk is full. Tell the owner.";
		expect(renderFolded(fold(numbered(300)), { kind: "lost", reason })).toContain(
			"are left out; the rest is lost, since it could not be saved: outputs/C-45.txt could not be written: the disk is full.",
		);
	});

	it("is not folded again, whatever it was, also behind the words for a task's result", () => {
		const random = randomNumbers(5);
		const pieces = ["a", "bc ", "\n", "\r\n", "🙂", "\r", "é", "-".repeat(300), "\n\n\n"];
		for (let round = 0; round < 120; round += 1) {
			const some = Array.from({ length: 1 + random(4) }, () => pieces[random(pieces.length)] ?? "");
			const text = Array.from({ length: 1 + random(9_000) }, () => some[random(some.length)] ?? "").join("");
			const folded = foldOutput(text);
			if (folded.kind === "whole") continue;
			const whole: WholeText = round % 2 === 0 ? SAVED : { kind: "lost", reason: "why ".repeat(500) };
			const shown = renderFolded(folded, whole);
			expect(foldOutput(`Result of task T-12345 (call C-12345, run_script, ran 33s): done. ${shown}`).kind).toBe(
				"whole",
			);
			expect(isHalved(folded.head) || isHalved(folded.tail)).toBe(false);
			expect(Math.max(folded.head.length, folded.tail.length)).toBeLessThanOrEqual(4_700);
			expect(text.startsWith(folded.head) && text.endsWith(folded.tail)).toBe(true);
			expect(folded.leftOutCharacters).toBe(text.length - folded.head.length - folded.tail.length);
			const shownLines = countLines(folded.head) + countLines(folded.tail);
			expect(folded.leftOutLines).toBeGreaterThanOrEqual(countLines(text) - shownLines);
			expect(folded.leftOutLines).toBeLessThanOrEqual(countLines(text) - shownLines + 1);
		}
	});

	it("of a page is all of it, up to what no page should be", () => {
		expect(foldOutput("\n".repeat(10_000), PAGE_LIMITS).kind).toBe("whole");
		expect(foldOutput("x".repeat(20_001), PAGE_LIMITS).kind).toBe("folded");
		expect(OUTPUT_LIMITS).toEqual({ lines: 200, characters: 10_000 });
	});
});
