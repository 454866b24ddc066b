import { sha256 } from "#core/digest.ts";
import type { Prefix, PrefixPart } from "./prefix.ts";
import { escapeOurTags, notice } from "./wrap.ts";

/** The prefix as it would be if an epoch began now. */
export interface CurrentPrefix {
	frozen: Prefix;
	parts: readonly PrefixPart[];
}

/** A part of the prompt that is not any more what the trajectory was last told. */
export interface Telling {
	part: string;
	/** Of the part's text as it is now. */
	digest: string;
	/** Undefined where the part is gone. */
	text: string | undefined;
}

export type PrefixChange =
	/** The first epoch, or one with what another version of the program brings. */
	| { kind: "begin"; reason: string }
	/** The epoch goes on; entries tell what has changed, if anything. */
	| { kind: "tell"; tellings: readonly Telling[] };

/**
 * Decides what a changed prefix comes to. Pure. What is the owner's may change at any time, and costs an entry; rules and tools
 * come with the program, and a model that was shown other tools than those that answer would call in vain.
 * @param epoch the one that the trajectory is in
 * @param told digests of parts as entries have told them since the epoch began, by name
 */
export function decidePrefixChange(
	current: CurrentPrefix,
	epoch: Prefix | undefined,
	told: ReadonlyMap<string, string>,
): PrefixChange {
	if (!epoch) return { kind: "begin", reason: "the first request" };
	if (epoch.digest === current.frozen.digest && told.size === 0) return { kind: "tell", tellings: [] };
	if (epoch.parts.length === 0) return { kind: "begin", reason: "another version of the program" };
	const known = new Map([...epoch.parts.map(({ name, digest }) => [name, digest] as const), ...told]);
	const isOther = current.parts.some(({ name, by, text }) => by === "program" && known.get(name) !== sha256(text));
	if (isOther || epoch.tools !== current.frozen.tools)
		return { kind: "begin", reason: "the program's rules or tools are those of another version" };
	const present = current.parts.map(({ name, text }) => ({ part: name as string, digest: sha256(text), text }));
	const gone = [...known.keys()]
		.filter((name) => !present.some(({ part }) => part === name))
		.map((part) => ({ part, digest: GONE, text: undefined }));
	return { kind: "tell", tellings: [...present, ...gone].filter(({ part, digest }) => known.get(part) !== digest) };
}

const GONE = sha256("");

const NAMES: Readonly<Record<string, string>> = {
	persona: "who you are",
	owner: "your owner's name",
	instructions: "your owner's standing instructions",
	skills: "what you know how to do",
	cards: "what you know about your owner",
};

/** The words with which an entry tells it. */
export function renderTelling({ part, text }: Telling): string {
	const name = NAMES[part] ?? part;
	if (text === undefined) return notice(`Changed: ${name}. What the prompt says there holds no longer.`);
	const clean = escapeOurTags(text).text;
	return notice(`Changed: ${name}. In place of what was said there before, this holds from now on:\n\n${clean}\n`);
}
