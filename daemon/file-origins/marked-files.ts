import { closeSync, existsSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "#core/database.ts";
import { type FileMarks, isOfBytes } from "#daemon/records/file-origins.ts";
import type { Journal } from "#daemon/records/journal.ts";
import { findFiles } from "#daemon/retention/find-files.ts";
import type { FileFacts } from "#tools/file-origins-port.ts";
import { Inside } from "#tools/inside.ts";
import { outsideOf, parsePath, shown, targetOf } from "#tools/paths.ts";
import { ToolError } from "#tools/tool.ts";
import { markedNames, reasonFor } from "./file-origins-port.ts";
import { readFacts } from "./read-facts.ts";

/** A file or folder outside of `inbox/` and `outputs/outside/` that counts as others' words. */
export interface MarkedFile {
	/** Relative to the workspace. */
	path: string;
	/** Why, in the program's words. */
	source: string;
	/** Milliseconds since the epoch. */
	since: number;
}

export interface MarkedFilesParts {
	database: Database;
	marks: FileMarks;
	journal: Journal;
	/** An absolute path. */
	workspace: string;
}

/** For the owner: which files count as others' words, and taking that from one that they have looked at. */
export class MarkedFiles {
	readonly #parts: MarkedFilesParts;

	constructor(parts: MarkedFilesParts) {
		this.#parts = parts;
	}

	/** By path. Looks through the whole workspace, for copies. */
	async list(signal: AbortSignal): Promise<MarkedFile[]> {
		const { marks, workspace } = this.#parts;
		const listed = marks
			.all()
			.filter((mark) => !isOfBytes(mark) && !isInOutsideFolder(mark.path) && existsSync(join(workspace, mark.path)))
			.map(({ path, source, createdAt }) => ({ path, source, since: createdAt }));
		return [...listed, ...(await this.#copies(signal))].sort((a, b) => (a.path < b.path ? -1 : 1));
	}

	/**
	 * The owner has looked at what stands there: it counts as theirs from now on, and so does every other file with the same bytes
	 * that is not marked by its own path.
	 * @param given relative to the workspace, or absolute inside it
	 * @throws ToolError where it is outside the workspace, not there, always others' words, or not marked
	 */
	async trust(given: string): Promise<{ path: string }> {
		const { database, marks, journal, workspace } = this.#parts;
		const file = await factsAt(new Inside(workspace), parsePath(given, workspace));
		const { path } = file;
		if (isInOutsideFolder(path)) throw new ToolError(ALWAYS_OUTSIDE);
		if (this.#reasonFor(file) === undefined)
			throw new ToolError(`${shown(path)} is not marked, so there is nothing to trust.`);
		database.write(() => {
			marks.forget(path);
			marks.forgetBytes(file);
			if (this.#reasonFor(file) !== undefined)
				throw new ToolError(
					`${shown(path)} is also there under another name (a hard link) that is marked. Trust that one first.`,
				);
			journal.add({ kind: "rule", target: targetOf(path), decision: "trusted" });
		});
		return { path };
	}

	#reasonFor(file: FileFacts): string | undefined {
		const { marks, workspace } = this.#parts;
		return reasonFor(marks, file, () => markedNames(marks, workspace));
	}

	async #copies(signal: AbortSignal): Promise<MarkedFile[]> {
		const { marks, workspace } = this.#parts;
		const inside = new Inside(workspace);
		const { files } = await findFiles(inside, "", signal);
		const copies: MarkedFile[] = [];
		for (const { path, bytes } of files) {
			if (!marks.mayHold(bytes) || marks.find(path) || isInOutsideFolder(path)) continue;
			const facts = await readFacts(inside, path, signal);
			const mark = facts && marks.ofBytes(facts);
			if (mark) copies.push({ path, source: `a copy: ${mark.source}`, since: mark.createdAt });
		}
		return copies;
	}
}

const ALWAYS_OUTSIDE =
	"What lies in inbox/ or outputs/outside/ always counts as others' words. Copy the file to another folder, then trust the copy.";

const isInOutsideFolder = (path: string): boolean => outsideOf(path).outside !== undefined;

/** Of a folder, only its name counts. */
async function factsAt(inside: Inside, path: string): Promise<FileFacts> {
	const kind = inside.kindOf(path);
	const real = kind === "nothing" ? path : realPathOf(inside, path, kind);
	const facts = kind === "file" ? await readFacts(inside, real) : undefined;
	if (kind === "folder") return { path: real, digest: undefined, sizeBytes: 0, names: 1 };
	if (!facts) throw new ToolError(`${shown(path)} does not exist. \`steward files\` shows what is marked.`);
	return facts;
}

function realPathOf(inside: Inside, path: string, kind: "file" | "folder"): string {
	const opened = kind === "folder" ? inside.openFolder(path) : inside.openFile(path);
	closeSync(opened.fd);
	return opened.path;
}
