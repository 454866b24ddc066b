import type * as z from "zod";
import { canonicalJson } from "#core/digest.ts";
import { schemaOf } from "./definition.ts";
import { nearestNames } from "./similar.ts";
import type { Tool } from "./tool.ts";

const MAX_ISSUES = 10;

/** Says for each argument what is wrong with it, and shows a call that is right. */
export function explainInvalid(tool: Tool, args: unknown, error: z.ZodError): string {
	const lines = error.issues.slice(0, MAX_ISSUES).flatMap((issue) => linesFor(issue, tool, args));
	const more = error.issues.length - MAX_ISSUES;
	if (more > 0) lines.push(`- and ${more} more`);
	const example = canonicalJson(tool.examples[0]);
	return `The arguments of ${tool.name} are not right, so nothing was done:\n${lines.join("\n")}\nA right call: ${example}`;
}

function linesFor(issue: z.core.$ZodIssue, tool: Tool, args: unknown): string[] {
	const path = issue.path.map(String).join(".");
	if (issue.code === "unrecognized_keys") {
		const known = knownNames(tool);
		return issue.keys.map(
			(key) => `- ${path === "" ? key : `${path}.${key}`}: there is no such argument.${meant(key, known)}`,
		);
	}
	if (path === "") return [`- the arguments must be one JSON object. ${issue.message}`];
	if (valueAt(args, issue.path) === undefined) return [`- ${path}: missing`];
	return [`- ${path}: ${issue.message}`];
}

const knownNames = (tool: Tool): string[] => Object.keys(Object(schemaOf(tool).properties));

function meant(key: string, known: readonly string[]): string {
	const near = nearestNames(key, known, 1);
	return near.length > 0 ? ` Did you mean ${near[0]}?` : ` There are: ${known.join(", ")}.`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
	return path.reduce<unknown>(
		(inner, key) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined),
		value,
	);
}
