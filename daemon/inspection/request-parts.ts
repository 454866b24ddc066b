import { estimateTokens } from "#daemon/context/tokens.ts";
import type { ViewEntry } from "#daemon/context/view-entry.ts";
import type { ChatMessage, ToolDefinition } from "#daemon/model/port.ts";
import type { Epoch } from "#daemon/records/epochs.ts";
import type { ModelCallRecord } from "#daemon/records/model-calls.ts";
import type { ReplacementKind } from "#daemon/records/replacements.ts";

/** What a request consists of, in the order of the wire; entries of one kind counted together. */
export interface RequestPart {
	/** For a person: `prompt: rules`, `results of read_file`. */
	name: string;
	/** Messages, or tools; undefined for a part of one message. */
	count: number | undefined;
	/** By `estimateTokens`, not calibrated. */
	tokens: number;
}

export interface PartsOf {
	epoch: Epoch;
	tools: readonly ToolDefinition[];
	/** What stands before the entries. */
	fixed: readonly ChatMessage[];
	entries: readonly ViewEntry[];
	call: Pick<ModelCallRecord, "statusBlock" | "purpose">;
	toolOf: (result: ViewEntry) => string | undefined;
}

/** Counts the tokens of a request, part by part. Pure. */
export function countParts({ epoch, tools, fixed, entries, call, toolOf }: PartsOf): RequestPart[] {
	const [, opening] = fixed;
	const last = call.purpose === "turn" ? "status block" : `instruction for the ${call.purpose}`;
	return [
		...promptParts(epoch),
		{ name: "tools", count: tools.length, tokens: estimateTokens(epoch.prefix.tools) },
		...(opening ? [{ name: "opening", count: 1, tokens: estimateTokens(JSON.stringify(opening)) }] : []),
		...entryParts(entries, toolOf),
		...(call.statusBlock === "" ? [] : [{ name: last, count: undefined, tokens: estimateTokens(call.statusBlock) }]),
	];
}

/** An epoch of an earlier version has its prompt in one piece. */
const promptParts = ({ prefix }: Epoch): RequestPart[] =>
	prefix.parts.length === 0
		? [{ name: "prompt", count: undefined, tokens: estimateTokens(prefix.prompt) }]
		: prefix.parts.map(({ name, tokens }) => ({ name: `prompt: ${name}`, count: undefined, tokens }));

function entryParts(entries: readonly ViewEntry[], toolOf: PartsOf["toolOf"]): RequestPart[] {
	const parts = new Map<string, RequestPart & { count: number }>();
	for (const entry of entries) {
		const name = nameOf(entry, toolOf);
		const part = parts.get(name) ?? { name, count: 0, tokens: 0 };
		parts.set(name, { name, count: part.count + 1, tokens: part.tokens + entry.tokens });
	}
	const rank = ({ name }: RequestPart) => ORDER.findIndex((beginning) => name.startsWith(beginning));
	return [...parts.values()].sort((one, other) => rank(one) - rank(other) || other.tokens - one.tokens);
}

const ORDER = ["events", "assistant messages", "results", "notices"];

const NAMES = { event: "events", assistant: "assistant messages", notice: "notices" } as const;

const REPLACED: Record<ReplacementKind, string> = { noise: "as noise", cleared: "cleared", summary: "summed up" };

function nameOf(entry: ViewEntry, toolOf: PartsOf["toolOf"]): string {
	const name = entry.kind === "result" ? `results of ${toolOf(entry) ?? "a tool"}` : NAMES[entry.kind];
	return entry.replaced === undefined ? name : `${name}, ${REPLACED[entry.replaced]}`;
}
