import type { ProposedCall } from "#daemon/model/port.ts";
import type { Shown } from "./check-request.ts";
import type { Random } from "./random.ts";
import { randomToolNames } from "./random-tools.ts";

/** One call, mostly of a sensible form. @param token gives the call's effect a name of its own */
export function randomCall(random: Random, { open, tasks }: Shown, token: () => string): ProposedCall {
	const event = open[random.between(0, Math.max(0, open.length - 1))] ?? "E-1";
	const task = tasks[random.between(0, Math.max(0, tasks.length - 1))] ?? "T-1";
	const [firstTool = "quick_look", ...otherTools] = randomToolNames;
	const kind = random.weighted([
		[20, "tool" as const],
		[8, "reply" as const],
		[2, "reply-to-all" as const],
		[3, "no_reply" as const],
		[2, "read_task" as const],
		[2, "cancel" as const],
		[2, "todo" as const],
		[1, "set_timer" as const],
		[1, "list_pending" as const],
		[1, "hand_over" as const],
		[1, "malformed" as const],
		[1, "unknown" as const],
	]);
	switch (kind) {
		case "tool":
			return call(random.pick([firstTool, ...otherTools]), {
				token: token(),
				ms: random.weighted([
					[2, 0],
					[3, random.between(1, 5_000)],
					[3, random.between(5_000, 20_000)],
					[2, random.between(20_000, 130_000)],
				]),
				end: random.pick(["done", "done", "done", "failed"]),
			});
		case "reply":
			return call("reply", { to: [random.chance(0.05) ? "E-999" : event], text: `answer ${token()}` });
		case "reply-to-all":
			return call("reply", { to: open, text: `answer ${token()}` });
		case "no_reply":
			return call("no_reply", { reason: "nothing to say" });
		case "read_task":
			return call("read_task", { id: task });
		case "cancel":
			return call("cancel", { id: task });
		case "todo":
			return random.chance(0.5)
				? call("todo", { items: ["one", "two"] })
				: call("todo", { update: [{ id: 1, state: random.pick(["completed", "cancelled", "in_progress"]) }] });
		case "set_timer":
			return call("set_timer", {
				when: `in ${random.between(1, 30)} minutes`,
				purpose: `timer ${token()}`,
				action: random.pick(["remind", "act", "interrupt"]),
			});
		case "list_pending":
			return call("list_pending", {});
		case "hand_over":
			return handOver(random.pick(["low", "high"]));
		case "malformed":
			return { kind: "malformed", id: "x", tool: "quick_write", rawArguments: "{", problem: "it ends too early" };
		case "unknown":
			return call("no_such_tool", {});
	}
}

/** Calls that leave nothing owed: what a good model would do with its last request. */
export function sensibleCalls({ open, isSide }: Shown): ProposedCall[] {
	if (isSide) return [handOver("high")];
	return open.length === 0
		? [call("no_reply", { reason: "all is answered" })]
		: open.map((event) => call("reply", { to: [event], text: `finally ${event}` }));
}

const handOver = (urgency: string): ProposedCall =>
	call("call_tool", { name: "hand_over", arguments: { kind: "question", urgency, needsAnswer: false } });

const call = (tool: string, args: Record<string, unknown>): ProposedCall => ({
	kind: "parsed",
	id: tool,
	tool,
	arguments: args,
	rawArguments: JSON.stringify(args),
	repaired: false,
});
