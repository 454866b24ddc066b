import type { EditValue } from "./edit-render.ts";
import type { KeyPath } from "./problems.ts";

/**
 * What a text holds, without the keys that have nothing after them: those say nothing, see `resolveReferences`.
 * @throws an Error where it holds something that can't be written again, as a date
 */
export function readTree(node: unknown): EditValue {
	if (typeof node === "string" || typeof node === "number" || typeof node === "boolean") return node;
	if (Array.isArray(node)) return node.map(readTree);
	if (typeof node !== "object" || node instanceof Date) throw new Error("A value is neither text nor a number");
	const members = Object.entries(node ?? {}).filter(([, member]) => member !== null);
	return Object.fromEntries(members.map(([key, member]) => [key, readTree(member)]));
}

/** The value at `path`, or undefined where there is none. */
export function valueAt(tree: EditValue | undefined, path: KeyPath): EditValue | undefined {
	const [step, ...rest] = path;
	if (step === undefined || tree === undefined) return tree;
	const member = typeof tree === "object" ? Object.entries(tree).find(([key]) => key === String(step)) : undefined;
	return valueAt(member?.[1], rest);
}

/**
 * A copy of a tree with `value` at `path`, whose missing sections are made.
 * @throws an Error where the path leads through a text, or past the end of a list
 */
export function withValue(tree: EditValue | undefined, path: KeyPath, value: EditValue): EditValue {
	const [step, ...rest] = path;
	if (step === undefined) return value;
	if (isList(tree)) {
		if (typeof step !== "number" || step >= tree.length) throw new Error("There is no such item in the list");
		return tree.map((item, index) => (index === step ? withValue(item, rest, value) : item));
	}
	if (typeof step !== "string" || (tree !== undefined && typeof tree !== "object")) {
		throw new Error("There is something else in the place of a section");
	}
	const members = new Map(Object.entries(tree ?? {}));
	return Object.fromEntries(members.set(step, withValue(members.get(step), rest, value)));
}

const isList = (tree: EditValue | undefined): tree is readonly EditValue[] => Array.isArray(tree);
