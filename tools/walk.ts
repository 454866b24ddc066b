import type { Dirent } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { entriesOf } from "./folder-entries.ts";
import type { Inside } from "./inside.ts";
import { withFolder } from "./opened.ts";
import { joined } from "./paths.ts";
import { countOf } from "./text.ts";
import { ToolError } from "./tool.ts";

/** How many entries one walk looks at: some tenths of a second's worth. */
const MAX_ENTRIES = 50_000;

export interface WalkOptions {
	/** Where to start, relative to the workspace. A folder that does not exist has no files. */
	readonly base: string;
	/** Whether to look at a file or into a folder of this name. */
	readonly isWanted: (name: string) => boolean;
	readonly matches: (path: string) => boolean;
	readonly maxEntries?: number;
}

export interface WalkResult {
	/** Regular files, relative to the workspace, in code-unit order. */
	readonly files: string[];
	/** What was left out, in words; empty where nothing was. */
	readonly leftOut: string[];
}

/**
 * Looks through a folder and all below it. Links are never followed, so that there are no loops and no way out: each
 * folder must really be where the walk came to it. Lets the event loop turn at each folder; throws when `signal` aborts.
 */
export async function walk(inside: Inside, options: WalkOptions, signal: AbortSignal): Promise<WalkResult> {
	const state: WalkState = { folders: [], files: [], links: 0, unreadable: 0, left: options.maxEntries ?? MAX_ENTRIES };
	if (inside.kindOf(options.base) === "folder") state.folders.push(options.base);
	let path = state.folders.pop();
	while (path !== undefined) {
		await nextTurn();
		if (signal.aborted) throw new ToolError("Stopped before all was looked through. Narrow it to one folder.");
		const entries = readFolder(inside, path, state);
		for (const entry of entries)
			if (options.isWanted(entry.name)) take(joined(path, entry.name), entry, options, state);
		path = state.left > 0 ? state.folders.pop() : undefined;
	}
	state.files.sort((a, b) => (a < b ? -1 : 1));
	return { files: state.files, leftOut: wordsFor(state) };
}

interface WalkState {
	/** Still to be looked into, the next one last. */
	readonly folders: string[];
	readonly files: string[];
	links: number;
	unreadable: number;
	/** How many more entries may be looked at; -1 once one had to be left out. */
	left: number;
}

/** Empty for a folder that can't be opened, or that a link has taken the place of. */
function readFolder(inside: Inside, path: string, state: WalkState): Dirent[] {
	try {
		return withFolder(inside, path, (folder) => {
			if (folder.path !== path) throw new ToolError("A link stands where the folder was.");
			const { entries, complete } = entriesOf(inside, folder, state.left);
			state.left = complete ? state.left - entries.length : -1;
			return entries;
		});
	} catch (error) {
		if (!(error instanceof ToolError)) throw error;
		state.unreadable++;
		return [];
	}
}

function take(path: string, entry: Dirent, { matches }: WalkOptions, state: WalkState): void {
	if (entry.isSymbolicLink()) state.links++;
	else if (entry.isDirectory()) state.folders.push(path);
	else if (entry.isFile() && matches(path)) state.files.push(path);
}

function wordsFor({ folders, links, unreadable, left }: WalkState): string[] {
	const words: string[] = [];
	if (links > 0) words.push(`${countOf(links, "link")} not followed`);
	if (unreadable > 0) words.push(`${countOf(unreadable, "folder")} could not be opened`);
	if (left < 0 || folders.length > 0)
		words.push("stopped at the limit of entries; there may be more, narrow it to one folder");
	return words;
}
