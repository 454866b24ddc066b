import { lstatSync } from "node:fs";
import { join } from "node:path";
import { type FileMark, type FileMarks, isOfBytes, NAME_ONLY } from "#daemon/records/file-origins.ts";
import type { FileBytes, FileFacts, FileOrigins, Settle } from "#tools/file-origins-port.ts";
import { outsideOf, parentOf, sourceNamed } from "#tools/paths.ts";

export interface FileOriginsParts {
	marks: FileMarks;
	/** An absolute path. */
	workspace: string;
	/** The call that it is for; undefined for the owner. */
	callId: number | undefined;
	/** Whether outside content is in view, or was when the call was made. */
	isTainted: () => boolean;
}

const IN_VIEW = "written while outside content was in view";
const NAMED_IN_VIEW = "named while outside content was in view";

const NO_BYTES: FileBytes = { digest: undefined, sizeBytes: NAME_ONLY };

const nothingToSettle: Settle = () => undefined;

/** What one call learns and says of where the workspace's files come from. Every mark is a commit of its own. */
export function createFileOrigins({ marks, workspace, callId, isTainted }: FileOriginsParts): FileOrigins {
	// A folder may be full of files with several names: the marked ones are looked up once for the call.
	let names: MarkedNames | undefined;
	const whyOutside = (file: FileFacts) =>
		reasonFor(marks, file, () => {
			names ??= markedNames(marks, workspace);
			return names;
		});

	const mark = (path: string, bytes: FileBytes, source: string) =>
		marks.put({ path, digest: bytes.digest, sizeBytes: bytes.sizeBytes, source, callId });

	/** What stands there now comes from nobody else. */
	const clear = (path: string): Settle => (marks.find(path) ? () => marks.release(path) : nothingToSettle);

	return {
		sourceOf: (file) => (whyOutside(file) === undefined ? undefined : sourceNamed(file.path)),
		sourceOfName(path) {
			const isTheirs = outsideOf(path).outside !== undefined || withFoldersAbove(path).some((one) => marks.find(one));
			return isTheirs ? sourceNamed(path) : undefined;
		},
		mayHold: (sizeBytes) => marks.mayHold(sizeBytes),
		willWrite(path, bytes, kept) {
			const inherited = kept && whyOutside(kept);
			if (isTainted()) mark(path, bytes, IN_VIEW);
			else if (inherited === undefined) return clear(path);
			else mark(path, bytes, inherited);
			return nothingToSettle;
		},
		willMake(folders) {
			if (!isTainted()) return;
			for (const folder of folders) mark(folder, NO_BYTES, NAMED_IN_VIEW);
		},
		willMove(from, to) {
			const inherited = whyOutside(from);
			let settleTarget = nothingToSettle;
			if (inherited !== undefined) mark(to, from, inherited);
			// Its words are ours, its name is not.
			else if (isTainted()) mark(to, NO_BYTES, NAMED_IN_VIEW);
			else settleTarget = clear(to);
			return () => {
				settleTarget();
				marks.release(from.path);
			};
		},
		gone: (path) => marks.release(path),
	};
}

/** Finds a marked name of the very same file: changed by its owner in place, it has new bytes under each of its names. */
export type MarkedNames = (path: string) => FileMark | undefined;

/** As of now: looks at each marked file. */
export function markedNames(marks: FileMarks, workspace: string): MarkedNames {
	const byInode = new Map<string, FileMark>();
	for (const mark of marks.all()) {
		const inode = isOfBytes(mark) ? undefined : inodeOf(workspace, mark.path);
		if (inode !== undefined) byInode.set(inode, mark);
	}
	return (path) => {
		const inode = inodeOf(workspace, path);
		return inode === undefined ? undefined : byInode.get(inode);
	};
}

/**
 * Why a file counts as others' words, in the program's; undefined where it does not.
 * @param names only asked for where the file has several names
 */
export function reasonFor(marks: FileMarks, file: FileFacts, names: () => MarkedNames): string | undefined {
	const byPath = marks.find(file.path)?.source ?? outsideFolder(file.path);
	if (byPath !== undefined) return byPath;
	const mark = marks.ofBytes(file) ?? (file.names > 1 ? names()(file.path) : undefined);
	return mark?.source;
}

const outsideFolder = (path: string): string | undefined => outsideOf(path).outside && `from ${path.split("/")[0]}/`;

function inodeOf(workspace: string, path: string): string | undefined {
	try {
		const stats = lstatSync(join(workspace, path), { throwIfNoEntry: false, bigint: true });
		return stats && `${stats.dev}:${stats.ino}`;
	} catch {
		// A folder on the way is none any more: then nothing is known by that name.
		return undefined;
	}
}

function withFoldersAbove(path: string): string[] {
	const paths: string[] = [];
	for (let one = path; one !== ""; one = parentOf(one)) paths.push(one);
	return paths;
}
