import type { OutboxRecord } from "#daemon/outbox/outbox-record.ts";
import type { CallRecord } from "#daemon/records/calls.ts";
import type { JournalRecord } from "#daemon/records/journal.ts";
import type { Records } from "#daemon/records/records.ts";
import type { TracedDecision } from "./trace-shape.ts";

/** A call as a person names it: `C-5`. */
export const formatCallId = ({ id }: Pick<CallRecord, "id">): string => `C-${id}`;

/** For each call of a turn: why its arguments passed or not, what the gate said by which rule, what the owner said. */
export function traceDecisions(
	records: Records,
	turnId: number,
	calls: readonly CallRecord[],
	said: readonly OutboxRecord[],
): TracedDecision[] {
	const gateLines = records.journal.ofTurn(turnId).filter(({ kind }) => kind === "gate");
	// An approval is asked for by a message of the turn, so that its messages lead to its approvals.
	const approvals = said.flatMap(({ approvalId }) =>
		approvalId === undefined ? [] : (records.approvals.find(approvalId) ?? []),
	);
	return calls.map((call) => {
		const line = gateLines.find(({ callId }) => callId === call.id);
		const approval = approvals.find(({ callId }) => callId === call.id);
		return {
			call: formatCallId(call),
			tool: call.tool,
			arguments: judgeArguments(call, line),
			gate: line && {
				effect: line.effect,
				target: line.target,
				authority: line.authority,
				tainted: line.tainted ?? false,
				decision: line.decision ?? "not on record",
				rule: line.rule ?? "not on record",
			},
			approval: approval && {
				code: approval.code,
				state: approval.state,
				decidedBy: approval.decidedBy,
				reason: approval.reason,
			},
		};
	});
}

const CAME_TO_THE_GATE: ReadonlySet<CallRecord["state"]> = new Set(["done", "denied", "asked"]);
const GATE_PRUNED =
	"passed; what the gate said was thrown away after its time (retention.journal in config.yaml says how long it is kept)";

/** A call comes to the gate only with arguments that passed, so that the gate's line, or what it left in the call's row, is the proof. */
function judgeArguments(call: CallRecord, gateLine: JournalRecord | undefined): string {
	if (call.malformed !== undefined) return `not JSON: ${call.malformed}`;
	if (gateLine) return "passed";
	if (call.effect !== undefined || CAME_TO_THE_GATE.has(call.state)) return GATE_PRUNED;
	if (call.state === "not-run") return "not looked at: an earlier call failed or the turn was stopped";
	if (call.state === "intended") return "not looked at yet";
	return "refused: what was returned says why";
}
