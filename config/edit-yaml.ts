import { isDeepStrictEqual } from "node:util";
import { isCollection, parseDocument } from "yaml";
import { addFirstInPlace, setInPlace } from "./edit-place.ts";
import type { EditValue } from "./edit-render.ts";
import { readTree, valueAt, withValue } from "./edit-tree.ts";
import type { KeyPath } from "./problems.ts";

/** One change of `config.yaml`. Missing sections are made. */
export type ConfigEdit =
	| { kind: "set"; path: KeyPath; value: EditValue }
	/** Puts an item at the front of a list. */
	| { kind: "add-first"; path: KeyPath; value: EditValue };

/** The text can't be changed by a program without losing something of it. */
export class NotEditableError extends Error {
	override name = "NotEditableError";
}

/**
 * Changes a YAML text and leaves every other line of it as its owner wrote it: comments, order, quotes, blank lines. Where
 * a text is of an unusual form (anchors, a whole file in brackets), comments may move, but nothing changes its meaning.
 * Pure.
 * @param text without errors of syntax
 * @throws NotEditableError
 */
export function editYaml(text: string, edits: readonly ConfigEdit[]): string {
	const isWindows = text.includes("\r\n") && !/(^|[^\r])\n/.test(text);
	const edited = edits.reduce(applyEdit, isWindows ? text.replaceAll("\r\n", "\n") : text);
	return isWindows ? edited.replaceAll("\n", "\r\n") : edited;
}

function applyEdit(text: string, edit: ConfigEdit): string {
	try {
		const before = treeOf(text);
		const set = asSet(before, edit);
		const wanted = withValue(before, set.path, set.value);
		const ways = [
			() => (edit.kind === "add-first" ? addFirstInPlace(text, edit.path, edit.value) : undefined),
			() => setInPlace(text, set.path, set.value),
			() => setThroughLibrary(text, set.path, set.value),
		];
		for (const way of ways) {
			const result = way();
			if (result !== undefined && holds(result, wanted)) return result;
		}
	} catch (error) {
		throw new NotEditableError("The file has a form that only its owner can edit", { cause: error });
	}
	throw new NotEditableError("The file has a form that only its owner can edit");
}

function asSet(tree: EditValue, { kind, path, value }: ConfigEdit): { path: KeyPath; value: EditValue } {
	if (kind === "set") return { path, value };
	const list = valueAt(tree, path);
	return { path, value: [value, ...(Array.isArray(list) ? list : [])] };
}

/** The yaml library's own way: always right, but it indents anew every comment before the next section. */
function setThroughLibrary(text: string, path: KeyPath, value: EditValue): string {
	const document = parseDocument(text, { logLevel: "silent" });
	for (const depth of path.slice(1).keys()) {
		const section = path.slice(0, depth + 1);
		if (!isCollection(document.getIn(section, true))) document.setIn(section, document.createNode({}));
	}
	document.setIn(path, document.createNode(value));
	return document.toString({ lineWidth: 0 });
}

function holds(text: string, wanted: EditValue): boolean {
	const document = parseDocument(text, { logLevel: "silent" });
	return document.errors.length === 0 && isDeepStrictEqual(readTree(document.toJS()), wanted);
}

const treeOf = (text: string): EditValue => readTree(parseDocument(text, { logLevel: "silent" }).toJS());
