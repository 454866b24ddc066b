import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { Database } from "#core/database.ts";
import { systemIds } from "#core/ids.ts";
import { estimateTokens } from "#daemon/context/tokens.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { Contents } from "./contents.ts";
import { Decisions } from "./decisions.ts";
import { MAIN_TRAJECTORY } from "./event-record.ts";
import { Pins } from "./pins.ts";
import { Trajectories } from "./trajectories.ts";

const BY_MODEL = { createdBy: "assistant", eventId: undefined } as const;

function open() {
	const clock = new FakeClock();
	const database = new Database(join(tempFolder(), "state.db"));
	onTestFinished(() => database.close());
	const contents = new Contents(database, systemIds);
	const side = new Trajectories(database, clock).ensure({ kind: "side", key: "k", purpose: "p" });
	const pins = new Pins(database, contents, clock);
	const decisions = new Decisions(database, contents, clock);
	const erase = (text: string) => database.run("UPDATE contents SET body = NULL WHERE body = ?", text);
	const textsIn = (table: string) =>
		Object.values(database.all<object>(`SELECT * FROM ${table}`)).flatMap(Object.values);
	return { clock, database, side, pins, decisions, erase, textsIn };
}

describe("pins", () => {
	it("are in force until they are removed, oldest first, and no number comes back", () => {
		const { pins, clock } = open();
		const text = "The safe opens with 17-4.";
		expect(pins.add(MAIN_TRAJECTORY, { ...BY_MODEL, text })).toBe(1);
		expect(pins.add(MAIN_TRAJECTORY, { text: "b", createdBy: "owner", eventId: undefined })).toBe(2);
		expect(pins.inForce(MAIN_TRAJECTORY)).toEqual([
			{ id: 1, name: "P-1", text, tokens: estimateTokens(text), ...BY_MODEL, createdAt: clock.now() },
			expect.objectContaining({ id: 2, text: "b", createdBy: "owner" }),
		]);
		expect(pins.remove(MAIN_TRAJECTORY, 2)).toBe(true);
		expect(pins.remove(MAIN_TRAJECTORY, 2)).toBe(false);
		expect(pins.inForce(MAIN_TRAJECTORY).map(({ id }) => id)).toEqual([1]);
		expect(pins.add(MAIN_TRAJECTORY, { ...BY_MODEL, text: "c" })).toBe(3);
	});

	it("are those of one trajectory", () => {
		const { pins, side } = open();
		pins.add(side, { ...BY_MODEL, text: "a" });
		expect(pins.inForce(MAIN_TRAJECTORY)).toEqual([]);
		expect(pins.remove(MAIN_TRAJECTORY, 1)).toBe(false);
		expect(pins.inForce(side)).toHaveLength(1);
	});

	it("have their words where they can be erased, and are gone with them", () => {
		const { pins, erase, textsIn } = open();
		pins.add(MAIN_TRAJECTORY, { ...BY_MODEL, text: "okapi" });
		expect(textsIn("pins")).not.toContain("okapi");
		erase("okapi");
		expect(pins.inForce(MAIN_TRAJECTORY)).toEqual([]);
	});
});

describe("decisions", () => {
	const decide = ({ decisions }: ReturnType<typeof open>, text: string, reason?: string) =>
		decisions.add(MAIN_TRAJECTORY, { ...BY_MODEL, text, reason });

	it("are in force with their reason until they end, and say what took their place", () => {
		const bench = open();
		const { decisions, clock, database } = bench;
		decide(bench, "We go by train.", "Ada gets airsick.");
		const [first] = decisions.inForce(MAIN_TRAJECTORY);
		const tokens = estimateTokens("We go by train.") + estimateTokens("Ada gets airsick.");
		const words = { text: "We go by train.", reason: "Ada gets airsick.", tokens };
		expect(first).toEqual({ id: 1, name: "D-1", ...words, ...BY_MODEL, createdAt: clock.now() });
		decide(bench, "We go by ship.");
		clock.set(clock.now() + 1_000);
		expect(decisions.end(MAIN_TRAJECTORY, 1, 2)).toBe(true);
		expect(decisions.end(MAIN_TRAJECTORY, 1, undefined)).toBe(false);
		expect(decisions.inForce(MAIN_TRAJECTORY)).toMatchObject([{ id: 2, text: "We go by ship.", reason: undefined }]);
		expect(database.all("SELECT id, ended_at AS endedAt, replaced_by_id AS by FROM decisions")).toEqual([
			{ id: 1, endedAt: clock.now(), by: 2 },
			{ id: 2, endedAt: null, by: null },
		]);
	});

	it("are those of one trajectory", () => {
		const { decisions, side } = open();
		decisions.add(side, { ...BY_MODEL, text: "a", reason: undefined });
		expect(decisions.inForce(MAIN_TRAJECTORY)).toEqual([]);
		expect(decisions.end(MAIN_TRAJECTORY, 1)).toBe(false);
		expect(decisions.inForce(side)).toHaveLength(1);
	});

	it("have their words where they can be erased: without the reason they hold, without the words they are gone", () => {
		const bench = open();
		decide(bench, "okapi", "zebra");
		expect(bench.textsIn("decisions")).not.toContain("okapi");
		expect(bench.textsIn("decisions")).not.toContain("zebra");
		bench.erase("zebra");
		expect(bench.decisions.inForce(MAIN_TRAJECTORY)).toMatchObject([{ text: "okapi", reason: undefined }]);
		bench.erase("okapi");
		expect(bench.decisions.inForce(MAIN_TRAJECTORY)).toEqual([]);
	});
});
