import * as z from "zod";
import { outsideOfNames } from "./file-facts.ts";
import { compileGlob } from "./glob-pattern.ts";
import { Inside } from "./inside.ts";
import { fitting } from "./page.ts";
import { parsePath, shown, targetOf } from "./paths.ts";
import { countOf } from "./text.ts";
import { type Tool, ToolError } from "./tool.ts";
import { walk } from "./walk.ts";

const DEFAULT_PATHS = 100;

const parameters = z.strictObject({
	pattern: z.string(),
	limit: z.int().min(1).optional(),
	offset: z.int().min(0).optional(),
});

export const glob: Tool<z.infer<typeof parameters>> = {
	name: "glob",
	tier: "direct",
	description:
		"Use to find files by name (grep looks inside). Returns paths in order, the total, and how to page. " +
		"Hidden files, .git and node_modules only if the pattern names them; links are not followed.",
	parameters,
	examples: [{ pattern: "**/*.md" }, { pattern: "inbox/**/*.{pdf,docx}", limit: 20 }],
	parallel: true,
	mode: "sync",
	timeoutMs: 30_000,
	recovery: "rerun",
	effects: ({ pattern }, { workspace }) => ({ effect: "read", target: targetOf(parsePath(pattern, workspace)) }),
	activity: ({ pattern }) => `looking for ${pattern}`,
	async run({ pattern, limit = DEFAULT_PATHS, offset = 0 }, { workspace, files: origins }, signal) {
		const inside = new Inside(workspace);
		const { files, leftOut } = await walk(inside, await compileGlob(pattern, workspace), signal);
		const notes = leftOut.length > 0 ? ` (${leftOut.join("; ")})` : "";
		if (files.length === 0) return { text: `No file matches ${shown(pattern)}${notes}.${widerHint(pattern)}` };
		const page = fitting(files.slice(offset, offset + limit));
		if (page.length === 0) {
			throw new ToolError(`Only ${countOf(files.length, "file")} match. Give an offset below that.`);
		}
		const end = offset + page.length;
		const next = end < files.length ? `; next: offset ${end}` : "";
		const header = `${countOf(files.length, "file")} match${notes}, showing ${offset + 1}-${end}${next}`;
		return { text: [header, ...page.map(shown)].join("\n"), paged: true, ...outsideOfNames(origins, inside, page) };
	},
};

const widerHint = (pattern: string): string =>
	pattern.includes("/") ? "" : ` It was compared with the top folder only; **/${shown(pattern)} looks in all.`;
