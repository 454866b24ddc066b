const OPENING = "<think>";
const CLOSING = "</think>";

/**
 * Where a reader of content stands with regard to a `<think>…</think>` block at its start, which local models write when
 * their server doesn't take reasoning apart. Tags further on are text like any other.
 */
export type ThinkBlock =
	| { kind: "undecided"; seen: string }
	| { kind: "inside"; tail: string }
	| { kind: "after" }
	| { kind: "over" };

/** Reads the next piece of content: gives the new state and what of the piece is text for the owner. */
export function readContent(block: ThinkBlock, piece: string): { block: ThinkBlock; text: string } {
	switch (block.kind) {
		case "undecided":
			return decide(block.seen + piece);
		case "inside":
			return seekClosing(block.tail + piece);
		case "after": {
			const text = piece.trimStart();
			return { block: text === "" ? block : { kind: "over" }, text };
		}
		case "over":
			return { block, text: piece };
	}
}

function decide(seen: string): { block: ThinkBlock; text: string } {
	const start = seen.trimStart();
	if (start.startsWith(OPENING)) return seekClosing(start.slice(OPENING.length));
	if (OPENING.startsWith(start)) return { block: { kind: "undecided", seen }, text: "" };
	return { block: { kind: "over" }, text: seen };
}

function seekClosing(thought: string): { block: ThinkBlock; text: string } {
	const end = thought.indexOf(CLOSING);
	// Only as much is kept as can be the beginning of the closing tag: a thought may be long.
	if (end === -1) return { block: { kind: "inside", tail: thought.slice(1 - CLOSING.length) }, text: "" };
	return readContent({ kind: "after" }, thought.slice(end + CLOSING.length));
}
