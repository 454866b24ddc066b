import { type Document, isAlias, isCollection, isMap, isScalar, isSeq, type Node, type Pair } from "yaml";
import type { KeyPath } from "./problems.ts";

/**
 * Where in the text a key's problem is seen best, as an offset: a single value's own place; for a list, a section or
 * an empty value the place of its key; for a key that isn't there the place of the section that lacks it.
 */
export function offsetOf(document: Document, path: KeyPath): number {
	let node = target(document, document.contents);
	let offset = startOf(node);
	for (const [depth, step] of path.entries()) {
		const found = stepInto(node, step);
		if (!found) return offset;
		node = target(document, found.value);
		const last = depth === path.length - 1;
		offset = startOf(found.key && !(last && isFilledScalar(node)) ? found.key : node);
	}
	return offset;
}

/** The keys that lead to the last key that starts at or before `offset`, as far as `accept` takes them. */
export function keyAt(document: Document, offset: number, accept: (key: string) => boolean): KeyPath {
	const path: (string | number)[] = [];
	let node: unknown = document.contents;
	for (;;) {
		const step = isSeq(node) ? lastItem(node.items, offset) : isMap(node) ? lastPair(node.items, offset) : undefined;
		if (!step || (typeof step.name === "string" && !accept(step.name))) return path;
		path.push(step.name);
		node = step.value;
	}
}

interface Step {
	key?: unknown;
	value: unknown;
}

function stepInto(node: unknown, step: string | number): Step | undefined {
	if (isSeq(node) && typeof step === "number") {
		return step < node.items.length ? { value: node.items[step] } : undefined;
	}
	return isMap(node) ? node.items.find((pair) => nameOf(pair) === step) : undefined;
}

function lastPair(pairs: readonly Pair[], offset: number): { name: string; value: unknown } | undefined {
	const pair = pairs.findLast(({ key }) => startOf(key) <= offset);
	return pair && { name: nameOf(pair), value: pair.value };
}

function lastItem(items: readonly unknown[], offset: number): { name: number; value: unknown } | undefined {
	const name = items.findLastIndex((item) => startOf(item) <= offset);
	return name < 0 ? undefined : { name, value: items[name] };
}

const nameOf = ({ key }: Pair): string => String(isScalar(key) ? key.value : key);

const target = (document: Document, node: unknown): unknown => (isAlias(node) ? node.resolve(document) : node);

const isFilledScalar = (node: unknown): boolean => isScalar(node) && node.value !== null;

function startOf(node: unknown): number {
	return (isRanged(node) && node.range?.[0]) || 0;
}

const isRanged = (node: unknown): node is Node => isScalar(node) || isCollection(node) || isAlias(node);
