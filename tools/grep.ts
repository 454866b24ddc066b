import * as z from "zod";
import { outsideOfFiles } from "./file-facts.ts";
import { selectFiles, textOf } from "./grep-files.ts";
import { Matches } from "./grep-matches.ts";
import { Inside } from "./inside.ts";
import { compileLinear } from "./linear-pattern.ts";
import { parsePath, targetOf } from "./paths.ts";
import { searchText } from "./search-text.ts";
import { countOf } from "./text.ts";
import { type Tool, ToolError, type ToolOutput } from "./tool.ts";

const DEFAULT_MATCHES = 50;
const MAX_CONTEXT_LINES = 10;

const parameters = z.strictObject({
	pattern: z.string(),
	path: z.string().optional().describe("file, folder or glob"),
	ignoreCase: z.boolean().optional(),
	context: z.int().min(0).max(MAX_CONTEXT_LINES).optional(),
	limit: z.int().min(1).optional(),
	offset: z.int().min(0).optional(),
});

export const grep: Tool<z.infer<typeof parameters>> = {
	name: "grep",
	tier: "direct",
	description:
		"Use to find lines in text files by RE2 regular expression; no look-around, not across lines. " +
		"Returns path:line:text, the total, and how to page. Hidden and binary files are skipped.",
	parameters,
	examples: [
		{ pattern: "TODO|FIXME", path: "src/**/*.ts" },
		{ pattern: "invoice", ignoreCase: true, context: 2 },
	],
	parallel: true,
	mode: "sync",
	timeoutMs: 60_000,
	recovery: "rerun",
	effects: ({ path }, { workspace }) => ({
		effect: "read",
		target: targetOf(path === undefined ? "" : parsePath(path, workspace)),
	}),
	activity: ({ pattern }) => `searching for ${pattern}`,
	async run(args, { workspace, files: origins }, signal) {
		const { context = 0, limit = DEFAULT_MATCHES, offset = 0 } = args;
		const pattern = await compileLinear(args.pattern, { ignoreCase: args.ignoreCase ?? false }, "for grep");
		const inside = new Inside(workspace);
		const { files, leftOut } = await selectFiles(inside, args.path, workspace, signal);
		const matches = new Matches({ offset, limit, context });
		const skipped = { binary: 0, unreadable: 0 };
		let longLines = 0;
		for (const path of files) {
			const text = textOf(inside, path);
			if (text.kind !== "text") {
				skipped[text.kind]++;
				continue;
			}
			const searched = await searchText(text.text, pattern, signal);
			matches.add(text.file, searched);
			longLines += searched.longLines;
		}
		if (skipped.binary > 0) leftOut.push(`${countOf(skipped.binary, "binary file")} skipped`);
		if (skipped.unreadable > 0) leftOut.push(`${countOf(skipped.unreadable, "file")} too large or not to be opened`);
		if (longLines > 0) leftOut.push(`${countOf(longLines, "very long line")} searched in overlapping pieces`);
		const searched = files.length - skipped.binary - skipped.unreadable;
		const output = answer(matches, [`${countOf(searched, "file")} searched`, ...leftOut].join("; "), offset);
		return { ...output, ...outsideOfFiles(origins, matches.shownFiles) };
	},
};

function answer(matches: Matches, searched: string, offset: number): ToolOutput {
	if (matches.total === 0) return { text: `No line matches (${searched}).` };
	if (matches.shown === 0) {
		throw new ToolError(`Only ${countOf(matches.total, "line")} match. Give an offset below that.`);
	}
	const end = offset + matches.shown;
	const next = end < matches.total ? `; next: offset ${end}` : "";
	const found = `${countOf(matches.total, "line")} in ${countOf(matches.files, "file")} match`;
	const header = `${found} (${searched}), showing ${offset + 1}-${end}${next}`;
	return { text: `${header}\n${matches.lines.join("\n")}`, paged: true };
}
