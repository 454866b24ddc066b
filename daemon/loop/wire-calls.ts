import type { ProposedCall, WireToolCall } from "#daemon/model/port.ts";

/** The id on the wire: unique in the trajectory, and nine letters and digits, which the strictest provider asks for. */
export const wireCallId = (entryId: number, position: number): string =>
	`c${(entryId * 100 + position).toString(36).padStart(8, "0")}`;

/** Arguments as they are stored and sent: what could not be read is left out, since the wire must carry JSON. */
export const argumentsOf = (call: ProposedCall): string =>
	call.kind === "malformed" ? "{}" : call.repaired ? JSON.stringify(call.arguments) : call.rawArguments || "{}";

export const toWireCall = (call: ProposedCall, id: string): WireToolCall => ({
	id,
	type: "function",
	function: { name: call.tool, arguments: argumentsOf(call) },
});
