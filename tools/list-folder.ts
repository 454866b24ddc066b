import { lstatSync } from "node:fs";
import * as z from "zod";
import { outsideOfNames } from "./file-facts.ts";
import { explained } from "./file-problem.ts";
import { entriesOf } from "./folder-entries.ts";
import { Inside, type OpenFolder } from "./inside.ts";
import { withFolder } from "./opened.ts";
import { fitting } from "./page.ts";
import { joined, label, parsePath, shown, targetOf } from "./paths.ts";
import { withSuggestion } from "./suggest-path.ts";
import { countOf } from "./text.ts";
import { type Tool, ToolError, type ToolOutput } from "./tool.ts";

/** More entries than these are not read: a folder of this size is for glob. */
const MAX_READ = 10_000;
const MAX_ENTRIES = 200;

const parameters = z.strictObject({
	path: z.string().describe('the folder, "." for the whole workspace'),
	offset: z.int().min(0).optional(),
});

export const listFolder: Tool<z.infer<typeof parameters>> = {
	name: "list_folder",
	tier: "found",
	description:
		"Use to list the files and folders directly inside one folder (directory), hidden ones too, with their sizes. " +
		`It does not look below; glob does. Returns up to ${MAX_ENTRIES} entries, the total, and how to page.`,
	parameters,
	examples: [{ path: "shared" }, { path: "." }],
	parallel: true,
	mode: "sync",
	timeoutMs: 30_000,
	recovery: "rerun",
	effects: ({ path }, { workspace }) => ({ effect: "read", target: targetOf(parsePath(path, workspace)) }),
	activity: ({ path }) => `listing ${shown(path)}`,
	async run({ path: given, offset = 0 }, { workspace, files }) {
		const inside = new Inside(workspace);
		const path = parsePath(given, workspace);
		const list = (folder: OpenFolder): ToolOutput => {
			const { entries, complete } = entriesOf(inside, folder, MAX_READ);
			const name = label(folder.path, given);
			if (entries.length === 0)
				return { text: `The folder ${name} is empty.`, ...outsideOfNames(files, inside, [folder.path]) };
			const names = entries.slice(offset, offset + MAX_ENTRIES).map(({ name }) => name);
			const page = fitting(names);
			if (page.length === 0) throw new ToolError(`${name} has only ${entries.length} entries. Give a smaller offset.`);
			const end = offset + page.length;
			const total = complete ? `${entries.length}` : `more than ${MAX_READ}`;
			const next = end < entries.length ? `; next: offset ${end}` : "";
			const lines = page.map((entry) => lineFor(entry, inside.at(folder, entry)));
			const paths = page.map((entry) => joined(folder.path, entry));
			const text = [`${name}: entries ${offset + 1}-${end} of ${total}${next}`, ...lines].join("\n");
			return { text, paged: true, ...outsideOfNames(files, inside, paths) };
		};
		return withSuggestion(inside, path, () => withFolder(inside, path, list), files);
	},
};

/** Looks at the entry itself, never through a link. */
function lineFor(name: string, systemPath: string): string {
	const stats = explained(name, () => lstatSync(systemPath, { throwIfNoEntry: false }));
	if (stats?.isDirectory()) return `${shown(name)}/`;
	if (stats?.isFile()) return `${shown(name)}  ${countOf(stats.size, "byte")}`;
	return `${shown(name)}  (${stats?.isSymbolicLink() ? "link, not followed" : "not a file"})`;
}
