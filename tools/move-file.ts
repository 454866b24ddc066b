import { closeSync, lstatSync } from "node:fs";
import * as z from "zod";
import { factsOf, markFoldersFor } from "./file-facts.ts";
import type { FileFacts } from "./file-origins-port.ts";
import { type FileVersion, readVersion, refuseManyNames } from "./file-version.ts";
import { Inside, type OpenFile, type Place } from "./inside.ts";
import { canBeKept } from "./keep-open.ts";
import { withPlace } from "./opened.ts";
import { label, parsePath, shown, targetOf } from "./paths.ts";
import { claim, rename } from "./replace-file.ts";
import { missingFile, withSuggestion } from "./suggest-path.ts";
import { type Tool, ToolError } from "./tool.ts";

const parameters = z.strictObject({ from: z.string(), to: z.string() });

export const moveFile: Tool<z.infer<typeof parameters>> = {
	name: "move_file",
	tier: "found",
	description:
		"Use to move or rename one file within the workspace. Never overwrites: `to` is the new path, name included, and " +
		"must be free. Missing folders are made. Not for folders or links. Returns both paths.",
	parameters,
	examples: [{ from: "inbox/scan.pdf", to: "shared/taxes/2026-receipt.pdf" }],
	parallel: false,
	mode: "sync",
	timeoutMs: 30_000,
	recovery: "unknown",
	effects(args, { workspace }) {
		const [from, to] = [parsePath(args.from, workspace), parsePath(args.to, workspace)];
		return { effect: "write", target: targetOf(to), preview: `Move ${shown(from)} to ${shown(to)}.` };
	},
	activity: ({ from, to }) => `moving ${shown(from)} to ${shown(to)}`,
	async run(args, { workspace, seen, files, copies }) {
		const inside = new Inside(workspace);
		const path = parsePath(args.from, workspace);
		const place = withSuggestion(inside, path, () => inside.openPlace(path, false), files);
		return withPlace(place, (from) => {
			const file = inside.openChild(from.folder, from.name);
			if (!file) throw missingFile(inside, files, path);
			const { facts, version } = lookAndClose(file);
			// rename(2) does nothing when both names are the same file, and would leave the old one.
			refuseManyNames(file);
			const target = parsePath(args.to, workspace);
			markFoldersFor(files, inside, target);
			return withPlace(inside.openPlace(target, true), (to) => {
				refuseTaken(inside, to);
				// A file too large for a copy is moved all the same: moving it back undoes that.
				if (version) {
					copies.keep(version);
					copies.keepAbsence(to.path);
				}
				const settle = files.willMove(facts, to.path);
				claim(inside, to);
				rename(inside, inside.at(from.folder, from.name), to, true);
				settle();
				const known = seen.get(from.path);
				if (known !== undefined) seen.set(to.path, known);
				seen.delete(from.path);
				const made = to.made.length > 0 ? ` Made the folder ${to.made.map(shown).join(", ")}.` : "";
				return { text: `Moved ${label(from.path, args.from)} to ${label(to.path, args.to)}.${made}` };
			});
		});
	},
};

/** Before the new name is marked: what stands there may be the owner's, and `claim` would see it too late. */
function refuseTaken(inside: Inside, { folder, name, path }: Place): void {
	if (lstatSync(inside.at(folder, name), { throwIfNoEntry: false }))
		throw new ToolError(`${shown(path)} exists already. Nothing was changed. Choose another path.`);
}

/** What is known of it, and all that it holds where it is not too large. */
function lookAndClose(file: OpenFile): { facts: FileFacts; version?: FileVersion } {
	if (canBeKept(file)) {
		const version = readVersion(file);
		return { facts: factsOf(version), version };
	}
	closeSync(file.fd);
	const { path, sizeBytes, names } = file;
	return { facts: { path, digest: undefined, sizeBytes, names } };
}
