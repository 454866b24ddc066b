import { closeSync, readSync, unlinkSync } from "node:fs";
import * as z from "zod";
import type { FileOrigins } from "./file-origins-port.ts";
import { explained } from "./file-problem.ts";
import { resourceVersionOf } from "./file-version.ts";
import { Inside, type OpenFile, type Place } from "./inside.ts";
import { canBeKept, keepOpen } from "./keep-open.ts";
import { withPlace } from "./opened.ts";
import { label, parsePath, shown, targetOf } from "./paths.ts";
import { missingFile, withSuggestion } from "./suggest-path.ts";
import { binaryKind, countOf, excerpt, fenced } from "./text.ts";
import type { Tool } from "./tool.ts";

/** How much of the file the preview looks at. */
const START_BYTES = 8192;

const parameters = z.strictObject({ path: z.string() });

export const deleteFile: Tool<z.infer<typeof parameters>> = {
	name: "delete_file",
	tier: "found",
	description:
		"Use to delete (remove) one file of the workspace; the owner may be asked first. A copy is kept for some weeks: undo brings " +
		"it back. Not for folders or links. Returns what was deleted.",
	parameters,
	examples: [{ path: "tasks/old-draft.md" }],
	parallel: false,
	mode: "sync",
	timeoutMs: 30_000,
	recovery: "unknown",
	effects(args, { workspace, files }) {
		const path = parsePath(args.path, workspace);
		return withExisting(new Inside(workspace), files, path, (_place, file) => {
			const size = countOf(file.sizeBytes, "byte");
			return {
				effect: "spend",
				target: targetOf(file.path),
				resourceVersion: resourceVersionOf(file),
				preview: `Delete ${shown(file.path)} (${size})${fate(file)}${otherNames(file)} It starts with:\n${startOf(file)}`,
			};
		});
	},
	activity: ({ path }) => `deleting ${shown(path)}`,
	async run(args, { workspace, seen, files, copies }) {
		const inside = new Inside(workspace);
		return withExisting(inside, files, parsePath(args.path, workspace), (place, file) => {
			const isKept = keepOpen(copies, file);
			explained(place.path, () => unlinkSync(inside.at(place.folder, place.name)));
			files.gone(file.path);
			seen.delete(place.path);
			const size = countOf(file.sizeBytes, "byte");
			return {
				text: `Deleted ${label(place.path, args.path)} (${size})${isKept ? "." : fate(file)}${otherNames(file)}`,
			};
		});
	},
};

function withExisting<T>(
	inside: Inside,
	files: FileOrigins,
	path: string,
	work: (place: Place, file: OpenFile) => T,
): T {
	const place = withSuggestion(inside, path, () => inside.openPlace(path, false), files);
	return withPlace(place, () => {
		const file = inside.openChild(place.folder, place.name);
		if (!file) throw missingFile(inside, files, path);
		try {
			return work(place, file);
		} finally {
			closeSync(file.fd);
		}
	});
}

function startOf({ fd }: OpenFile): string {
	const start = Buffer.alloc(START_BYTES);
	const bytes = start.subarray(0, readSync(fd, start, 0, START_BYTES, 0));
	const kind = binaryKind(bytes);
	return kind ? `(${kind})` : fenced(excerpt(bytes.toString("utf8"), 10, 1000));
}

const fate = (file: OpenFile): string =>
	canBeKept(file) ? ". A copy is kept for some weeks." : " for good: it is too large for a copy to be kept.";

const otherNames = ({ names }: OpenFile): string =>
	names > 1 ? ` Its content stays under ${countOf(names - 1, "other name")} (hard links).` : "";
