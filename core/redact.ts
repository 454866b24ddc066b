import { KnownValues } from "./redact/known-values.ts";
import { findShapes } from "./redact/shapes.ts";
import { type FoundSecret, mergeSpans } from "./redact/spans.ts";

/** Looks for secrets in texts, in time linear in the text. */
export interface SecretFinder {
	/** In the order of the text, without overlap. */
	find(text: string): readonly FoundSecret[];
}

/**
 * What stands where secrets stood, so that a reader knows that something was taken out, and how much.
 * @param count how many different ones stood at that place
 */
export const redactedMark = (count: number): string => `[redacted: ${count} secret${count === 1 ? "" : "s"}]`;

const MARK = /\[redacted: \d+ secrets?\]/;

/** Whether secrets were taken out of this text: written back into a file, it would lose them. */
export const holdsRedactedMark = (text: string): boolean => MARK.test(text);

/**
 * Finds known values of at least eight characters, in whatever spelling and split (docs/secrets.md), and nothing else.
 * @param values is asked each time; what is looked for is built anew where the list has changed
 */
export function createValueFinder(values: () => readonly string[]): SecretFinder {
	const known = followValues(values);
	return { find: (text) => mergeSpans(known().find(text)) };
}

/** Finds known values, and also what has the shape of a well-known credential. */
export function createSecretFinder(secrets: () => readonly string[]): SecretFinder {
	const known = followValues(secrets);
	return { find: (text) => mergeSpans([...known().find(text), ...findShapes(text)]) };
}

/**
 * Makes a function that puts a mark in the place of every secret. What has been through it once is not changed by another time.
 * `secrets` is asked each time, so that a secret that came with a reloaded configuration is covered at once.
 * @param options.byPattern also what only looks like a credential; not for the owner's own words, who may want to ask about it
 */
export function createRedactor(
	secrets: () => readonly string[],
	{ byPattern = true }: { byPattern?: boolean } = {},
): (text: string) => string {
	const finder = byPattern ? createSecretFinder(secrets) : createValueFinder(secrets);
	return (text) => {
		const found = finder.find(text);
		if (found.length === 0) return text;
		let clean = "";
		let from = 0;
		for (const { start, end, count } of found) {
			clean += text.slice(from, start) + redactedMark(count);
			from = end;
		}
		return clean + text.slice(from);
	};
}

/** The matcher for the values as they are now; it is made once for each list. */
function followValues(values: () => readonly string[]): () => KnownValues {
	let list: readonly string[] = [];
	let known = new KnownValues(list);
	return () => {
		const now = values();
		const isSame = now === list || (now.length === list.length && now.every((value, index) => value === list[index]));
		if (!isSame) {
			list = [...now];
			known = new KnownValues(list);
		}
		return known;
	};
}
