import { z } from "zod";
import type { PastCall } from "#test/stand-ins/model/conversation.ts";
import { addLine, LIST } from "./appending-tools.ts";

const fileCall = z.object({ path: z.string() });
const editCall = z.object({ path: z.string(), new: z.string() });
const lineCall = z.object({ line: z.string() });
const indirectCall = z.object({ name: z.string() });

/** Whether a call's result says that it was done. What failed, was not run or is unknown says so after its stamp. */
export const isDone = ({ result }: PastCall): boolean =>
	result !== undefined && /^\[[^\]\n]*\] Tool call [^\n]*\n(?!FAILED|UNKNOWN|DENIED|ASKED)/.test(result);

/** The tool that a call came to, behind `call_tool`. */
export function toolOf(call: PastCall): string {
	const inner = call.tool === "call_tool" ? indirectCall.safeParse(call.arguments) : undefined;
	return inner?.success ? inner.data.name : call.tool;
}

/** What a conversation lets one know of a file: its text, or that it has to be read. A missing file is empty. */
export function knownText(calls: readonly PastCall[], path: string): string | undefined {
	let text: string | undefined;
	for (const call of calls) {
		if (pathOf(call) !== path) continue;
		if (call.tool === "read_file") text = isDone(call) ? (call.result ?? "") : "";
		else text = text !== undefined && isDone(call) ? `${text}\n${newTextOf(call)}` : undefined;
	}
	return text;
}

function pathOf(call: PastCall): string | undefined {
	if (call.tool === addLine.name) return LIST;
	const parsed = fileCall.safeParse(call.arguments);
	return parsed.success ? parsed.data.path : undefined;
}

function newTextOf(call: PastCall): string {
	const edit = editCall.safeParse(call.arguments);
	if (edit.success) return edit.data.new;
	return lineCall.safeParse(call.arguments).data?.line ?? "";
}
