import { sha256 } from "#core/digest.ts";

/** Stands for the line before the first one. */
export const BEGINNING = "0".repeat(64);

/** A line and the chain's value at it. Where lines were thrown away, the last of them is an end too. */
export interface ChainEnd {
	line: number;
	/** 64 hex digits. */
	chain: string;
}

/** What a line's digest covers, as it is stored. */
export interface ChainedLine {
	id: number;
	at: number;
	kind: string;
	turn_id: number | null;
	call_id: number | null;
	approval_id: number | null;
	authority: string | null;
	tainted: number | null;
	effect: string | null;
	decision: string | null;
	outcome: string | null;
	content_digest: string | null;
}

/**
 * The chain's value at a line: SHA-256 of the value before it, followed by the canonical JSON of the line's fields.
 * `docs/journal.md` shows the same for people who want to check it without this program.
 */
export const chainAfter = (previous: string, line: ChainedLine): string => sha256(previous + canonicalLine(line));

/** As `canonicalJson` writes it, several times as fast: the keys stand in order, and the gate waits for it. */
const canonicalLine = (line: ChainedLine): string =>
	JSON.stringify({
		approval: line.approval_id,
		at: line.at,
		authority: line.authority,
		call: line.call_id,
		content: line.content_digest,
		decision: line.decision,
		effect: line.effect,
		id: line.id,
		kind: line.kind,
		outcome: line.outcome,
		tainted: line.tainted,
		turn: line.turn_id,
	});

/** The salt keeps short contents from being guessed from their digest once they are erased. */
export const digestOfContent = (salt: string, body: string): string => sha256(salt + body);

/** As an owner notes it: `812:9f86d0…`. */
export const formatHead = ({ line, chain }: ChainEnd): string => `${line}:${chain}`;

/** Reads what `formatHead` wrote, with spaces around it and in any case. Undefined for anything else. */
export function parseHead(text: string): ChainEnd | undefined {
	const [, line, chain] = /^\s*(\d{1,15}):([0-9a-f]{64})\s*$/i.exec(text) ?? [];
	return line === undefined || chain === undefined ? undefined : { line: Number(line), chain: chain.toLowerCase() };
}
