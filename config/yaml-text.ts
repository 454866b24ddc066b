import { type Alias, type Document, type ErrorCode, LineCounter, parseDocument, visit, type YAMLError } from "yaml";
import { exampleFor } from "./examples.ts";
import { keyAt, offsetOf } from "./locate.ts";
import { type ConfigProblem, formatKey, type KeyPath } from "./problems.ts";
import { isKnownKey } from "./schema-keys.ts";

/** A YAML text as plain data, and the way back from a key to its place in the text. */
export interface YamlTree {
	/** Maps, lists and scalars, without cycles. */
	tree: unknown;
	/** Line and column of the key at `path`, both from 1; of its nearest section where there is no such key. */
	positionOf(path: KeyPath): { line: number; column: number };
}

export type ParsedYaml = ({ kind: "ok" } & YamlTree) | { kind: "bad"; problems: ConfigProblem[] };

/** How often aliases may repeat things in total. The yaml library's own limit, named so that it can't change unseen. */
const MAX_ALIASES = 100;

/** Never throws. The problems say nothing of the text itself but the names of known keys: the rest may be secret. */
export function parseYaml(text: string, file: string): ParsedYaml {
	const lines = new LineCounter();
	const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: "error" });
	const place = (offset: number) => {
		const { line, col } = lines.linePos(offset);
		return { line: Math.max(line, 1), column: Math.max(col, 1) };
	};
	const at = (offset: number, problem: string): ConfigProblem => {
		const path = keyAt(document, offset, isKnownKey);
		const key = formatKey(path);
		return { severity: "error", file, ...place(offset), key, problem, example: exampleFor(path) };
	};
	const errors = worthTelling([...document.errors, ...document.warnings]);
	if (errors.length > 0) return { kind: "bad", problems: errors.map((error) => at(error.pos[0], explain(error))) };

	const data = toData(document);
	if (data.kind === "bad") return { kind: "bad", problems: [at(badAliasOffset(document), data.problem)] };
	return { kind: "ok", tree: data.tree, positionOf: (path) => place(offsetOf(document, path)) };
}

/** After a slip of syntax the parser stumbles on, so only the first error is about what the owner wrote. */
function worthTelling(errors: readonly YAMLError[]): readonly YAMLError[] {
	const [first] = [...errors].sort((a, b) => a.pos[0] - b.pos[0]);
	return first?.code === "DUPLICATE_KEY" ? errors.filter(({ code }) => code === "DUPLICATE_KEY") : first ? [first] : [];
}

type Data = { kind: "ok"; tree: unknown } | { kind: "bad"; problem: string };

function toData(document: Document): Data {
	let tree: unknown;
	try {
		tree = document.toJS({ maxAliasCount: MAX_ALIASES });
	} catch {
		// The library's message holds the alias's name, which may be a key that somebody pasted after a `*`.
		return { kind: "bad", problem: "has an alias (*name) without its anchor (&name), or too many of them" };
	}
	return hasCycle(tree)
		? { kind: "bad", problem: "has an anchor (&name) that holds its own alias (*name)" }
		: { kind: "ok", tree };
}

function hasCycle(node: unknown, above: readonly unknown[] = []): boolean {
	if (typeof node !== "object" || node === null) return false;
	return above.includes(node) || Object.values(node).some((child) => hasCycle(child, [...above, node]));
}

/** Where the first alias without an anchor stands; where all have theirs, the last, which is the one too many. */
function badAliasOffset(document: Document): number {
	const aliases: Alias[] = [];
	visit(document, { Alias: (_key, alias) => void aliases.push(alias) });
	const bad = aliases.find((alias) => !alias.resolve(document)) ?? aliases.at(-1);
	return bad?.range?.[0] ?? 0;
}

const QUOTES_HINT = `text with a colon, #, { or \${NAME} in it needs quotes around it`;

const EXPLANATIONS: Partial<Record<ErrorCode, string>> = {
	BAD_DQ_ESCAPE: "has a backslash that means nothing between double quotes: use single quotes",
	BAD_INDENT: "is indented differently from the other lines of its section, or a [ or { is not closed",
	BAD_SCALAR_START: "starts with a character that YAML keeps for itself: put quotes around the text",
	BLOCK_AS_IMPLICIT_KEY: `has two keys in one line: ${QUOTES_HINT}`,
	DUPLICATE_KEY: "stands twice in the same section: keep one of the two",
	MISSING_CHAR: "lacks a closing quote or bracket, or the colon after a key",
	MULTILINE_IMPLICIT_KEY: "is followed by a line without a colon after its key, or is one itself",
	MULTIPLE_DOCS: "is followed by a line with --- that starts a second document: keep one",
	RESOURCE_EXHAUSTION: "is nested too deeply",
	TAB_AS_INDENT: "is indented with a tab: YAML takes only spaces",
	TAG_RESOLVE_FAILED: "has a tag (!name), which Steward doesn't know: put quotes around the text",
};

const explain = ({ code }: YAMLError): string => EXPLANATIONS[code] ?? `is not valid YAML: ${QUOTES_HINT}`;
