import type { ChatMessage, ToolDefinition } from "#daemon/model/port.ts";

export interface Comparable {
	tools: readonly ToolDefinition[];
	/** With the status block. */
	messages: readonly ChatMessage[];
	/** Without it. */
	conversation: readonly ChatMessage[];
}

/** Where a request begins to differ from the one before it. */
export type DifferingPlace =
	| { kind: "tools" }
	/** A message by its number from 1, and how many of its bytes, as JSON, are the same. */
	| { kind: "message"; message: number; role: ChatMessage["role"]; sameBytes: number }
	| { kind: "nowhere" };

/**
 * - `extends`: all of it but the status block is at the front of the next one: how it should be within an epoch
 * - `shows-less`: it breaks off earlier, and is the same up to there: a request of the program's own, for a part of the view
 * - `changed`: something that was sent is not as it was
 */
export type Relation = { kind: "extends"; added: number } | { kind: "shows-less"; left: number } | { kind: "changed" };

export interface Difference {
	at: DifferingPlace;
	relation: Relation;
	/** From the first byte of the tools on, tools and messages as JSON: what a provider may have kept. */
	sharedBytes: number;
	/** Of the later request. */
	bytes: number;
}

/** Compares two requests of a trajectory. Pure. */
export function compareRequests(before: Comparable, now: Comparable): Difference {
	const toolBytes = [before, now].map(({ tools }) => bytesOf(tools)) as [Buffer, Buffer];
	const sent = [before, now].map(({ messages }) => messages.map(bytesOf)) as [Buffer[], Buffer[]];
	const bytes = sizeOf([toolBytes[1], ...sent[1]]);
	const relation = relate(before, now, toolBytes[0].equals(toolBytes[1]));
	if (!toolBytes[0].equals(toolBytes[1]))
		return { at: { kind: "tools" }, relation, sharedBytes: sharedPrefix(...toolBytes), bytes };
	const index = firstDifferent(sent[0], sent[1]);
	const role = (now.messages[index] ?? before.messages[index])?.role;
	if (role === undefined) return { at: { kind: "nowhere" }, relation, sharedBytes: bytes, bytes };
	const sameBytes = sharedPrefix(sent[0][index] ?? EMPTY, sent[1][index] ?? EMPTY);
	return {
		at: { kind: "message", message: index + 1, role, sameBytes },
		relation,
		sharedBytes: sizeOf([toolBytes[1], ...sent[1].slice(0, index)]) + sameBytes,
		bytes,
	};
}

const EMPTY = Buffer.alloc(0);

const bytesOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

const sizeOf = (pieces: readonly Buffer[]): number => pieces.reduce((sum, { length }) => sum + length, 0);

function relate(before: Comparable, now: Comparable, hasSameTools: boolean): Relation {
	const [earlier, later] = [before.conversation, now.conversation].map((messages) => messages.map(bytesOf));
	if (!earlier || !later || !hasSameTools) return { kind: "changed" };
	const shared = firstDifferent(earlier, later);
	if (shared === earlier.length) return { kind: "extends", added: later.length - shared };
	return shared === later.length ? { kind: "shows-less", left: earlier.length - shared } : { kind: "changed" };
}

/** The index of the first that is not the same in both; the length of the shorter one where it is all in the other. */
function firstDifferent(one: readonly Buffer[], other: readonly Buffer[]): number {
	const index = one.findIndex((piece, at) => !other[at]?.equals(piece));
	return index === -1 ? one.length : index;
}

function sharedPrefix(one: Buffer, other: Buffer): number {
	const most = Math.min(one.length, other.length);
	for (let index = 0; index < most; index += 1) if (one[index] !== other[index]) return index;
	return most;
}
