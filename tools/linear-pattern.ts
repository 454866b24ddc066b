import { ToolError } from "./tool.ts";

/**
 * The search takes time in proportion to the text and to this size of the compiled pattern: with more, one piece of text
 * could hold up the event loop for longer than a part of a second. Patterns written by hand have a few dozen steps.
 */
const MAX_STEPS = 2000;

/** Beyond this, compiling alone would take too long. */
const MAX_PATTERN_CHARACTERS = 20_000;

/** A compiled regular expression whose search takes time in proportion to the text, whatever the pattern. */
export interface LinearPattern {
	test(text: string): boolean;
	/** Where the first match in `text` starts, or undefined. */
	find(text: string): number | undefined;
}

/**
 * Compiles `source` by RE2: no pattern can hang the daemon as it could with JavaScript's own engine.
 * Throws `ToolError` where it is not valid. `name` is how the error calls the pattern. With `dotAll`, a dot also takes
 * line ends.
 */
export async function compileLinear(
	source: string,
	{ ignoreCase = false, dotAll = false }: { ignoreCase?: boolean; dotAll?: boolean },
	name: string,
): Promise<LinearPattern> {
	if (source.length > MAX_PATTERN_CHARACTERS) throw new ToolError(`The pattern ${name} is too long. Shorten it.`);
	// Loaded when first needed: parsing it takes longer than the daemon has for its start.
	const { RE2JS, RE2JSException } = await import("re2js");
	try {
		const compiled = RE2JS.compile(source, (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) | (dotAll ? RE2JS.DOTALL : 0));
		if (compiled.programSize() > MAX_STEPS) {
			throw new ToolError(`The pattern ${name} has too many steps. Use fewer or smaller repetitions, as {1,20}.`);
		}
		return {
			test: (text) => compiled.test(text),
			find(text) {
				const matcher = compiled.matcher(text);
				return matcher.find() ? matcher.start() : undefined;
			},
		};
	} catch (error) {
		if (!(error instanceof RE2JSException)) throw error;
		throw new ToolError(
			`The pattern ${name} can't be used: ${error.message}. The syntax is RE2's: no look-around, no back-references; ` +
				"a special character meant as itself takes a backslash.",
			{ cause: error },
		);
	}
}
