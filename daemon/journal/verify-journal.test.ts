import { describe, expect, it } from "vitest";
import type { ChainEnd } from "./chain.ts";
import { openJournal } from "./journal-fixture.ts";
import { type StoredLine, verifyJournal } from "./verify-journal.ts";

/** Lines 1 to 6: each odd one has a content. */
function open() {
	const opened = openJournal();
	opened.addCalls(3);
	return opened;
}

it("a journal that nobody touched is intact, from its first line on", () => {
	const { addCalls, verify } = openJournal();
	const chain = "0".repeat(64);
	expect(verify()).toMatchObject({ kind: "intact", lines: 0, head: { line: 0, chain }, noted: "none" });
	addCalls(50);
	expect(verify()).toMatchObject({ kind: "intact", lines: 100, erased: 0, unchained: 0, anchor: { line: 0, chain } });
});

describe("what was done to it is named, with the line at which it shows:", () => {
	it.each([
		["a changed field", 3, "changed", "UPDATE journal_lines SET decision = 'deny' WHERE id = 3"],
		["a changed time", 3, "changed", "UPDATE journal_lines SET at = at - 1 WHERE id = 3"],
		["a changed chain", 4, "changed", "UPDATE journal_lines SET chain = upper(chain) WHERE id = 4"],
		["a line taken out", 4, "missing", "DELETE FROM journal_lines WHERE id = 4"],
		["the oldest line taken away unrecorded", 1, "missing", "DELETE FROM journal_lines WHERE id = 1"],
		["the newest line taken away", 6, "missing", "DELETE FROM journal_lines WHERE id = 6"],
		["all lines taken away", 1, "missing", "DELETE FROM journal_lines"],
		[
			"a line put in at the end",
			7,
			"changed",
			"INSERT INTO journal_lines (id, at, kind, chain) VALUES (7, 1, 'gate', '')",
		],
		[
			"a line put in in front",
			0,
			"order",
			"INSERT INTO journal_lines (id, at, kind, chain) VALUES (0, 1, 'gate', 'x')",
		],
		["a changed content", 3, "content", "UPDATE journal_contents SET body = '{}' WHERE line = 3"],
		["a changed salt", 5, "content", "UPDATE journal_contents SET salt = salt || 'x' WHERE line = 5"],
		["a content that there never was", 4, "content", `INSERT INTO journal_contents VALUES (4, '{"rule":"x"}', 's')`],
		["a content without a line", 9, "content", "INSERT INTO journal_contents VALUES (9, '{}', 's')"],
		["an end that is gone", 0, "ends", "DELETE FROM journal_ends WHERE name = 'head'"],
		[
			"an earlier head",
			5,
			"order",
			"UPDATE journal_ends SET line = 4, chain = (SELECT chain FROM journal_lines WHERE id = 4) WHERE name = 'head'",
		],
		["another chain at the head", 6, "changed", "UPDATE journal_ends SET chain = 'x' WHERE name = 'head'"],
		[
			"an anchor moved on",
			1,
			"order",
			"UPDATE journal_ends SET line = 2, chain = (SELECT chain FROM journal_lines WHERE id = 2) WHERE name = 'anchor'",
		],
	] as const)("%s", (_, line, fault, sql) => {
		const { tamper, verify } = open();
		expect(tamper(sql)).toBeGreaterThan(0);
		expect(verify()).toEqual({ kind: "broken", line, fault });
	});

	it("two lines that changed places", () => {
		const { tamper, verify } = open();
		for (const [from, to] of [
			[2, 99],
			[4, 2],
			[99, 4],
		] as const)
			tamper("UPDATE journal_lines SET id = ? WHERE id = ?", to, from);
		expect(verify()).toEqual({ kind: "broken", line: 2, fault: "changed" });
	});

	it("a part of the content moved into its salt, which has the same digest", () => {
		const { tamper, verify } = open();
		tamper("UPDATE journal_contents SET salt = salt || substr(body, 1, 5), body = substr(body, 6) WHERE line = 3");
		expect(verify()).toEqual({ kind: "broken", line: 3, fault: "content" });
		const brace = open();
		brace.journal.add({ kind: "gate", target: "a {b}" });
		brace.tamper(`UPDATE journal_contents SET salt = salt || substr(body, 1, instr(body, '{b}') - 1),
			body = substr(body, instr(body, '{b}')) WHERE line = 7`);
		expect(brace.verify()).toEqual({ kind: "broken", line: 7, fault: "content" });
	});
});

describe("a head that the owner noted", () => {
	const forged = (head: ChainEnd): ChainEnd => ({ ...head, chain: "ab".repeat(32) });

	it("is proven while it is part of the chain, however much came after it", () => {
		const { addCalls, head, verify } = open();
		const noted = head();
		expect(verify(noted)).toMatchObject({ kind: "intact", noted: "proven" });
		addCalls(5);
		expect(verify(noted)).toMatchObject({ kind: "intact", lines: 16, noted: "proven" });
	});

	it("shows that all was made anew, though it fits together", () => {
		const noted = forged(open().head());
		const { addCalls, verify } = open();
		expect(verify(noted)).toEqual({ kind: "broken", line: 6, fault: "rewritten" });
		addCalls(5);
		expect(verify(noted)).toEqual({ kind: "broken", line: 6, fault: "rewritten" });
	});

	it("shows that lines were taken from the end, with the recorded head moved back", () => {
		const { head, tamper, verify } = open();
		const noted = head();
		tamper("DELETE FROM journal_contents WHERE line > 4");
		tamper("DELETE FROM journal_lines WHERE id > 4");
		tamper(
			"UPDATE journal_ends SET line = 4, chain = (SELECT chain FROM journal_lines WHERE id = 4) WHERE name = 'head'",
		);
		expect(verify()).toMatchObject({ kind: "intact" });
		expect(verify(noted)).toEqual({ kind: "broken", line: 5, fault: "missing" });
	});

	it("is proven by the anchor where its line was the last to go, and by nothing where later ones went", () => {
		const { database, head, addCalls, verify } = open();
		const noted = head();
		addCalls(5);
		database.run("DELETE FROM journal_lines WHERE id <= 6");
		expect(verify(noted)).toMatchObject({ kind: "intact", noted: "proven" });
		expect(verify(forged(noted))).toEqual({ kind: "broken", line: 6, fault: "rewritten" });
		database.run("DELETE FROM journal_lines WHERE id <= 7");
		expect(verify(noted)).toMatchObject({ kind: "intact", noted: "thrown-away" });
	});
});

it("lines are read one at a time, and not beyond the first that does not fit", () => {
	const { database } = open();
	let read = 0;
	function* lines(): Generator<StoredLine> {
		for (let id = 1; id <= 6; id += 1) {
			read += 1;
			const row = database.get<StoredLine>("SELECT *, NULL AS body, NULL AS salt FROM journal_lines WHERE id = ?", id);
			if (row) yield id === 3 ? { ...row, kind: "call" } : row;
		}
	}
	const anchor = { line: 0, chain: "0".repeat(64) };
	expect(verifyJournal({ anchor, head: anchor }, lines())).toEqual({ kind: "broken", line: 3, fault: "changed" });
	expect(read).toBe(3);
});
