import { canonicalJson, sha256 } from "#core/digest.ts";
import type { CallState } from "#daemon/records/calls.ts";

/*
 * Calls are compared by digests, since a text that somebody wrote stands nowhere but in `contents`. They are compared
 * within one turn, so half of the digest is enough.
 */
const digestOf = (text: string): string => sha256(text).slice(0, 32);

/** Of a call's arguments: the order of keys makes no difference. @param json as the model wrote it; any text is taken */
export function argumentsDigestOf(json: string): string {
	try {
		return digestOf(canonicalJson(JSON.parse(json)));
	} catch {
		return digestOf(json);
	}
}

/** Tools that tell how long something has been going on: that goes on by itself, and is no news. */
const POLLING = new Set(["list_pending", "read_task"]);

/** `12s`, `2m10s`, `1.5 min`, and moments as our stamps write them. */
const PASSING_TIME =
	/\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?|\d+(?:\.\d+)? ?(?:ms|s|m|h|d|min|seconds?|minutes?|hours?|days?)(?![a-z])/gi;

/**
 * Of what a tool returned, without stamp and count: its length, a colon, and a digest.
 * @param tool its effective name
 */
export function resultDigestOf(tool: string, text: string): string {
	const told = POLLING.has(tool) ? text.replace(PASSING_TIME, "#") : text;
	return `${told.length}:${digestOf(told)}`;
}

const FAILURES: ReadonlySet<CallState> = new Set(["failed", "denied", "unknown"]);

/** A failure's reason stands at the beginning of what a tool says, or at the end of what a command wrote. */
const MAX_EDGE_LENGTH = 400;

/** What differs from one failure to the next of the same kind. Bounded repetitions, so that no text takes long. */
const PARTICULARS: readonly RegExp[] = [
	/`[^`\n]{0,300}`|"[^"\n]{0,300}"|“[^”\n]{0,300}”|«[^»\n]{0,300}»|(?<![\p{L}\d])['‘][^'’\n]{0,300}['’](?![\p{L}\d])/gu,
	/\S{0,200}[/\\]\S{0,200}/g,
	/[\p{L}\d_-]{1,100}\.[a-z][a-z\d]{0,9}(?![\p{L}\d])/giu,
	/\p{L}{0,40}[-_]?\d[\p{L}\d_.:-]{0,100}/gu,
];

/**
 * What kind of failure a call's end was, as a digest: the tool and its words without quoted parts, paths, names of files,
 * numbers and ids. Undefined where it did not fail.
 * @param text what the tool said, without stamp and count
 */
export function problemClassOf(tool: string, state: CallState, text: string): string | undefined {
	if (!FAILURES.has(state)) return undefined;
	const edges =
		text.length > 2 * MAX_EDGE_LENGTH ? `${text.slice(0, MAX_EDGE_LENGTH)}\n${text.slice(-MAX_EDGE_LENGTH)}` : text;
	const kind = PARTICULARS.reduce((rest, particular) => rest.replace(particular, "#"), edges);
	return digestOf(`${tool} ${state} ${kind.toLowerCase().replace(/[\s#]+/g, " ")}`);
}
