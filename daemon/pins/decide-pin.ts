import { truncate } from "#core/truncate.ts";
import { estimateTokens } from "#daemon/context/tokens.ts";
import type { PinKind, PinRequest } from "#tools/pin-port.ts";
import { formatCount } from "#tools/text.ts";
import type { Kept } from "./kept.ts";

/** The longest text, and the longest reason, in UTF-16 units. */
export const MAX_PIN_LENGTH = 500;

/** What a line costs beside its words: the number, the line end. */
const LINE_TOKENS = 6;

/** How many are named that might go. */
const MAX_NAMED = 5;
const EXCERPT_LENGTH = 60;

/** What becomes of a request. `text` and `reason` as they will be kept. */
export type PinDecision =
	| { kind: "fact"; text: string }
	| { kind: "decision"; text: string; reason: string | undefined; replaces: Kept | undefined }
	/** The same is in force already. What it was to replace ends all the same. */
	| { kind: "known"; kept: Kept; replaces: Kept | undefined }
	/** `problem` is for owner and model alike. */
	| { kind: "refused"; problem: string };

/**
 * Whether something is kept for good, and as what. Pure.
 * @param inForce what is kept now, oldest first
 * @param budgetTokens what all that is kept may take together, so that all of it is always carried on
 */
export function decidePin(request: PinRequest, inForce: readonly Kept[], budgetTokens: number): PinDecision {
	const wanted = readRequest(request);
	const problem = formProblem(wanted);
	if (problem !== undefined) return { kind: "refused", problem };
	const replaces = inForce.find(({ kind, name }) => kind === "decision" && name === wanted.replaces);
	if (wanted.replaces !== undefined && !replaces)
		return { kind: "refused", problem: `No decision ${wanted.replaces} is in force. ${whatIs(inForce)}` };
	const { kind, text, reason } = wanted;
	return (
		decideKnown(wanted, inForce, replaces) ??
		decideRoom(wanted, inForce, replaces, budgetTokens) ??
		(kind === "fact" ? { kind, text } : { kind, text, reason, replaces })
	);
}

/** A request as it will be kept. */
interface Wanted {
	kind: PinKind;
	text: string;
	reason: string | undefined;
	replaces: string | undefined;
}

function readRequest({ kind, text, why, replaces }: PinRequest): Wanted {
	const reason = oneParagraph(why ?? "") || undefined;
	return {
		kind: kind ?? (reason === undefined && replaces === undefined ? "fact" : "decision"),
		text: oneParagraph(text),
		reason,
		replaces: replaces?.trim().toUpperCase(),
	};
}

/** What to do where the same is in force; undefined where it is not, or gives way itself. */
function decideKnown(
	{ kind, text, reason }: Wanted,
	inForce: readonly Kept[],
	replaces: Kept | undefined,
): PinDecision | undefined {
	const same = inForce.find((kept) => kept.kind === kind && kept.text === text);
	if (!same) return undefined;
	if (reason === undefined || reason === same.reason)
		return { kind: "known", kept: same, replaces: replaces === same ? undefined : replaces };
	if (same === replaces) return undefined;
	const way = `To put this in its place, give "replaces": "${same.name}".`;
	return { kind: "refused", problem: `${same.name} says the same for another reason. ${way}` };
}

/** What is kept takes, with what stands around it. */
export const tokensInForce = (inForce: readonly Kept[]): number =>
	inForce.reduce((sum, { tokens }) => sum + tokens + LINE_TOKENS, 0);

/** In which numbers something is kept, for whoever named one that is not. */
export function whatIs(inForce: readonly Kept[]): string {
	if (inForce.length === 0) return "Nothing is pinned or decided now.";
	return `In force: ${inForce.map(({ name }) => name).join(", ")}.`;
}

/** Of the characters that show nothing, those that turn round what stands beside them: what is allowed would not be what is seen. */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/g;

/** The words on one line: lists show it, and a line of its own could pass for something else there. */
const oneParagraph = (text: string): string =>
	text
		.replace(TURNING, "")
		.replace(/[\s\p{Cc}]+/gu, " ")
		.trim();

function formProblem({ kind, text, reason, replaces }: Wanted): string | undefined {
	if (text === "") return "There is no text. Write in one paragraph what is to be kept, word for word.";
	const tooLong = [text, reason ?? ""].find(({ length }) => length > MAX_PIN_LENGTH);
	if (tooLong !== undefined)
		return (
			`${formatCount(tooLong.length)} characters are too many: at most ${MAX_PIN_LENGTH} are kept word for word. Put the ` +
			"details into a file and pin its path, with what it is for."
		);
	if (kind === "decision") return undefined;
	if (replaces !== undefined) return "Only a decision takes another's place. Unpin the old fact, and pin the new one.";
	return reason === undefined ? undefined : 'A fact has no reason. Leave out `why`, or give "kind": "decision".';
}

/** Refuses what there is no room for; undefined where there is. */
function decideRoom(
	{ text, reason }: Wanted,
	inForce: readonly Kept[],
	replaces: Kept | undefined,
	budgetTokens: number,
): PinDecision | undefined {
	const needed = estimateTokens(text) + estimateTokens(reason ?? "") + LINE_TOKENS;
	const left = inForce.filter((kept) => kept !== replaces);
	const taken = tokensInForce(left);
	if (taken + needed <= budgetTokens) return undefined;
	const sums = `pins and decisions may take ${formatCount(budgetTokens)} tokens together, and this needs ${formatCount(needed)}`;
	if (needed > budgetTokens) return { kind: "refused", problem: `There is no room: ${sums}. Make it shorter.` };
	const oldest = oldestToGo(left, taken + needed - budgetTokens).map(
		({ name, text: words }) => `${name} "${excerpt(words)}"`,
	);
	const problem =
		`There is no room: ${sums}, with ${formatCount(taken)} taken. Unpin what no longer matters; the oldest: ` +
		`${oldest.join(", ")}.`;
	return { kind: "refused", problem };
}

/** The oldest that would make room together, as far as one message names them. */
function oldestToGo(left: readonly Kept[], missingTokens: number): readonly Kept[] {
	const enough = left.findIndex((_kept, index) => tokensInForce(left.slice(0, index + 1)) >= missingTokens);
	return left.slice(0, Math.min(enough + 1, MAX_NAMED));
}

const excerpt = (text: string): string => (text.length > EXCERPT_LENGTH ? `${truncate(text, EXCERPT_LENGTH)}…` : text);
