import * as z from "zod";
import { estimateTokens } from "#daemon/context/tokens.ts";
import { escapeOurTags, wrapOutside } from "#daemon/context/wrap.ts";
import type { LongRead } from "./choose-long-reads.ts";
import { inventedIdentifiers, occursIn } from "./invented.ts";
import { seeAgain } from "./see-again.ts";

const summarySchema = z.object({
	id: z.string().trim(),
	summary: z.string().trim().min(1),
	/** A summary that does not say where its facts stand can't be checked by who needs them. */
	sources: z.array(z.string().trim().min(1)).min(1).max(50),
});
type Summary = z.infer<typeof summarySchema>;

/** What takes the place of a result's text in view. */
export interface SummarisedResult {
	entryId: number;
	/** The new text of the message. */
	content: string;
	outside: boolean;
}

export interface Summaries {
	accepted: SummarisedResult[];
	/** These get the plain placeholder. `name` is the call's where it is known. */
	refused: { name: string; problem: string }[];
}

/** A summary that is longer than this part of the result is none. */
const LARGEST_PART = 1 / 4;

/**
 * Reads what a model said of long results, and takes what holds: each identifier stands in that one result or in what was
 * asked for, the sources are there, and it is short. A request for JSON is not kept by every provider, so that the answer may
 * stand in a fence or between sentences.
 * @param outsideInView anything by others was in view of the model: then any summary may repeat it, and is wrapped as theirs
 */
export function acceptSummaries(answer: string, reads: readonly LongRead[], outsideInView: boolean): Summaries {
	const result: Summaries = { accepted: [], refused: [] };
	const written = readAnswer(answer);
	for (const read of reads) {
		const { name, entryId } = read;
		const summary = written.find(({ id }) => id.toUpperCase() === name);
		const problem = summary ? problemOf(summary, read) : "There is no usable summary of it in the answer.";
		if (!summary || problem) result.refused.push({ name, problem: problem ?? "" });
		else result.accepted.push({ entryId, ...render(summary, read, outsideInView) });
	}
	return result;
}

function readAnswer(answer: string): Summary[] {
	const found = [parseBetween(answer, "[", "]"), parseBetween(answer, "{", "}")].flatMap(itemsOf);
	return found.flatMap((item) => {
		const read = summarySchema.safeParse(item);
		return read.success ? [read.data] : [];
	});
}

/** A list's items; an object itself, and those of a list in it. */
function itemsOf(parsed: unknown): unknown[] {
	if (Array.isArray(parsed)) return parsed;
	return parsed !== null && typeof parsed === "object" ? [parsed, ...Object.values(parsed).flat()] : [];
}

function parseBetween(text: string, open: string, close: string): unknown {
	const json = text.slice(text.indexOf(open), text.lastIndexOf(close) + 1);
	try {
		return JSON.parse(json);
	} catch {
		// Not JSON: there is no summary, and the plain placeholder is used.
		return undefined;
	}
}

function problemOf({ summary, sources }: Summary, read: LongRead): string | undefined {
	const text = [summary, ...sources].join("\n");
	const longest = read.tokens * LARGEST_PART;
	if (estimateTokens(text) > longest) return `The summary is over a quarter of the result's ${read.tokens} tokens.`;
	const [invented] = inventedIdentifiers(text, occursIn([read.content, read.arguments, read.name]));
	return invented === undefined ? undefined : `"${invented}" stands in the summary and not in the result.`;
}

/** Stamp and count stay: the model goes by them. */
function render(
	{ summary, sources }: Summary,
	{ name, content, outside, tokens }: LongRead,
	outsideInView: boolean,
): Omit<SummarisedResult, "entryId"> {
	const [head = "", next = ""] = content.split("\n", 2);
	const text = `${summary}\nSources: ${sources.join("; ")}`;
	const isOutside = outside || outsideInView;
	const source = /^<external_content source="([^"\n]*)"/.exec(next)?.[1] ?? "a summary of what was in view";
	const shown = isOutside ? wrapOutside(source, name, text) : escapeOurTags(text).text;
	const note = `[A model's summary of about ${tokens} tokens, made to save room. See the whole: ${seeAgain(name)}]`;
	return { content: `${head}\n${note}\n${shown}`, outside: isOutside };
}
