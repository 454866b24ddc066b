import type { Runs } from "./runs.ts";
import type { Span } from "./spans.ts";
import { isPlaceholder } from "./structured-shapes.ts";

/**
 * Names that a secret is given to, up to where the name ends: `DB_PASSWORD=…`, `"api_key": "…"`, `token := '…'`. A word goes on
 * in `tokens` or `password_hint`, which are other things.
 */
export const ASSIGNED_NAME =
	/(?:password|passwd|passphrase|pwd|secret|api[-_ ]?key|(?:access|private|secret|account)[-_ ]?key|token)(?=(?:\\{0,2}["'`])?\s{0,4}(?::=|=>|[:=]))/gi;

/** Names that also stand before other things: the value must be longer. */
const OFTEN_ELSE = /^(?:secret|token)$/i;
const MIN_LENGTH = 8;
const MIN_LENGTH_ELSE = 12;
const MAX_LENGTH = 300;

/** The value that is given to a name which ends at `nameEnd`. */
export function findAssigned(text: string, name: string, nameEnd: number, runs: Runs): Span | undefined {
	const sign = /^(?:\\{0,2}["'`])?\s{0,4}(?::=|=>|[:=])[ \t]{0,4}(\\{0,2}["'`])?/.exec(
		text.slice(nameEnd, nameEnd + 16),
	);
	if (!sign) return undefined;
	const start = nameEnd + sign[0].length;
	const quote = sign[1];
	const end = quote === undefined ? runs.end(start, UNQUOTED) : closingQuote(text, start, quote);
	if (end === undefined) return undefined;
	const value = text.slice(start, end);
	const minLength = OFTEN_ELSE.test(name) ? MIN_LENGTH_ELSE : MIN_LENGTH;
	if (value.length < minLength || value.length > MAX_LENGTH || isPlaceholder(value)) return undefined;
	if (quote === undefined && isCode(value, text[end])) return undefined;
	return looksChosen(value) ? { start, end } : undefined;
}

const UNQUOTED = /[^\s"'`,;<>(){}[\]|&\\]/;

function closingQuote(text: string, start: number, quote: string): number | undefined {
	const line = text.slice(start, start + MAX_LENGTH + 1);
	const end = line.indexOf(quote);
	return end < 0 || line.slice(0, end).includes("\n") ? undefined : start + end;
}

/** What a program calls or reads, instead of a value that stands there. */
const isCode = (value: string, next: string | undefined): boolean =>
	next === "(" || next === "[" || /^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)+$/.test(value);

/** Passwords and keys mix kinds of characters; a word, a number or a date does not. */
const looksChosen = (value: string): boolean =>
	/[A-Za-z]/.test(value) && /[0-9!@#$%^*?+/]/.test(value) && !/\s/.test(value) && !/^[a-z]+:\/\//i.test(value);
