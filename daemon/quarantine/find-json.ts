import type * as z from "zod";
import { readArguments } from "#daemon/model/arguments.ts";

/** A form is a few hundred characters. Whoever writes more does not fill it in. */
const MAX_ANSWER_LENGTH = 40_000;

/** The last of them count: models that think aloud come to the point at the end. */
const MAX_CANDIDATES = 6;

export type FoundJson<Value> =
	| { kind: "found"; value: Value }
	/** In the program's words alone: what was written stands in none of it. */
	| { kind: "bad"; problem: string };

/**
 * Takes the one JSON object out of what a model wrote, from between fences and chatter, and checks it. What does not pass is
 * never bent until it does; only its form is mended (a comma too many, single quotes).
 */
export async function findJson<Value>(text: string, schema: z.ZodType<Value>): Promise<FoundJson<Value>> {
	if (text.length > MAX_ANSWER_LENGTH) return { kind: "bad", problem: "it was far too long" };
	let problem: string | undefined;
	for (const candidate of candidatesIn(text)) {
		const read = await readArguments(candidate);
		if (read.kind !== "parsed") continue;
		const checked = check(read.arguments, schema);
		if (checked.kind === "found") return checked;
		problem ??= checked.problem;
	}
	return { kind: "bad", problem: problem ?? "it held no complete JSON object" };
}

/** A value can be so deep that checking it fails: then it is not what was asked for. */
function check<Value>(value: unknown, schema: z.ZodType<Value>): FoundJson<Value> {
	try {
		const parsed = schema.safeParse(value);
		return parsed.success ? { kind: "found", value: parsed.data } : { kind: "bad", problem: describe(parsed.error) };
	} catch {
		return { kind: "bad", problem: "it could not be checked" };
	}
}

const MAX_ISSUES = 5;

/** Names keys that the form has, never those that were made up. */
function describe({ issues }: z.ZodError): string {
	const problems = issues.slice(0, MAX_ISSUES).map((issue) => {
		if (issue.code === "unrecognized_keys") return "there are keys that the form doesn't have";
		const place = issue.path.map(String).join(".");
		return place === "" ? "it was no such object" : `${place} was not one of the values that it may have`;
	});
	return [...new Set(problems)].join("; ");
}

/** What may be the object, the likeliest first. */
function candidatesIn(text: string): string[] {
	const whole = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
	const lastLine = text.slice(text.lastIndexOf("\n{") + 1, text.lastIndexOf("}") + 1);
	const found = [...balancedIn(text).reverse(), lastLine, whole];
	return [...new Set(found)].filter((candidate) => candidate.startsWith("{")).slice(0, MAX_CANDIDATES);
}

/** What has a meaning to brackets: a quote, a bracket, and whatever stands behind a backslash, which has none. */
const TOKENS = /\\[\s\S]|["{}]/g;

/** The outermost objects whose brackets close, in one pass. Quotes count within brackets only: chatter has apostrophes. */
function balancedIn(text: string): string[] {
	const found: string[] = [];
	let depth = 0;
	let start = 0;
	let inString = false;
	for (const { 0: token, index } of text.matchAll(TOKENS)) {
		if (token === '"') inString = depth > 0 && !inString;
		const step = inString ? 0 : (STEPS.get(token) ?? 0);
		if (step === 1 && depth === 0) start = index;
		if (step === -1 && depth === 1) found.push(text.slice(start, index + 1));
		depth = Math.max(0, depth + step);
	}
	return found;
}

const STEPS: ReadonlyMap<string, number> = new Map([
	["{", 1],
	["}", -1],
]);
