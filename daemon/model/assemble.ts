import { addCallPiece, type CallDraft } from "./call-drafts.ts";
import type { Chunk } from "./chunk.ts";
import { addReplayPiece, emptyReplay, type ReplayDraft } from "./replay.ts";
import { readContent, type ThinkBlock } from "./think-block.ts";
import type { ReportedUsage } from "./usage.ts";

/** What has come in of one answer. */
export interface Assembly {
	text: string;
	refusal: string;
	calls: CallDraft[];
	block: ThinkBlock;
	/** True once reasoning was seen. */
	thinking: boolean;
	replay: ReplayDraft;
	finishReason: string | undefined;
	usage: ReportedUsage | undefined;
	/** All that the model wrote, reasoning included, for an estimate of the cost. */
	written: string;
	chunkCount: number;
}

export const emptyAssembly: Assembly = {
	text: "",
	refusal: "",
	calls: [],
	block: { kind: "undecided", seen: "" },
	thinking: false,
	replay: emptyReplay,
	finishReason: undefined,
	usage: undefined,
	written: "",
	chunkCount: 0,
};

/** The assembly with one more chunk in it. Some providers send usage in every chunk: the last one counts. */
export function addChunk(assembly: Assembly, chunk: Chunk): Assembly {
	const { block, text } = readContent(assembly.block, chunk.content);
	return {
		text: assembly.text + text,
		refusal: assembly.refusal + chunk.refusal,
		calls: chunk.calls.reduce(addCallPiece, assembly.calls),
		block,
		thinking: assembly.thinking || chunk.reasoning !== "" || block.kind === "inside",
		replay: addReplayPiece(assembly.replay, chunk.replay),
		finishReason: chunk.finishReason ?? assembly.finishReason,
		usage: chunk.usage ?? assembly.usage,
		written: assembly.written + writtenIn(chunk),
		chunkCount: assembly.chunkCount + 1,
	};
}

const writtenIn = ({ content, refusal, reasoning, calls }: Chunk): string =>
	reasoning + content + refusal + calls.map((call) => call.name + call.arguments).join("");

/** How an answer ended that came to its end. */
export type Ending =
	| { kind: "message"; text: string; calls: CallDraft[] }
	| { kind: "length"; text: string }
	| { kind: "refusal"; text: string }
	| { kind: "malformed"; problem: string }
	/** The stream ended without a finish reason: what is there may be half a sentence, or half an argument. */
	| { kind: "cut" }
	/** The model's own word for an end that is none of the known ones, as OpenRouter's `error`. */
	| { kind: "odd-end"; finishReason: string };

type FinishKind = "message" | "length" | "refusal";

/** OpenAI's words, and those that other servers pass on from their models. */
const FINISH_KINDS: ReadonlyMap<string, FinishKind> = new Map([
	["stop", "message"],
	["tool_calls", "message"],
	["function_call", "message"],
	["end_turn", "message"],
	["eos", "message"],
	["length", "length"],
	["max_tokens", "length"],
	// Anthropic, z.ai: the window was full before the answer was whole.
	["model_context_window_exceeded", "length"],
	["content_filter", "refusal"],
	["safety", "refusal"],
	["refusal", "refusal"],
]);

/** Judges an answer of which nothing more will come. */
export function endAssembly(assembly: Assembly): Ending {
	const { finishReason, refusal } = assembly;
	if (finishReason === undefined) return { kind: "cut" };
	const kind = FINISH_KINDS.get(finishReason.toLowerCase());
	if (!kind) return { kind: "odd-end", finishReason };
	const text = wholeText(assembly);
	if (kind === "refusal" || (kind === "message" && refusal !== "")) return { kind: "refusal", text: refusal || text };
	if (kind === "length") return { kind, text };
	return endMessage(text, assembly.calls, finishReason);
}

/** The finish reasons that announce calls. */
const CALL_REASONS: ReadonlySet<string> = new Set(["tool_calls", "function_call"]);

/** A model that ends in order with nothing has said so: whether it is to be reminded is for the loop to know. */
function endMessage(text: string, drafts: CallDraft[], finishReason: string): Ending {
	const calls = drafts.filter((draft) => draft.name !== "" || draft.arguments !== "" || draft.id !== "");
	if (calls.some((call) => call.name === "")) return { kind: "malformed", problem: "a tool call without a name" };
	// The server lost them, as one whose parser for tool calls doesn't fit the model.
	if (calls.length === 0 && text.trim() === "" && CALL_REASONS.has(finishReason.toLowerCase())) {
		return { kind: "malformed", problem: "tool calls announced, none sent" };
	}
	return { kind: "message", text, calls };
}

const wholeText = ({ text, block }: Assembly): string => (block.kind === "undecided" ? text + block.seen : text);
