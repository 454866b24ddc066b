import type * as z from "zod";
import { nearest } from "./nearest.ts";
import { formatKey, type KeyPath } from "./problems.ts";
import { keysAt, sectionOf } from "./schema-keys.ts";

/** What is wrong at one key, before it has a place in the text. */
export interface Finding {
	path: KeyPath;
	/** The key whose example helps. */
	exampleOf: KeyPath;
	problem: string;
}

/** What the schema found in `tree`, one finding a key. */
export function explainIssues(issues: readonly z.core.$ZodIssue[], tree: unknown): Finding[] {
	const findings = issues.flatMap((issue) => {
		const path = issue.path.map((step) => (typeof step === "symbol" ? String(step) : step));
		return issue.code === "unrecognized_keys"
			? issue.keys.map((key) => explainUnknownKey(path, key))
			: [explainValue(issue, path, valueAt(tree, path))];
	});
	// Two rules of one field give the same sentence twice.
	const seen = new Set<string>();
	return findings.filter(({ path }) => !seen.has(JSON.stringify(path)) && seen.add(JSON.stringify(path)));
}

function explainValue(issue: z.core.$ZodIssue, path: KeyPath, value: unknown): Finding {
	const isOfWrongType = issue.code === "invalid_type" && issue.expected !== "int";
	const must = isOfWrongType ? (CONTAINERS[issue.expected] ?? issue.message) : issue.message;
	if (value === undefined) return { path, exampleOf: path, problem: `is missing: it ${must}` };
	const problem = isOfWrongType ? `${must} (this is ${describeType(value)})` : must;
	return { path, exampleOf: path, problem };
}

/** Lists and sections have no sentence of their own in the schema. */
const CONTAINERS: Record<string, string> = {
	array: "must be a list",
	object: "must be a section: lines of `key: value`, indented below it",
};

function explainUnknownKey(section: KeyPath, key: string): Finding {
	const unknown = (hint: string, exampleOf: KeyPath): Finding => ({
		path: [...section, key],
		exampleOf,
		problem: `is not a key that Steward knows (${hint})`,
	});
	const known = keysAt(section);
	const close = nearest(key, known);
	if (close) return unknown(`did you mean \`${close}\`?`, [...section, close]);
	const right = sectionOf(key);
	if (!right) return unknown(`known here: ${known.join(", ")}`, [...section, known[0] ?? ""]);
	return unknown(`it belongs ${right.length > 0 ? `into \`${formatKey(right)}\`` : "to the top"}`, [...right, key]);
}

function describeType(value: unknown): string {
	if (value === null) return "empty";
	if (Array.isArray(value)) return "a list";
	return TYPE_NAMES[typeof value] ?? "something else";
}

const TYPE_NAMES: Partial<Record<string, string>> = {
	string: "text",
	number: "a number",
	boolean: "true or false",
	object: "a section",
};

function valueAt(tree: unknown, path: KeyPath): unknown {
	return path.reduce<unknown>((node, step) => {
		const members = typeof node === "object" && node !== null ? Object.entries(node) : [];
		return members.find(([key]) => key === String(step))?.[1];
	}, tree);
}
