export type ReadArguments =
	| { kind: "parsed"; arguments: unknown; repaired: boolean }
	| { kind: "malformed"; problem: string };

/**
 * Reads the arguments of a tool call. What is not JSON is repaired where only its form is wrong (a comma too many,
 * single quotes, a code fence). What breaks off in the middle never is: half a value would be taken for the whole.
 */
export async function readArguments(raw: string): Promise<ReadArguments> {
	const text = raw.trim();
	// Models write calls without arguments in all these ways.
	if (text === "" || text === "null") return { kind: "parsed", arguments: {}, repaired: false };
	const strict = parse(text);
	if (strict.kind === "value") return fromValue(strict.value, false);
	if (breaksOff(text)) {
		return malformed(`They break off at character ${text.length}, after ${quote(text.slice(-EXCERPT_LENGTH))}.`);
	}
	const repaired = await repair(text);
	if (repaired.kind === "value" && isObject(repaired.value)) return fromValue(repaired.value, true);
	return malformed(strict.problem);
}

type Parsed = { kind: "value"; value: unknown } | { kind: "error"; problem: string };

function parse(text: string): Parsed {
	try {
		return { kind: "value", value: JSON.parse(text) };
	} catch (error) {
		return { kind: "error", problem: describeSyntaxError(text, error) };
	}
}

/** Loaded at the first arguments that need it: most never do. */
async function repair(text: string): Promise<Parsed> {
	const { jsonrepair } = await import("jsonrepair");
	try {
		return { kind: "value", value: JSON.parse(jsonrepair(text)) };
	} catch (error) {
		return { kind: "error", problem: String(error) };
	}
}

function fromValue(value: unknown, repaired: boolean): ReadArguments {
	if (isObject(value)) return { kind: "parsed", arguments: value, repaired };
	return malformed(`They are ${Array.isArray(value) ? "a list" : `a ${typeof value}`}.`);
}

const malformed = (problem: string): ReadArguments => ({
	kind: "malformed",
	problem: `The arguments are not a JSON object. ${problem} Write them again as one complete JSON object.`,
});

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);

const EXCERPT_LENGTH = 40;
const quote = (text: string): string => JSON.stringify(text);

/** Says where the text stops being JSON, with what stands there. Node's own message names the place only sometimes. */
function describeSyntaxError(text: string, error: unknown): string {
	const reason = error instanceof Error ? error.message.replace(/,? ?"[\s\S]*" is not valid JSON$/, "") : String(error);
	const position = Number(/at position (\d+)/.exec(reason)?.[1] ?? Number.NaN);
	const start = Number.isNaN(position) ? 0 : Math.max(0, position - EXCERPT_LENGTH / 2);
	return `${reason}, near ${quote(text.slice(start, start + EXCERPT_LENGTH))}.`;
}

/** True where a string or a bracket is left open and the text doesn't end with a complete value. */
function breaksOff(text: string): boolean {
	let depth = 0;
	let inString = false;
	// By hand, in one pass: a regular expression for strings takes the square of the length where one is left open.
	for (let at = 0; at < text.length; at++) {
		const character = text.charAt(at);
		if (inString && character === "\\") at++;
		else if (character === '"') inString = !inString;
		else if (!inString) depth += DEPTH_CHANGES.get(character) ?? 0;
	}
	return inString || (depth > 0 && !/["}\]]$/.test(text));
}

const DEPTH_CHANGES: ReadonlyMap<string, number> = new Map([
	["{", 1],
	["[", 1],
	["}", -1],
	["]", -1],
]);
