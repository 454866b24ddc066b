import { estimateTokens } from "#daemon/context/tokens.ts";
import type { Replacement, ReplacementKind } from "#daemon/records/replacements.ts";
import type { LightEntry } from "./light-entry.ts";

/** A message taken apart. */
export interface Parts {
	/** What the program says of it: stamp and count of a result; mark, stamp and relation of an event; a notice's stamp. */
	head: string;
	/** What stood there. */
	body: string;
	/** Files that came with an event. */
	foot: string;
}

/** The mark and the stamp of an event or a notice. */
const STAMP = /^(?:\[event \d+\/\d+\] )?\[[^\]\n]*\]/;
/** Look-alikes inside are escaped, so that the last closing tag is ours. */
const WRAPPED = /^<external_content [^>\n]*>\n([\s\S]*)\n<\/external_content>([\s\S]*)$/;
/** How an event begins that brings a call's result: which call, and how it ended. See `resultText` and `ApprovalOutcomes`. */
const BROUGHT =
	/^(?:Result of task T-\d+ \([^)\n]{1,200}\): (?:done\.|FAILED:|CUT OFF:)|Outcome of call C-[^\n]{1,200})/;

/** The program's own words in front of an entry's message: nothing of what is said in it, and no target that a model named. */
export function stampOf({ kind, message }: LightEntry): string {
	const firstLine = (message.content ?? "").split("\n", 1)[0] ?? "";
	return kind === "result" ? firstLine : (STAMP.exec(firstLine)?.[0] ?? "");
}

/** Takes an entry's message apart. Pure; what it goes by was written by the program, never by what stands inside. */
export function partsOf(entry: LightEntry): Parts {
	const content = entry.message.content ?? "";
	const firstLine = content.split("\n", 1)[0] ?? "";
	const isHeadLine = entry.kind === "result" || (entry.kind === "event" && entry.outside);
	const stamp = isHeadLine ? firstLine : (STAMP.exec(firstLine)?.[0] ?? "");
	const { body, foot } = unwrap(entry, content.slice(stamp.length).trimStart());
	const brought = entry.event?.bringsCallId === undefined ? undefined : BROUGHT.exec(body)?.[0];
	if (brought === undefined) return { head: stamp.trimEnd(), body, foot };
	return { head: `${stamp.trimEnd()} ${brought}`, body: body.slice(brought.length).trimStart(), foot };
}

function unwrap({ kind }: LightEntry, text: string): Pick<Parts, "body" | "foot"> {
	const wrapped = WRAPPED.exec(text);
	if (!wrapped) return { body: text, foot: "" };
	const [, body = "", after = ""] = wrapped;
	const files = after.split("\n").filter((line) => line.startsWith("[file] "));
	return { body, foot: kind === "event" ? files.join("\n") : "" };
}

/**
 * What may stand in an entry's place: its head, and a few words of the program about what stood there. Undefined where that
 * would not be smaller.
 */
export function replacementFor(entry: LightEntry, kind: ReplacementKind, words: string): Replacement | undefined {
	const { head, foot } = partsOf(entry);
	// A result's first line is its own; a notice has only one.
	const separator = entry.kind === "notice" ? " " : "\n";
	const content = `${head}${separator}${words}${foot === "" ? "" : `\n${foot}`}`;
	const message = { ...entry.message, content };
	const tokens = estimateTokens(JSON.stringify(message));
	if (tokens >= entry.tokens) return undefined;
	// The names of files came from others as well.
	return { entryId: entry.id, kind, message, tokens, outside: foot !== "" };
}
