import { truncate } from "#core/truncate.ts";
import type { CallState } from "#daemon/records/calls.ts";

/** The result of a call that is about to be cleared from view. */
export interface ResultToClear {
	entryId: number;
	callId: number;
	/** The tool that it came to, behind call_tool. */
	tool: string;
	/** JSON as the model wrote it. */
	arguments: string;
	state: CallState;
	tokens: number;
	/** The message's text as it is in view. */
	content: string;
	/** It holds what others wrote. */
	outside: boolean;
}

export interface LongRead extends ResultToClear {
	/** `C-45` */
	name: string;
	/** What was being looked for. */
	query: string;
}

/** A shorter result costs less to read again than to have summarised. */
const WORTH_TOKENS = 1_500;

/** More would make an answer that is long itself. The newest ones are needed soonest. */
const MOST = 8;

const MAX_QUERY_LENGTH = 300;

/** Tools that find or show something, now and as later parts of the program name theirs. What does something else is told by its state. */
const READ_LIKE = /^(?:read|grep|glob|list|find|search|fetch|get|open|look|browse|web|recall)(?:_|$)/;

/** Which results a model should say something of before they go: long ones that were read, and came whole. In their order. */
export const chooseLongReads = (clearing: readonly ResultToClear[]): LongRead[] =>
	clearing
		.filter(({ state, tokens, tool }) => state === "done" && tokens > WORTH_TOKENS && READ_LIKE.test(tool))
		.slice(-MOST)
		.map((result) => ({ ...result, name: `C-${result.callId}`, query: queryOf(result.arguments) }));

/** The arguments as they are: in a pattern or a path stands what was looked for. */
function queryOf(written: string): string {
	const flat = written.replace(/\s+/g, " ").trim();
	return flat.length > MAX_QUERY_LENGTH ? `${truncate(flat, MAX_QUERY_LENGTH)}…` : flat;
}
