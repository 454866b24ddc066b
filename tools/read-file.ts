import * as z from "zod";
import { factsOf, outsideOfFiles } from "./file-facts.ts";
import { readVersion } from "./file-version.ts";
import { Inside } from "./inside.ts";
import { MAX_PAGE_CHARACTERS, type Page, pageOf } from "./page.ts";
import { label, parsePath, shown, targetOf } from "./paths.ts";
import { withSuggestion } from "./suggest-path.ts";
import { binaryKind, countLines, countOf, formatCount, peculiarities } from "./text.ts";
import { type Tool, ToolError, type ToolOutput } from "./tool.ts";

const DEFAULT_LINES = 200;

const parameters = z.strictObject({
	path: z.string(),
	offset: z.int().min(1).optional().describe("first line, from 1"),
	limit: z.int().min(1).optional(),
	character: z.int().min(1).optional().describe("where to start in that line, if long"),
});
type Arguments = z.infer<typeof parameters>;

export const readFile: Tool<Arguments> = {
	name: "read_file",
	tier: "direct",
	description:
		"Use to read a workspace file, and before changing one. Returns a header, then its text as it is: at most " +
		`${DEFAULT_LINES} lines and ${formatCount(MAX_PAGE_CHARACTERS)} characters; the header says how to go on. ` +
		"Binary files are only described.",
	parameters,
	examples: [{ path: "notes.md" }, { path: "logs/build.txt", offset: 201, limit: 100 }],
	parallel: true,
	mode: "sync",
	timeoutMs: 30_000,
	recovery: "rerun",
	effects: ({ path }, { workspace }) => ({ effect: "read", target: targetOf(parsePath(path, workspace)) }),
	activity: ({ path }) => `reading ${shown(path)}`,
	async run(args, { workspace, seen, files }) {
		const inside = new Inside(workspace);
		const path = parsePath(args.path, workspace);
		const version = readVersion(withSuggestion(inside, path, () => inside.openFile(path), files));
		const output = describe(version.bytes, label(version.path, args.path), args);
		seen.set(version.path, version.digest);
		return { ...output, ...outsideOfFiles(files, [factsOf(version)]) };
	},
};

function describe(
	bytes: Buffer,
	name: string,
	{ offset = 1, limit = DEFAULT_LINES, character = 1 }: Arguments,
): ToolOutput {
	if (bytes.length === 0) return { text: `${name} is empty (0 bytes).` };
	const size = countOf(bytes.length, "byte");
	const kind = binaryKind(bytes);
	if (kind) return { text: `${name}: ${kind}, ${size}. It is not text, so its content is not shown.` };
	const text = bytes.toString("utf8");
	const lines = countLines(text);
	const page = pageOf(text, offset, limit, character);
	if (!page) {
		const place =
			character > 1 ? `character ${formatCount(character)} in line ${offset}` : `line ${formatCount(offset)}`;
		throw new ToolError(`${name} has no ${place}: it has ${countOf(lines, "line")}. Read it with a smaller offset.`);
	}
	const facts = [whatIsShown(page, lines), size, ...peculiarities(bytes, text)];
	return { text: `${name}: ${facts.join(", ")}${howToGoOn(page)}\n${page.text}`, paged: true };
}

function whatIsShown({ firstLine, lastLine, fromCharacter, text, next }: Page, lines: number): string {
	const range = firstLine === lastLine ? `line ${firstLine} of ${lines}` : `lines ${firstLine}-${lastLine} of ${lines}`;
	if (next?.character === undefined && fromCharacter === 1) return range;
	const through = firstLine === lastLine ? `-${formatCount(fromCharacter + text.length - 1)}` : " on";
	return `${range} (from character ${formatCount(fromCharacter)}${through})`;
}

function howToGoOn({ next }: Page): string {
	if (!next) return "";
	return `; next: offset ${next.offset}${next.character === undefined ? "" : `, character ${next.character}`}`;
}
