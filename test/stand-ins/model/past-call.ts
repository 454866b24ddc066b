import { canonicalJson } from "#core/digest.ts";
import type { OpenEvent, PastCall } from "./conversation.ts";
import type { ScriptedCall } from "./types.ts";

/** The first call of that kind after an event: the one that was made for it. */
export const callFor = (event: OpenEvent, wanted: ScriptedCall, calls: readonly PastCall[]): PastCall | undefined =>
	calls.find((call) => call.at > event.at && isSame(call, wanted));

export const isSame = (call: PastCall, wanted: ScriptedCall): boolean =>
	call.tool === wanted.tool && canonicalJson(call.arguments) === canonicalJson(wanted.arguments);
