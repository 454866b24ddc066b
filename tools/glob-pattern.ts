import picomatch from "picomatch";
import { compileLinear } from "./linear-pattern.ts";
import { parsePath, shown } from "./paths.ts";
import { ToolError } from "./tool.ts";

const MAX_PATTERN_CHARACTERS = 500;
const SPECIAL = /[*?[\]{}()!+@|\\]/;

/** A glob pattern, ready to be walked. */
export interface GlobPattern {
	/** The folder that all matches are below: the part of the pattern before its first special character. */
	readonly base: string;
	/** Whether a file or folder of this name is to be looked at: hidden ones and node_modules only where named. */
	isWanted(name: string): boolean;
	matches(path: string): boolean;
}

/**
 * Compiles a glob, relative to the workspace. Throws `ToolError` for patterns that are malformed or lead out.
 *
 * picomatch reads the pattern, RE2 does the matching: run by JavaScript's own engine, picomatch's expression for
 * `*a*a*a*a*b` takes seconds on one long name. RE2 knows no look-ahead, which picomatch only uses to keep `*` from matching
 * nothing, `.` and `..`; names that are read from a folder are never one of these.
 */
export async function compileGlob(given: string, workspace: string): Promise<GlobPattern> {
	if (given.length > MAX_PATTERN_CHARACTERS) {
		throw new ToolError(`The pattern is longer than ${MAX_PATTERN_CHARACTERS} characters. Give a shorter one.`);
	}
	const pattern = parsePath(given, workspace);
	if (pattern === "") throw new ToolError('The pattern names the workspace itself. Use "**" for all files in it.');
	const segments = pattern.split("/");
	const firstSpecial = segments.findIndex((segment) => SPECIAL.test(segment));
	const base = segments.slice(0, firstSpecial < 0 ? segments.length - 1 : firstSpecial).join("/");
	const expression = await compileLinear(withoutLookahead(pattern), { dotAll: true }, `"${shown(given)}"`);
	return {
		base,
		isWanted: wantedNames(pattern),
		matches: (path) => expression.test(path),
	};
}

/** Says which names a walk for this pattern looks at. `""` is for all that is not hidden. */
export function wantedNames(pattern: string): (name: string) => boolean {
	const hidden = /(^|[/{,(|])\.[^/]/.test(pattern);
	return (name) => {
		if (name === "node_modules" || name === ".git") return pattern.includes(name);
		return hidden || !name.startsWith(".");
	};
}

function withoutLookahead(pattern: string): string {
	// `noextglob` and `nonegate`: !(x) and !x can't be had without look-ahead.
	const source = picomatch.makeRe(pattern, { dot: true, noextglob: true, nonegate: true }).source;
	return ["(?!(?:^|\\/)\\.{1,2}(?:\\/|$))", "(?!\\.{1,2}(?:\\/|$))", "(?=.)"].reduce(
		(text, lookahead) => text.replaceAll(lookahead, ""),
		source,
	);
}
