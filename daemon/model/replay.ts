import type { ModelEntry } from "#config/schema.ts";
import { sha256 } from "#core/digest.ts";
import type { CallDraft } from "./call-drafts.ts";
import type { Chunk } from "./chunk.ts";
import type { ChatMessage, Replay } from "./port.ts";
import type { ReasoningBlock } from "./replay-fields.ts";

/**
 * In characters of JSON: about 12,000 tokens, a quarter of the default window. What a model thought is sent with every
 * later request, so a longer thought would push the conversation out of view; it is left out as a whole.
 */
const MAX_REPLAY_LENGTH = 48_000;

/** What has come in of it. */
export interface ReplayDraft {
	/** Undefined until the service sends the field; DeepSeek wants an empty one back too. */
	text: string | undefined;
	blocks: readonly ReasoningBlock[];
}

export const emptyReplay: ReplayDraft = { text: undefined, blocks: [] };

export const addReplayPiece = ({ text, blocks }: ReplayDraft, piece: Chunk["replay"]): ReplayDraft => ({
	text: piece.text === undefined ? text : (text ?? "") + piece.text,
	blocks: piece.blocks.length === 0 ? blocks : addBlocks(blocks, piece.blocks),
});

function addBlocks(blocks: readonly ReasoningBlock[], pieces: readonly ReasoningBlock[]): ReasoningBlock[] {
	const all = [...blocks];
	for (const piece of pieces) {
		const last = all.at(-1);
		if (last && continues(last, piece)) all[all.length - 1] = joined(last, piece);
		else all.push(piece);
	}
	return all;
}

/** One block comes in a piece for each token or so. Only texts can be joined: encrypted ones come whole. */
const continues = (last: ReasoningBlock, piece: ReasoningBlock): boolean =>
	last.type === piece.type &&
	last.index === piece.index &&
	(piece.type === "reasoning.text" || piece.type === "reasoning.summary");

/** Each piece repeats the block's other members, some of them null until the last, as the signature. */
function joined(last: ReasoningBlock, piece: ReasoningBlock): ReasoningBlock {
	const news = Object.entries(piece).filter(([, value]) => value !== null);
	return {
		...last,
		...Object.fromEntries(
			news.map(([name, value]) => {
				const before = last[name];
				const isText = name === "text" || name === "summary";
				return [name, isText && typeof before === "string" ? `${before}${value}` : value];
			}),
		),
	};
}

/** What is to be kept of a whole message; undefined where there is nothing, or too much. */
export function collectReplay(
	{ text, blocks }: ReplayDraft,
	calls: readonly CallDraft[],
	entry: ModelEntry,
): Replay | undefined {
	const replay: Replay = { source: replaySource(entry) };
	// A router that sends both means the same thought twice.
	if (blocks.length > 0) replay.message = { reasoning_details: blocks };
	else if (text !== undefined) replay.message = { reasoning_content: text };
	if (calls.some(({ extraContent }) => extraContent !== undefined)) {
		replay.calls = calls.map(({ extraContent }) => (extraContent ? { extra_content: extraContent } : {}));
	}
	const isEmpty = replay.message === undefined && replay.calls === undefined;
	return isEmpty || JSON.stringify(replay).length > MAX_REPLAY_LENGTH ? undefined : replay;
}

/** Names who gave a private part. A digest, since a base URL may hold a secret and this is stored. */
export const replaySource = ({ baseUrl, model }: ModelEntry): string => sha256(JSON.stringify([baseUrl, model]));

/**
 * The messages as this model is to get them: each with the private part that it gave itself, none with another's. Equal
 * messages give equal bytes, since spreading keeps the order in which members were stored.
 */
export function withReplay(messages: readonly ChatMessage[], entry: ModelEntry): ChatMessage[] {
	const source = replaySource(entry);
	return messages.map((message) => {
		if (message.role !== "assistant" || message.replay === undefined) return message;
		const { replay, ...plain } = message;
		if (replay.source !== source) return plain;
		const calls = plain.tool_calls?.map((call, index) => ({ ...call, ...replay.calls?.[index] }));
		return { ...plain, ...(calls && { tool_calls: calls }), ...replay.message };
	});
}
