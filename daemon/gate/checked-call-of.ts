import type { CallRecord } from "#daemon/records/calls.ts";
import type { CheckedCall } from "./checks/checked-call.ts";
import type { CallingTurn } from "./gatekeeper.ts";
import type { PreparedCall } from "./prepare-call.ts";

/** A call as the checks beside the table get to see it. Pure. */
export const checkedCallOf = (
	turn: Pick<CallingTurn, "id" | "authority">,
	call: Pick<CallRecord, "id">,
	{ tool, arguments: args, report }: PreparedCall,
	tainted: boolean,
): CheckedCall => ({
	callId: call.id,
	turnId: turn.id,
	tool: tool.name,
	arguments: args,
	effect: report.effect,
	target: report.target,
	destinations: report.destinations ?? [],
	authority: turn.authority,
	tainted,
});
