import { expect, it } from "vitest";
import { atLeast, atMost, exactly, latencyRows, type Table } from "./row.ts";
import { renderTable, tableAsJson } from "./table.ts";

const table: Table = {
	name: "daemon",
	title: "an example",
	rows: [
		{ what: "start", value: 512.34, unit: "ms", target: atMost(500), openClaw: "7.5 s" },
		{ what: "intake", value: 2_000, unit: "events/s", target: atLeast(2_000) },
		{ what: "calls", value: 1, unit: "calls", target: exactly(1) },
		{ what: "wake-ups", value: 3, unit: "a minute" },
	],
	notes: ["Noted."],
};

it("tells programs value, target and whether it holds, on one line", () => {
	const json = tableAsJson(table);
	expect(json).not.toContain("\n");
	expect(JSON.parse(json)).toEqual({
		name: "daemon",
		rows: [
			{ what: "start", value: 512.34, unit: "ms", target: "≤ 500", holds: false },
			{ what: "intake", value: 2_000, unit: "events/s", target: "≥ 2,000", holds: true },
			{ what: "calls", value: 1, unit: "calls", target: "= 1", holds: true },
			{ what: "wake-ups", value: 3, unit: "a minute", target: null, holds: true },
		],
	});
});

it("shows a person what was missed, beside what OpenClaw does, and where it was measured", () => {
	const text = renderTable(table, ["npm run bench -- daemon", "2 cores"]);
	expect(text).toMatch(/^daemon: an example\nnpm run bench -- daemon\n2 cores\n/);
	expect(text).toMatch(/start +512 ms +≤ 500 +MISSED +7\.5 s/);
	expect(text).toMatch(/intake +2,000 events\/s +≥ 2,000 +holds/);
	expect(text).toContain("Missed: 1 of 3 targets.");
	expect(text).toContain("Noted.");
});

it("never rounds a value into its target", () => {
	const text = renderTable({ ...table, rows: [{ what: "idle", value: 0.1004, unit: "%", target: atMost(0.1) }] }, []);
	expect(text).toMatch(/0\.1004 % +≤ 0\.1 +MISSED/);
});

it("keeps the slowest in sight", () => {
	const rows = latencyRows("request", [...Array.from({ length: 399 }, () => 1), 250], {
		p50: atMost(3),
		p99: atMost(15),
	});
	expect(rows.map(({ what, value }) => [what, value])).toEqual([
		["request, p50", 1],
		["request, p99", 1],
		["request, slowest of 400", 250],
	]);
});
