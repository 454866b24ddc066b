import type { ModelEntry } from "#config/schema.ts";
import { createRedactor } from "#core/redact.ts";
import { type ErrorKind, kindOf } from "./error-kind.ts";
import { type Place, placeOf, TREATMENTS } from "./error-texts.ts";
import type { Failure } from "./failure.ts";
import { readOverflow } from "./overflow.ts";
import { findWantedField } from "./replay-fields.ts";
import { readServiceError } from "./service-error.ts";

/** What went wrong in one attempt. */
export type Fault =
	/** The SDK or the network threw; `answered` is true where the headers of an answer had come. */
	| { kind: "thrown"; error: unknown; answered: boolean }
	/** Nothing came for so long. */
	| { kind: "stalled"; idleMs: number }
	| { kind: "cut" }
	/** An answer of another media type, with its beginning. */
	| { kind: "not-a-stream"; mediaType: string; excerpt: string }
	/** A chunk that doesn't have the form of one. */
	| { kind: "bad-chunk"; problem: string }
	| { kind: "odd-end"; finishReason: string }
	| { kind: "malformed"; problem: string };

/** Sorts a failed attempt. `now` is in milliseconds since the epoch, for services that name a date to come back. */
export function classifyFault(fault: Fault, entry: ModelEntry, now: number): Failure {
	const place = placeOf(entry);
	const clean = createRedactor(() => (entry.apiKey ? [entry.apiKey] : []));
	const quote = (text: string) => clip(clean(text));
	switch (fault.kind) {
		case "thrown":
			return classifyError(fault, place, quote, now);
		case "stalled":
			return {
				...treat("unreachable", place),
				...say(`${place.name} sent nothing for ${fault.idleMs / 1000} s`),
				remedy: `If ${place.model} may think or load that long, raise its idleTimeoutMs in config.yaml.`,
			};
		case "cut":
			return { ...treat("server-error", place), ...say(`${place.name} broke off in the middle of its answer`) };
		case "not-a-stream":
			return treat("unreadable", place, `it is ${quote(fault.mediaType)}, not a stream: ${quote(fault.excerpt)}`);
		case "bad-chunk":
			return treat("unreadable", place, quote(fault.problem));
		case "odd-end":
			return treat("server-error", place, `it ended with "${quote(fault.finishReason)}"`);
		case "malformed":
			return {
				...treat("server-error", place),
				...say(`${place.name} gave an answer without sense`, fault.problem),
				malformed: fault.problem,
			};
	}
}

/** Kinds whose text from outside adds nothing, or may quote the key or an address. */
const WITHOUT_WORDS: ReadonlySet<ErrorKind> = new Set(["unauthorized", "certificate", "unreachable"]);

function classifyError(
	{ error, answered }: Extract<Fault, { kind: "thrown" }>,
	place: Place,
	quote: (text: string) => string,
	now: number,
): Failure {
	const read = readServiceError(error, now);
	const kind = kindOf(read, answered);
	const code = read.status ?? read.networkCode;
	const words = WITHOUT_WORDS.has(kind) ? "" : quote(read.text);
	const failure = treat(kind, { ...place, code: code === undefined ? "" : ` (${code})` }, words);
	// However long it rests, the same request will be too long again.
	if (kind === "too-long") return { ...failure, ...readOverflow(read.text) };
	const wants = kind === "reasoning-missing" ? findWantedField(read.text) : undefined;
	return {
		...failure,
		...(read.retryAfterMs === undefined ? {} : { retryAfterMs: read.retryAfterMs }),
		...(wants === undefined ? {} : { wants }),
	};
}

function treat(kind: ErrorKind, place: Place, words = ""): Failure {
	const { cause, passing, lasting, problem, remedy } = TREATMENTS[kind];
	return { cause, passing, lasting, ...say(problem(place), words), remedy: remedy(place) };
}

/** @param words what others wrote, if anything */
const say = (summary: string, words = ""): Pick<Failure, "summary" | "problem"> => ({
	summary,
	problem: words === "" ? summary : `${summary}: ${words}`,
});

const MAX_WORDS_LENGTH = 200;

/** Texts from outside become one line of limited length. */
function clip(text: string): string {
	const line = text.replace(/\s+/g, " ").trim();
	return line.length <= MAX_WORDS_LENGTH ? line : `${line.slice(0, MAX_WORDS_LENGTH)}…`;
}
