import { BEGINNING, type ChainEnd, type ChainedLine, chainAfter, digestOfContent } from "./chain.ts";

/** A line with all that belongs to it, as it is stored. */
export interface StoredLine extends ChainedLine {
	chain: string;
	/** NULL where there is none, or where it was erased. */
	body: string | null;
	salt: string | null;
}

export interface StoredEnds {
	/** In front of the oldest line that is on record. */
	anchor: ChainEnd | undefined;
	/** The newest line. */
	head: ChainEnd | undefined;
}

/**
 * - `changed`: what stands there is not what was chained
 * - `missing`: it is not there
 * - `order`: there should be none, so it was put in or moved
 * - `content`: its texts are not those of which it keeps the digest
 * - `rewritten`: all fits together, but it is not the line that the owner noted: from it or an earlier one on, all was made anew
 * - `ends`: where the chain begins and ends is not on record
 */
export type JournalFault = "changed" | "missing" | "order" | "content" | "rewritten" | "ends";

export type Verification =
	| {
			kind: "intact";
			/** How many lines were verified. */
			lines: number;
			/** How many of them have had their texts erased. */
			erased: number;
			/** Of an earlier version, whose lines were not chained: nothing vouches for them. */
			unchained: number;
			anchor: ChainEnd;
			head: ChainEnd;
			/** What is known of the head that the owner noted: it is still part of the chain, or went with the oldest lines. */
			noted: "none" | "proven" | "thrown-away";
	  }
	| { kind: "broken"; line: number; fault: JournalFault };

/**
 * Goes along the chain and stops at the first line that does not fit.
 * @param lines in the order of their numbers; they are looked at one at a time
 * @param noted an earlier head that the owner kept elsewhere
 */
export function verifyJournal(ends: StoredEnds, lines: Iterable<StoredLine>, noted?: ChainEnd): Verification {
	const { anchor, head } = ends;
	if (!anchor || !head) return broken(0, "ends");
	let last = anchor;
	const counts = { lines: 0, erased: 0, unchained: 0 };
	for (const line of lines) {
		if (isOfEarlierVersion(line, anchor)) {
			counts.unchained += 1;
			continue;
		}
		const fault = faultOf(line, last, noted);
		// What is missing is the number after the last one; everything else is this line's.
		if (fault) return broken(fault === "missing" ? last.line + 1 : line.id, fault);
		last = { line: line.id, chain: line.chain };
		counts.lines += 1;
		counts.erased += Number(line.content_digest !== null && line.body === null);
	}
	const intact = { kind: "intact", ...counts, anchor, head, noted: noted ? whereIs(noted, anchor) : "none" } as const;
	return endFault(last, head) ?? notedFault(noted, anchor, head) ?? intact;
}

const whereIs = (noted: ChainEnd, anchor: ChainEnd) => (noted.line < anchor.line ? "thrown-away" : "proven");

/** Only where nothing that was chained has been thrown away yet: what is older goes first. */
const isOfEarlierVersion = (line: StoredLine, anchor: ChainEnd): boolean =>
	line.chain === "" && line.id <= anchor.line && anchor.chain === BEGINNING;

function faultOf(line: StoredLine, last: ChainEnd, noted: ChainEnd | undefined): JournalFault | undefined {
	if (line.id <= last.line) return "order";
	if (line.id > last.line + 1) return "missing";
	if (chainAfter(last.chain, line) !== line.chain) return "changed";
	if (!hasItsContent(line)) return "content";
	return noted?.line === line.id && noted.chain !== line.chain ? "rewritten" : undefined;
}

/**
 * Whether the texts are the line's own, or erased. A body is a JSON object and a salt has no brace, so that nothing can be
 * moved from one to the other under the same digest.
 */
function hasItsContent({ content_digest: digest, body, salt }: StoredLine): boolean {
	if (body === null || salt === null) return body === salt;
	return body.startsWith("{") && !salt.includes("{") && digest === digestOfContent(salt, body);
}

/** The head is kept beside the lines, so that lines taken from the end are missed. */
function endFault(last: ChainEnd, head: ChainEnd): Verification | undefined {
	if (last.line < head.line) return broken(last.line + 1, "missing");
	if (last.line > head.line) return broken(head.line + 1, "order");
	return last.chain === head.chain ? undefined : broken(last.line, "changed");
}

function notedFault(noted: ChainEnd | undefined, anchor: ChainEnd, head: ChainEnd): Verification | undefined {
	if (!noted) return undefined;
	if (noted.line > head.line) return broken(head.line + 1, "missing");
	if (noted.line === anchor.line && noted.chain !== anchor.chain) return broken(noted.line, "rewritten");
	return undefined;
}

const broken = (line: number, fault: JournalFault): Verification => ({ kind: "broken", line, fault });
