import { describe, expect, it } from "vitest";
import { openWorkbench } from "#daemon/loop/workbench-fixture.ts";
import { arrive, beginTurn, guestGroup, propose } from "#daemon/loop/workbench-rows-fixture.ts";
import type { NewEvent } from "#daemon/records/event-record.ts";

/** A question that a call of a turn was put to the owner with. */
function open(changes: (bench: ReturnType<typeof openWorkbench>) => Partial<NewEvent> = () => ({})) {
	const bench = openWorkbench();
	const event = changes(bench);
	const cause = arrive(bench, "pay it", event);
	const turn = beginTurn(bench, event.trajectoryId);
	const [call] = propose(bench, turn, ["pay", {}]);
	if (!call) throw new Error("no call was made");
	bench.calls.start(call.id, "spend", "the invoice");
	const expiresAt = bench.clock.now() + 1;
	const asked = { code: "ABCDEF", callId: call.id, digest: "d", resourceVersion: undefined, preview: "Pay", expiresAt };
	const approval = bench.approvals.find(bench.approvals.add(asked));
	if (!approval) throw new Error("no approval was stored");
	return { bench, turn, call, cause, approval };
}

describe("what became of a question", () => {
	it("is an event where the call was asked for, of the turn's trust, naming call and target", () => {
		const { bench, approval, call, cause } = open();
		bench.outcomes.report(approval, "done", { outsideSource: "the bank" });
		expect(bench.events.find(2)).toMatchObject({
			...{ kind: "approval-outcome", state: "waiting", route: "loop", trust: "owner", trajectoryId: 1 },
			...{ conversation: { channel: "web", address: "owner" }, causeEventId: cause, restricts: false },
			...{ outsideSource: "the bank", text: `Outcome of call C-${call.id} (pay on the invoice): done` },
		});
	});

	it("comes to the trajectory that asked, with no more authority than that had", () => {
		const { bench, approval, turn } = open((bench) => ({ trust: "known", trajectoryId: guestGroup(bench) }));
		bench.outcomes.report(approval, "done");
		expect(bench.events.find(2)).toMatchObject({ trust: "known", trajectoryId: turn.trajectoryId });
	});

	it("that was a no comes as the program's own word, in a turn that may only read and tell the owner", () => {
		const { bench, approval } = open();
		bench.outcomes.report(approval, "the owner refused", { restricts: true });
		expect(bench.events.find(2)).toMatchObject({ trust: "system", restricts: true });
	});

	it("is told once, whatever is reported later", () => {
		const { bench, approval } = open();
		bench.outcomes.report(approval, "done");
		bench.outcomes.report(approval, "failed");
		expect(bench.events.find(2)?.text).toContain("done");
		expect(bench.events.find(3)).toBeUndefined();
	});
});
