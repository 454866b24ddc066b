import { describeError } from "#core/log.ts";
import type { KeptFiles } from "#daemon/records/kept-files.ts";
import type { CopyPort } from "#tools/copy-port.ts";
import { shown } from "#tools/paths.ts";
import { ToolError } from "#tools/tool.ts";
import type { CopyStore } from "./copy-store.ts";

export interface CopyPortParts {
	keptFiles: KeptFiles;
	copyStore: CopyStore;
}

/** What one change keeps, and what was kept for others. The bytes are on the disk before the row is, and both before the change. */
export function createCopyPort({ keptFiles, copyStore }: CopyPortParts, change: string): CopyPort {
	return {
		change,
		keep({ path, bytes, digest, mode }) {
			orNothing(path, () => {
				copyStore.put(digest, bytes);
				keptFiles.add(change, { path, kind: "file", digest, sizeBytes: bytes.length, mode });
			});
		},
		keepAbsence: (path) => orNothing(path, () => keptFiles.add(change, { path, kind: "nothing" })),
		of(name) {
			const files = keptFiles.of(name);
			if (files.length > 0) return files;
			throw new ToolError(
				`Nothing is kept for ${shown(name)}: it changed no file, or too long ago. Give the number of a call as its result has it, as C-45.`,
			);
		},
		bytesOf({ path, digest }) {
			const bytes = copyStore.get(digest);
			if (bytes) return bytes;
			throw new ToolError(`The copy of ${shown(path)} is gone or damaged, so it was left as it is. Tell the owner.`);
		},
	};
}

function orNothing(path: string, work: () => void): void {
	try {
		work();
	} catch (error) {
		throw new ToolError(
			`Nothing was changed, since no copy of ${shown(path)} could be kept for undoing it (${describeError(error)}). Tell the owner.`,
			{ cause: error },
		);
	}
}
