import { describe, expect, it } from "vitest";
import { openWorkbench } from "#daemon/loop/workbench-fixture.ts";
import { arrive, beginTurn, propose } from "#daemon/loop/workbench-rows-fixture.ts";
import type { CallState } from "#daemon/records/calls.ts";

const MISSING = "there is no notes.md";

/** A turn whose calls are made and answered one after the other, as T2 and T3 do it. */
function open() {
	const bench = openWorkbench();
	const { circles, calls, entries } = bench;
	const begin = () => {
		arrive(bench, `work ${calls.ofTurn(1).length}`);
		return beginTurn(bench);
	};
	const turn = begin();
	const answer = (state: CallState, text: string, path = "notes.md", of = turn) => {
		const [call] = propose(bench, of, ["read_file", { path }]);
		if (!call) throw new Error("no call was made");
		const fingerprint = circles.fingerprint(call, state, text);
		const reading = circles.readWith(call, state, fingerprint);
		const message = { role: "tool" as const, tool_call_id: "c", content: `[10:30:45] Tool call #1\n${text}` };
		const answers = { entryId: call.entryId, position: 1 };
		const entryId = entries.add({ trajectoryId: 1, turnId: of.id, kind: "result", answers, message });
		calls.end(call.id, state, entryId, fingerprint);
		return reading;
	};
	return { bench, turn, begin, answer };
}

const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
	Array.from({ length: count }, (_, index) => make(index));

describe("a turn's calls", () => {
	it("are read together with the one whose result is about to be stored", () => {
		const { answer } = open();
		const readings = times(5, () => answer("failed", MISSING).kind);
		expect(readings).toEqual(["none", "none", "notice", "notice", "stop"]);
	});

	it("are a circle on disk as well, of which the account tells the words of the failure without stamp and count", () => {
		const { bench, turn, answer } = open();
		expect(bench.circles.read(turn.id)).toEqual({ kind: "none" });
		times(3, () => answer("failed", MISSING));
		expect(bench.circles.read(turn.id).kind).toBe("notice");
		times(2, () => answer("failed", MISSING));
		const reading = bench.circles.read(turn.id);
		expect(reading.kind === "stop" && reading.account).toContain(MISSING);
		expect(reading.kind === "stop" && reading.account).not.toContain("Tool call #1");
	});

	it("are no circle where each brings something new, nor together with another turn's", () => {
		const { bench, turn, begin, answer } = open();
		times(6, (index) => answer("done", `page ${index}`, `${index}.md`));
		expect(bench.circles.read(turn.id)).toEqual({ kind: "none" });
		times(4, () => answer("failed", MISSING));
		expect(answer("failed", MISSING, "notes.md", begin()).kind).toBe("none");
	});

	it("that have no result yet are no repetition", () => {
		const { bench, turn, answer } = open();
		times(2, () => answer("failed", MISSING));
		propose(bench, turn, ["read_file", { path: "notes.md" }], ["read_file", { path: "notes.md" }]);
		expect(bench.circles.read(turn.id)).toEqual({ kind: "none" });
	});
});
