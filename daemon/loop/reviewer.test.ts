import { describe, expect, it } from "vitest";
import type { Trust } from "#core/trust.ts";
import { cut } from "./round-fixture.ts";
import { saying, unreachable } from "./scripted-model-fixture.ts";
import { openWorkbench } from "./workbench-fixture.ts";
import { arrive, beginTurn, guestGroup, mailThread, propose } from "./workbench-rows-fixture.ts";

/** A turn of the owner's, in which the model has said something. */
function open() {
	const bench = openWorkbench();
	const first = arrive(bench, "do it");
	const turn = beginTurn(bench);
	const review = (calls: ReturnType<typeof propose> = [], outcome = saying("Hello")) =>
		bench.reviewer.review(turn.id, { outcome, calls });
	return { bench, turn, first, review };
}

describe("how a round went", () => {
	it("tells each call's end as it is on disk now, and whether its tool ends a turn", () => {
		const { bench, turn, review } = open();
		const calls = propose(bench, turn, ["reply", {}], ["glob", {}], ["no_reply", {}]);
		const ends = ["done", "failed", "asked"] as const;
		for (const [index, call] of calls.entries()) {
			const message = { role: "tool" as const, tool_call_id: "c", content: "" };
			const entryId = bench.entries.add({ trajectoryId: 1, turnId: turn.id, kind: "result", message });
			const none = { resultDigest: undefined, problemClass: undefined };
			bench.calls.end(call.id, ends[index] ?? "failed", entryId, none);
		}
		expect(review(calls).calls).toEqual([
			{ tool: "reply", succeeded: true, settles: true },
			{ tool: "glob", succeeded: false, settles: false },
			{ tool: "no_reply", succeeded: true, settles: true },
		]);
	});

	it("tells what is unanswered, and what of it a task works for", () => {
		const { bench, turn, first, review } = open();
		const [call] = propose(bench, turn, ["run_script", {}]);
		const callId = call?.id ?? 0;
		bench.tasks.add({ callId, turnId: turn.id, trajectoryId: 1, startedAt: 0 });
		const second = arrive(bench, "and that");
		bench.intake.join(turn);
		expect(review()).toMatchObject({ openEvents: [first, second], pendingEvents: [first], isWaiting: true });
		bench.events.settle(first, "replied");
		bench.tasks.end(1, "cancelled");
		expect(review()).toMatchObject({ openEvents: [second], pendingEvents: [], isWaiting: false });
	});

	it("waits for no other trajectory's tasks, and for its own turn's questions to the owner", () => {
		const { bench, turn, review } = open();
		const side = mailThread(bench);
		arrive(bench, "a mail", { trajectoryId: side });
		const other = beginTurn(bench, side);
		const [running, asked] = [other, turn].map((of) => propose(bench, of, ["pay", {}])[0]?.id ?? 0);
		bench.tasks.add({ callId: running ?? 0, turnId: other.id, trajectoryId: side, startedAt: 0 });
		expect(review().isWaiting).toBe(false);
		const question = { code: "A", digest: "d", resourceVersion: undefined, preview: "", expiresAt: 1 };
		bench.approvals.add({ ...question, callId: asked ?? 0 });
		expect(review().isWaiting).toBe(true);
	});

	it.each<[Trust, "main" | "side" | "guest", string]>([
		["owner", "main", "Hello"],
		["system", "main", "Hello"],
		["known", "main", ""],
		["owner", "side", ""],
		["stranger", "guest", ""],
	])("lets plain text be heard by the owner alone: for %s in the %s trajectory it is %j", (trust, where, text) => {
		const bench = openWorkbench();
		const trajectoryId = where === "main" ? 1 : where === "side" ? mailThread(bench) : guestGroup(bench);
		arrive(bench, "a word", { trust, trajectoryId });
		const turn = beginTurn(bench, trajectoryId);
		const { outcome } = bench.reviewer.review(turn.id, { outcome: saying("Hello"), calls: [] });
		expect(outcome).toEqual(saying(text));
	});

	it("leaves what is no text as it is", () => {
		const bench = openWorkbench();
		arrive(bench, "a word", { trust: "stranger", trajectoryId: guestGroup(bench) });
		const turn = beginTurn(bench, 2);
		expect(bench.reviewer.review(turn.id, { outcome: cut, calls: [] }).outcome).toBe(cut);
	});
});

describe("what was tried", () => {
	it("lets calls that a restart cut off run again twice, counted before they do", () => {
		const { bench, turn } = open();
		expect([1, 2, 3].map(() => bench.reviewer.mayRunAgain(turn.id))).toEqual([true, true, false]);
		expect(bench.recoveries.ofTurn(turn.id)).toEqual({ "interrupted-call": 2 });
	});

	it("begins anew once it is overcome, and not before", () => {
		const { bench, turn } = open();
		for (const path of ["model-outage", "unanswered", "interrupted-call"]) bench.recoveries.count(turn.id, path);
		bench.reviewer.noteOvercome(turn.id, unreachable);
		expect(bench.recoveries.ofTurn(turn.id)).toEqual({ "model-outage": 1, unanswered: 1 });
		bench.reviewer.noteOvercome(turn.id, saying("Hello"));
		expect(bench.recoveries.ofTurn(turn.id)).toEqual({ unanswered: 1 });
	});
});
