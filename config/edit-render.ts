import { Document, isScalar, Scalar, visit } from "yaml";

/** A value to be written into `config.yaml`: text, numbers, and lists and sections of them. */
export type EditValue = string | number | boolean | readonly EditValue[] | { readonly [key: string]: EditValue };

/** One line: a scalar as it is, a list or a section in brackets. */
export function renderInline(value: EditValue): string {
	// The owner's own lists of numbers are written [1, 2], sections { a: 1 }: the library pads both or none.
	const flowCollectionPadding = !Array.isArray(value);
	const text = documentOf(value).toString({ lineWidth: 0, collectionStyle: "flow", flowCollectionPadding });
	return text.trimEnd();
}

/** `key: value` with `indent` spaces before it, over as many lines as it takes. */
export function renderPair(key: string, value: EditValue, indent: number): string[] {
	if (isInline(value)) return indented([`${key}: ${renderInline(value)}`], indent);
	return [...indented([`${key}:`], indent), ...renderBlock(value, indent + STEP)];
}

/** A list or section as lines of its own, each with `indent` spaces before it. */
export function renderBlock(value: EditValue, indent: number): string[] {
	const text = documentOf(value).toString({ lineWidth: 0, flowCollectionPadding: false });
	return indented(text.trimEnd().split("\n"), indent);
}

/** How far a section's lines stand to the right of its key. */
export const STEP = 2;

/** Whether it reads best on the line of its key. */
export const isInline = (value: EditValue): boolean =>
	typeof value !== "object" || (Array.isArray(value) && value.every((item) => typeof item !== "object"));

const indented = (lines: readonly string[], indent: number): string[] =>
	lines.map((line) => (line === "" ? "" : `${" ".repeat(indent)}${line}`));

function documentOf(value: EditValue): Document {
	const document = new Document(value);
	visit(document, {
		Seq(_key, list) {
			if (list.items.every(isScalar)) list.flow = true;
		},
		Scalar(_key, scalar) {
			if (typeof scalar.value === "string" && NEEDS_QUOTES_FOR_THE_EYE.test(scalar.value)) {
				scalar.type = Scalar.QUOTE_DOUBLE;
			}
		},
	});
	return document;
}

/** YAML takes `${NAME}` and addresses without quotes, but not everywhere, so all examples have them. */
const NEEDS_QUOTES_FOR_THE_EYE = /\$\{|:\/\//;
