import { describe, expect, it } from "vitest";
import { withReplacements } from "./light-entry.ts";
import { ViewBuilder, words } from "./light-fixture.ts";
import { removeNoise } from "./noise.ts";

const LONG = words(100);
const STAMP = "[2026-11-30 10:30:47 +2s]";

/** What stands in place of what, by the entry's number. */
function noiseOf(view: ViewBuilder, current = view.newestTurn): Record<number, string | null> {
	const replacements = removeNoise(view.entries, current);
	return Object.fromEntries(replacements.map(({ entryId, message }) => [entryId, message.content]));
}

const ALIKE = { argumentsDigest: "same", resultDigest: "same" };

describe("noise", () => {
	it("is what ended an earlier turn, and an older list; stamp and count stay", () => {
		const view = new ViewBuilder().turn();
		for (const tool of ["todo", "reply", "no_reply"]) view.call(LONG, { tool });
		view.turn().call(LONG, { tool: "todo" }).call(LONG, { tool: "reply" });
		expect(noiseOf(view)).toEqual({
			3: `${STAMP} Tool call #1 for 'todo'\n[an older list]`,
			5: `${STAMP} Tool call #1 for 'reply'\n[queued]`,
			7: `${STAMP} Tool call #1 for 'no_reply'\n[settled]`,
		});
	});

	it("is not the refusal of a reply, nor what a turn that gave way is still working with", () => {
		const view = new ViewBuilder().turn().call(LONG, { tool: "reply", state: "denied" });
		view.call(LONG, { tool: "todo" }).notice(LONG).turn();
		expect(noiseOf(view, new Set([1, 2]))).toEqual({});
		expect(Object.keys(noiseOf(view))).toEqual(["5", "6"]);
	});

	it("is a result that the same call had again later, and names that one", () => {
		const view = new ViewBuilder().turn().call(LONG, ALIKE).call(LONG, ALIKE);
		view.call(LONG, { ...ALIKE, resultDigest: "another" }).call(LONG, { ...ALIKE, argumentsDigest: "other" });
		view.turn().call(LONG, ALIKE);
		const same = `${STAMP} Tool call #1 for 'read_file'\n[the same as C-5 below]`;
		expect(noiseOf(view)).toEqual({ 3: same, 5: same });
	});

	it("names no result that is not in view itself", () => {
		const view = new ViewBuilder().turn().call(LONG, ALIKE).call(LONG, ALIKE);
		const [first, second] = view.entries.filter(({ kind }) => kind === "result");
		if (second) view.entries[view.entries.indexOf(second)] = { ...second, replaced: "cleared" };
		expect(first && noiseOf(view)).toEqual({});
	});

	it("names no result that came later, as an event", () => {
		const view = new ViewBuilder().turn().call(LONG, ALIKE).call(LONG, ALIKE).taskResult(2, "4 files");
		expect(Object.keys(noiseOf(view))).toEqual(["5"]);
	});

	it("is a notice of a turn that has ended", () => {
		const view = new ViewBuilder().turn().notice(`Your message reached nobody. ${LONG}`).turn().notice(LONG);
		expect(noiseOf(view)).toEqual({ 2: "[2026-11-30 10:30:45 +2s] [a notice of that time]" });
	});

	it("is the placeholder of a task whose result is in view", () => {
		const view = new ViewBuilder().turn().call(LONG, { state: "running" }).call(LONG, { state: "running" });
		view.taskResult(1, "4 files");
		expect(noiseOf(view)).toEqual({
			3: `${STAMP} Tool call #1 for 'read_file'\n[its result came later, as an event]`,
		});
	});

	it("is all but the first line of a failure that an equal call overcame later", () => {
		const failure = { argumentsDigest: "same", state: "failed" } as const;
		const text = `FAILED: notes.md does not exist.\n${LONG}`;
		const view = new ViewBuilder()
			.turn()
			.call(text, failure)
			.call(LONG, { ...failure, outside: true });
		view.call(LONG, { argumentsDigest: "same" }).call(text, failure);
		const head = `${STAMP} Tool call #1 for 'read_file'`;
		expect(noiseOf(view)).toEqual({
			3: `${head}\nFAILED: notes.md does not exist.\n[the same call succeeded below: C-3]`,
			5: `${head}\n[the same call succeeded below: C-3]`,
		});
	});

	it("is never an event nor a message, however alike they are", () => {
		const view = new ViewBuilder().turn(LONG).message(LONG).turn(LONG).message(LONG).mail(LONG).mail(LONG).turn();
		expect(noiseOf(view)).toEqual({});
	});

	it("stays where a replacement would not be smaller", () => {
		expect(noiseOf(new ViewBuilder().turn().call("Ok.", { tool: "reply" }).turn())).toEqual({});
	});

	it("is found once: what was replaced is not replaced again", () => {
		const view = new ViewBuilder().turn().call(LONG, ALIKE).call(LONG, ALIKE).notice(LONG).turn();
		const replacements = removeNoise(view.entries, view.newestTurn);
		expect(replacements).toHaveLength(2);
		expect(removeNoise(withReplacements(view.entries, replacements), view.newestTurn)).toEqual([]);
		const cleared = view.entries.map((entry) => ({ ...entry, replaced: "cleared" as const }));
		expect(removeNoise(cleared, view.newestTurn)).toEqual([]);
	});

	it("takes with it what others wrote, and keeps the call's id on the wire", () => {
		const view = new ViewBuilder()
			.turn()
			.call(LONG, { ...ALIKE, outside: true })
			.call(LONG, { ...ALIKE, outside: true });
		const [replacement] = removeNoise(view.entries, view.newestTurn);
		expect(replacement).toMatchObject({
			kind: "noise",
			outside: false,
			message: { role: "tool", tool_call_id: "call1" },
		});
		expect(replacement?.message.content).not.toContain("external_content");
	});
});
