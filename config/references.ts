import { type Environment, interpolate } from "./interpolate.ts";
import type { KeyPath } from "./problems.ts";
import { isKnownKey } from "./schema-keys.ts";

export interface Resolved {
	/** The same tree with every `${NAME}` filled in. Text that could not be filled stands as it was written. */
	value: unknown;
	/** Longest first, so that a redactor never leaves the rest of a secret that begins with another one. */
	secrets: string[];
	unset: Reference[];
	malformed: KeyPath[];
	/** Secret fields whose value is written in the file itself. */
	plainSecrets: KeyPath[];
}

/** A text whose `${NAME}` has no value. */
export interface Reference {
	path: KeyPath;
	names: string[];
}

/** The keys whose value is secret, wherever it comes from. */
const SECRET_KEYS: readonly unknown[] = ["apiKey", "token"];

/**
 * Fills in what `${NAME}` stands for, anywhere in a tree of maps, lists and scalars without cycles. A known key with
 * nothing after it is taken out: it is what remains of a section when all of its lines are commented out.
 */
export function resolveReferences(tree: unknown, environment: Environment): Resolved {
	const secrets = new Set<string>();
	const unset: Reference[] = [];
	const malformed: KeyPath[] = [];
	const plainSecrets: KeyPath[] = [];

	const fill = (text: string, path: KeyPath): string => {
		const result = interpolate(text, environment);
		if (result.kind === "unset") unset.push({ path, names: result.names });
		if (result.kind === "malformed") malformed.push(path);
		if (result.kind !== "filled") return text;
		const isSecret = SECRET_KEYS.includes(path.at(-1)) && result.text !== "";
		if (isSecret && result.values.length === 0) plainSecrets.push(path);
		for (const secret of isSecret ? [result.text, ...result.values] : result.values) secrets.add(secret);
		return result.text;
	};
	const value = rebuild(tree, (node, path) => {
		if (typeof node === "string") return fill(node, path);
		const key = path.at(-1);
		return node === null && typeof key === "string" && isKnownKey(key) ? undefined : node;
	});
	return { value, secrets: [...secrets].sort((a, b) => b.length - a.length), unset, malformed, plainSecrets };
}

/** The tree without the values at `paths`; in a list, what follows moves up. */
export function without(tree: unknown, paths: readonly KeyPath[]): unknown {
	const dropped = new Set(paths.map((path) => JSON.stringify(path)));
	return rebuild(tree, (node, path) => (dropped.has(JSON.stringify(path)) ? undefined : node));
}

/** Copies a tree through `change`, which sees each node before its children. `undefined` leaves a node out. */
function rebuild(tree: unknown, change: (node: unknown, path: KeyPath) => unknown, path: KeyPath = []): unknown {
	const node = change(tree, path);
	const child = (value: unknown, step: string | number) => rebuild(value, change, [...path, step]);
	if (Array.isArray(node)) return node.map(child).filter((value) => value !== undefined);
	if (!isMap(node)) return node;
	const entries = Object.entries(node).map(([key, value]) => [key, child(value, key)] as const);
	return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

const isMap = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
