import { type FinishedCall, NOTICE_AT, type Repetition, STOP_AT } from "./finished-call.ts";
import { describeStall, stallNotice } from "./stall-texts.ts";

/**
 * Whether a turn's calls go in circles.
 * - `notice`: for the end of the call's result. Facts of the program's own, no word that others wrote
 * - `stop`: the turn ends. `account` says what was tried, as Markdown for the owner
 */
export type StallReading = { kind: "none" } | { kind: "notice"; text: string } | { kind: "stop"; account: string };

/** So many calls back are looked at for circles: three turns of a circle of four. */
const WINDOW = 12;

/** A result is content, rather than a word on how it went, from this length on. */
const CONTENT_LENGTH = 200;

const NONE: StallReading = { kind: "none" };

/**
 * Looks at a turn's calls after each of them. Pure.
 *
 * Alike are calls of one tool with the same arguments and result, calls that fail for the same reason whatever their
 * arguments, and calls that bring the same long content by other arguments. Nothing else is: ten different files are
 * progress, however long it takes.
 * @param calls the turn's calls that have a result, in call order, the newest one last
 */
export function detectStall(calls: readonly FinishedCall[]): StallReading {
	const newest = calls.at(-1);
	if (!newest || !wasMade(newest)) return NONE;
	const made = calls.filter(wasMade);
	const repetition = longest(made, newest);
	if (repetition.calls.length < NOTICE_AT) return NONE;
	// Whoever sends five calls at once has seen no notice yet.
	const seen = repetition.calls.filter(({ messageId }) => messageId !== newest.messageId).length;
	return repetition.calls.length >= STOP_AT && seen >= NOTICE_AT
		? { kind: "stop", account: describeStall(made, repetition) }
		: { kind: "notice", text: stallNotice(repetition) };
}

/**
 * The reading for a whole message: the worst of its calls'.
 * @param calls see `detectStall`
 * @param messageId the message's entry; without a call of it there is no stall
 */
export function stallOfMessage(calls: readonly FinishedCall[], messageId: number): StallReading {
	const readings = calls.flatMap((call, index) =>
		call.messageId === messageId ? [detectStall(calls.slice(0, index + 1))] : [],
	);
	return readings.find(({ kind }) => kind === "stop") ?? readings.findLast(({ kind }) => kind === "notice") ?? NONE;
}

function longest(calls: readonly FinishedCall[], newest: FinishedCall): Repetition {
	const recent = calls.slice(-WINDOW - 1);
	const found: Repetition[] = [
		{ signal: "same-call", calls: recent.filter((call) => isSameCall(call, newest)) },
		{ signal: "same-problem", calls: sameProblem(calls, newest) },
		{ signal: "same-content", calls: recent.filter((call) => isSameContent(call, newest)) },
	];
	return found.reduce((best, next) => (next.calls.length > best.calls.length ? next : best));
}

/** A call that was left out, since another one failed, says nothing. */
const wasMade = ({ state }: FinishedCall): boolean => state !== "not-run";

/** The result of what was asked or goes on as a task is a placeholder with a number of its own: it tells nothing. */
const hasPlaceholder = ({ state }: FinishedCall): boolean => state === "asked" || state === "running";

const isSameCall = (a: FinishedCall, b: FinishedCall): boolean =>
	a.tool === b.tool &&
	a.argumentsDigest === b.argumentsDigest &&
	a.state === b.state &&
	(hasPlaceholder(a) || isSameResult(a, b));

const isSameContent = (a: FinishedCall, b: FinishedCall): boolean =>
	a.tool === b.tool &&
	a.state === "done" &&
	b.state === "done" &&
	isSameResult(a, b) &&
	lengthOf(a.resultDigest) >= CONTENT_LENGTH;

const isSameResult = (a: FinishedCall, b: FinishedCall): boolean =>
	a.resultDigest !== undefined && a.resultDigest === b.resultDigest;

/** `resultDigestOf` writes the length in front. */
const lengthOf = (resultDigest: string | undefined): number => Number.parseInt(resultDigest ?? "0", 10);

/** The failures of that kind since the tool last did what it should. */
function sameProblem(calls: readonly FinishedCall[], newest: FinishedCall): FinishedCall[] {
	if (newest.problemClass === undefined) return [];
	const ofTool = calls.filter(({ tool }) => tool === newest.tool);
	const lastSuccess = ofTool.findLastIndex((call) => call.state === "done" || hasPlaceholder(call));
	return ofTool.slice(lastSuccess + 1).filter(({ problemClass }) => problemClass === newest.problemClass);
}
