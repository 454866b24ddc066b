import type { ProposedCall } from "#daemon/model/port.ts";
import type { CallRecord } from "#daemon/records/calls.ts";
import type { Catalogue } from "#tools/catalogue.ts";

/** The tool that a call comes to, for counting; the name as written where there is no such tool. */
export function effectiveName(catalogue: Catalogue, call: ProposedCall): string {
	if (call.kind === "malformed") return call.tool;
	const resolution = catalogue.resolve(call.tool, call.arguments);
	return resolution.kind === "ready" ? resolution.effectiveName : call.tool;
}

/** Whether a call that was cut off has changed nothing. */
export function isRerunnable(catalogue: Catalogue, call: CallRecord): boolean {
	if (call.malformed !== undefined) return true;
	const resolution = catalogue.resolve(call.wireTool, JSON.parse(call.arguments));
	return resolution.kind === "ready" && resolution.tool.recovery === "rerun";
}
