import { canonicalJson } from "#core/digest.ts";

/**
 * The program's own words for what was decided and how it ended. They hold nothing about anybody, so they stand in the line
 * itself and outlive the erasing of its content. Everything else may hold names, and can be erased.
 */
const PLAIN_WORDS: ReadonlySet<string> = new Set([
	...["allow", "inactive", "ask", "deny"],
	...["approved", "denied", "expired", "lapsed", "committing", "granted", "revoked", "activated"],
	...["intended", "running", "asked", "done", "failed", "unknown", "not-run", "cancelled", "stopped"],
]);

/** What of a line is text. */
export interface LineTexts {
	target?: string | undefined;
	rule?: string | undefined;
	decision?: string | undefined;
	outcome?: string | undefined;
}

export interface SplitLine {
	decision: string | null;
	outcome: string | null;
	/** Canonical JSON of the rest; undefined where nothing is left. */
	content: string | undefined;
}

/** Parts what stays for as long as the line from what can be erased before. */
export function splitLine({ target, rule, decision, outcome }: LineTexts): SplitLine {
	const content: LineTexts = {
		...{ target, rule },
		decision: isPlain(decision) ? undefined : decision,
		outcome: isPlain(outcome) ? undefined : outcome,
	};
	const isEmpty = Object.values(content).every((text) => text === undefined);
	return {
		decision: isPlain(decision) ? decision : null,
		outcome: isPlain(outcome) ? outcome : null,
		content: isEmpty ? undefined : canonicalJson(content),
	};
}

const isPlain = (word: string | undefined): word is string => word !== undefined && PLAIN_WORDS.has(word);
