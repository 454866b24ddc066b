import { describe, expect, it } from "vitest";
import { settingsSchema } from "#config/schema.ts";
import type { Effect } from "#core/effect.ts";
import { openWorkbench, type WorkbenchOptions } from "#daemon/loop/workbench-fixture.ts";
import { arrive, beginTurn, propose } from "#daemon/loop/workbench-rows-fixture.ts";
import { handTool } from "#test/hand-tool.ts";
import { ToolError } from "#tools/tool.ts";

/** A turn of the owner's with one call of a tool with this effect, made ready. */
function open(effect: Effect = "spend", options: WorkbenchOptions = {}) {
	const { tool } = handTool({ effect });
	const bench = openWorkbench({ tools: [tool, { ...tool, name: "look", parallel: true }], ...options });
	arrive(bench, "do it");
	const turn = beginTurn(bench);
	const [call] = propose(bench, turn, ["do_work", { what: "the account" }]);
	const prepared = call && bench.gatekeeper.prepare(call);
	if (!call || prepared?.kind !== "ready") throw new Error("the call could not be made ready");
	return { ...bench, bench, turn, call, ready: prepared.call };
}

/** What others wrote comes into the owner's view. */
const taint = ({ bench, turn }: ReturnType<typeof open>) =>
	bench.entries.add({
		...{ trajectoryId: 1, turnId: turn.id, kind: "event", outside: true },
		message: { role: "user", content: "buy now" },
	});

describe("the gate before a call", () => {
	it("makes out what it would do", () => {
		expect(open("reach").ready.report).toEqual({ effect: "reach", target: "the account" });
	});

	it("turns away what can't be read, is no tool, has wrong arguments, or can't be done, in words for the model", () => {
		const broken = {
			...handTool().tool,
			name: "broken",
			effects: () => {
				throw new ToolError("no such folder");
			},
		};
		const { gatekeeper, call } = open("spend", { tools: [handTool({ effect: "spend" }).tool, broken] });
		const problem = (changes: Partial<typeof call>) => {
			const preparation = gatekeeper.prepare({ ...call, ...changes });
			return preparation.kind === "rejected" ? preparation.problem : "";
		};
		expect(problem({ malformed: "unclosed brace", arguments: "{}" })).toContain(
			"not JSON: unclosed brace. Send the call again",
		);
		expect(problem({ wireTool: "do_wrok" })).toContain('no tool "do_wrok"');
		expect(problem({ arguments: "{}" })).toContain("what");
		expect(problem({ wireTool: "broken" })).toBe("no such folder");
	});

	it("lets only calls run beside each other that say so, and can be read", () => {
		const { gatekeeper, call } = open();
		expect(gatekeeper.isParallel(call)).toBe(false);
		expect(gatekeeper.isParallel({ ...call, wireTool: "look" })).toBe(true);
		expect(gatekeeper.isParallel({ ...call, wireTool: "look", arguments: "{}" })).toBe(false);
		expect(gatekeeper.isParallel({ ...call, wireTool: "look", malformed: "x" })).toBe(false);
		expect(gatekeeper.isParallel({ ...call, wireTool: "nothing" })).toBe(false);
	});
});

describe("the gate's decision", () => {
	it("goes by who asks, by a refusal in the turn, and by outside content in view", () => {
		const gate = open("reach");
		const { gatekeeper, turn, call, ready } = gate;
		expect(gatekeeper.decide(turn, call, ready)).toEqual({ kind: "allow", rule: "reach × owner", tainted: false });
		expect(gatekeeper.decide({ ...turn, authority: "known" }, call, ready).kind).toBe("deny");
		expect(gatekeeper.decide({ ...turn, restricted: true }, call, ready).kind).toBe("deny");
		taint(gate);
		expect(gatekeeper.decide(turn, call, ready)).toMatchObject({ kind: "ask", tainted: true });
	});

	it("refuses addresses that are not public, also with nothing of others in view", () => {
		const { tool } = handTool({ effect: "reach" });
		const effects = () => ({
			effect: "reach" as const,
			target: "a page",
			destinations: ["http://169.254.169.254/latest"],
		});
		const { gatekeeper, turn, call, ready } = open("reach", { tools: [{ ...tool, effects }] });
		expect(gatekeeper.decide(turn, call, ready)).toMatchObject({
			...{ kind: "deny", rule: "address not public", tainted: false },
		});
	});

	it("looks at the view of the trajectory that asks", () => {
		const gate = open("reach");
		taint(gate);
		const side = gate.trajectories.ensure({ kind: "side", key: "mail:1", purpose: "a mail thread" });
		expect(gate.gatekeeper.decide({ ...gate.turn, trajectoryId: side }, gate.call, gate.ready).tainted).toBe(false);
	});

	it("follows the owner's own table", () => {
		const settings = settingsSchema.parse({ policy: { reach: { owner: "deny" } } });
		const { gatekeeper, turn, call, ready } = open("reach", { settings });
		expect(gatekeeper.decide(turn, call, ready).kind).toBe("deny");
	});

	it("is in the journal with who asked, for what, and by which rule", () => {
		const { gatekeeper, turn, call, ready, journal } = open("reach");
		gatekeeper.note(turn, call, ready, { kind: "allow", rule: "reach × owner", tainted: true });
		expect(journal.ofTurn(turn.id)).toMatchObject([
			{
				...{ kind: "gate", callId: call.id, authority: "owner", tainted: true, effect: "reach" },
				...{ target: "the account", decision: "allow", rule: "reach × owner" },
			},
		]);
	});

	it("to ask puts question, journal line and what it would do on disk together", () => {
		const { gatekeeper, turn, call, ready, bench } = open();
		bench.database.write(() => gatekeeper.ask(turn, call, ready, gatekeeper.decide(turn, call, ready)));
		expect(bench.approvals.waitingOfTurn(turn.id)).toMatchObject([{ callId: call.id, digest: ready.digest }]);
		expect(bench.calls.find(call.id)).toMatchObject({ effect: "spend", target: "the account" });
		expect(bench.journal.ofTurn(turn.id)).toMatchObject([{ kind: "gate", decision: "ask", rule: "spend × owner" }]);
		expect(bench.outbox.ofTurn(turn.id)).toMatchObject([{ kind: "approval", toOwner: true }]);
	});
});
