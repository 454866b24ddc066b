import {
	type Document,
	isCollection,
	isMap,
	isScalar,
	isSeq,
	LineCounter,
	type Pair,
	parseDocument,
	type YAMLMap,
	type YAMLSeq,
} from "yaml";
import { commentedKey, lineAfterContent, type Section } from "./edit-lines.ts";
import { type EditValue, isInline, renderBlock, renderInline, renderPair, STEP } from "./edit-render.ts";
import { readTree, withValue } from "./edit-tree.ts";
import type { KeyPath } from "./problems.ts";

/**
 * Sets one key by changing its own lines and no others. A key that stands commented out is written in its place, so that
 * the explanation above it goes on explaining it. Gives undefined where the text is of a form that this can't cope with.
 *
 * The result is to be checked: it is found by looks, and the meaning of a line may depend on any other.
 */
export function setInPlace(text: string, path: KeyPath, value: EditValue): string | undefined {
	return new Place(text).set(path, value);
}

/** Adds an item at the front of a list in block style. Undefined where there is no such list, or it is empty. */
export function addFirstInPlace(text: string, path: KeyPath, value: EditValue): string | undefined {
	return new Place(text).addFirst(path, value);
}

/** What is to be set, and how many steps of its path were taken. */
interface Aim {
	path: KeyPath;
	depth: number;
	value: EditValue;
}

class Place {
	readonly #text: string;
	readonly #lines: string[];
	readonly #counter = new LineCounter();
	readonly #document: Document;

	constructor(text: string) {
		this.#text = text;
		this.#lines = text.split("\n");
		this.#document = parseDocument(text, { lineCounter: this.#counter, logLevel: "silent" });
	}

	set(path: KeyPath, value: EditValue): string | undefined {
		return this.#setBelow(this.#document.contents, { firstLine: 0, indent: 0 }, { path, depth: 0, value });
	}

	addFirst(path: KeyPath, value: EditValue): string | undefined {
		const list = this.#document.getIn(path, true);
		if (!isSeq(list) || list.flow || list.items.length === 0 || !list.range) return undefined;
		const { line, column } = this.#positionOf(list.range[0]);
		return this.#splice(line, 0, renderBlock([value], column));
	}

	#setBelow(node: unknown, section: Section, aim: Aim): string | undefined {
		const { path, depth, value } = aim;
		if (isEmpty(node)) return this.#insert(section, aim);
		if (isFlow(node)) {
			return this.#replaceInline(node, withValue(readTree(node.toJS(this.#document)), path.slice(depth), value));
		}
		if (isMap(node)) return this.#setInMap(node, depth === 0 ? section : this.#sectionOf(node, section), aim);
		const step = path[depth];
		const item = isSeq(node) && typeof step === "number" ? node.items[step] : undefined;
		return item === undefined ? undefined : this.#setBelow(item, section, { ...aim, depth: depth + 1 });
	}

	#setInMap(map: YAMLMap, section: Section, aim: Aim): string | undefined {
		const { path, depth, value } = aim;
		const pair = map.items.find(({ key }) => isScalar(key) && key.value === path[depth]);
		if (!pair) return this.#insert(section, aim);
		if (depth === path.length - 1) return this.#replace(pair, value);
		return this.#setBelow(pair.value, this.#below(pair), { ...aim, depth: depth + 1 });
	}

	/** Puts what is missing of the path into a section: commented keys first come back to life, one after the other. */
	#insert(section: Section, { path, depth, value }: Aim): string | undefined {
		const [step, ...below] = path.slice(depth);
		if (typeof step !== "string") return undefined;
		const commented = commentedKey(this.#lines, section, step);
		if (commented !== undefined) {
			if (below.length === 0) return this.#splice(commented, 1, renderPair(step, value, section.indent));
			return setInPlace(this.#splice(commented, 1, [`${" ".repeat(section.indent)}${step}:`]), path, value);
		}
		const lines = renderPair(step, below.reduceRight<EditValue>(nest, value), section.indent);
		if (depth > 0) return this.#splice(lineAfterContent(this.#lines, section), 0, lines);
		const before = this.#text.trimEnd();
		return `${before}${before === "" ? "" : "\n\n"}${lines.join("\n")}\n`;
	}

	#replace(pair: Pair, value: EditValue): string | undefined {
		const { value: old } = pair;
		if (isEmpty(old)) return this.#fillIn(pair, value);
		if (isFlow(old) || isScalar(old)) return this.#replaceInline(old, value);
		if (!isCollection(old) || !old.range) return undefined;
		const { line, column } = this.#positionOf(old.range[0]);
		const end = lineAfterContent(this.#lines, { firstLine: line, indent: column });
		const rendered = isInline(value) ? [`${" ".repeat(column)}${renderInline(value)}`] : renderBlock(value, column);
		return this.#splice(line, end - line, rendered);
	}

	/** Writes behind a key that has nothing after it. */
	#fillIn({ key }: Pair, value: EditValue): string | undefined {
		if (!isScalar(key) || !key.range) return undefined;
		const { line, column } = this.#positionOf(key.range[0]);
		if (!isInline(value)) return this.#splice(line + 1, 0, renderBlock(value, column + STEP));
		const colon = this.#text.indexOf(":", key.range[1]) + 1;
		return `${this.#text.slice(0, colon)} ${renderInline(value)}${this.#text.slice(colon)}`;
	}

	#replaceInline(
		{ range }: { range?: [number, number, number] | null | undefined },
		value: EditValue,
	): string | undefined {
		return range ? `${this.#text.slice(0, range[0])}${renderInline(value)}${this.#text.slice(range[1])}` : undefined;
	}

	#sectionOf(map: { items: Pair[] }, outer: Section): Section {
		const key = map.items[0]?.key;
		if (!isScalar(key) || !key.range) return outer;
		const { line, column } = this.#positionOf(key.range[0]);
		// An item of a list begins on the line of its dash, which stands further left than its keys.
		const isItem = /^\s*-/.test(this.#lines[line] ?? "");
		return { firstLine: isItem ? line + 1 : outer.firstLine, indent: column };
	}

	#below({ key }: Pair): Section {
		const { line, column } = this.#positionOf((isScalar(key) && key.range?.[0]) || 0);
		return { firstLine: line + 1, indent: column + STEP };
	}

	#positionOf(offset: number): { line: number; column: number } {
		const { line, col } = this.#counter.linePos(offset);
		return { line: line - 1, column: col - 1 };
	}

	#splice(line: number, remove: number, lines: readonly string[]): string {
		return this.#lines.toSpliced(line, remove, ...lines).join("\n");
	}
}

const nest = (value: EditValue, step: string | number): EditValue => ({ [step]: value });

const isEmpty = (node: unknown): boolean => node === null || (isScalar(node) && node.value === null);

const isFlow = (node: unknown): node is YAMLMap | YAMLSeq => isCollection(node) && node.flow === true;
