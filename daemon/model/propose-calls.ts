import type { Ids } from "#core/ids.ts";
import { readArguments } from "./arguments.ts";
import type { CallDraft } from "./call-drafts.ts";
import type { ProposedCall } from "./port.ts";

const MADE_UP_ID_LENGTH = 16;

/** Reads the calls of a whole message. Ids that are missing, or used twice in the message, are made up. */
export async function proposeCalls(drafts: readonly CallDraft[], ids: Pick<Ids, "code">): Promise<ProposedCall[]> {
	const used = new Set<string>();
	const calls: ProposedCall[] = [];
	for (const draft of drafts) {
		const id = draft.id === "" || used.has(draft.id) ? `call_${ids.code(MADE_UP_ID_LENGTH)}` : draft.id;
		used.add(id);
		const read = await readArguments(draft.arguments);
		calls.push({ id, tool: draft.name, rawArguments: draft.arguments, ...read });
	}
	return calls;
}
