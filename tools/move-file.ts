import { closeSync } from "node:fs";
import * as z from "zod";
import { refuseManyNames } from "./file-version.ts";
import { Inside } from "./inside.ts";
import { withPlace } from "./opened.ts";
import { label, parsePath, shown, targetOf } from "./paths.ts";
import { claim, rename } from "./replace-file.ts";
import { missingFile, withSuggestion } from "./suggest-path.ts";
import type { Tool } from "./tool.ts";

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
	async run(args, { workspace, seen }) {
		const inside = new Inside(workspace);
		const path = parsePath(args.from, workspace);
		const place = withSuggestion(inside, path, () => inside.openPlace(path, false));
		return withPlace(place, (from) => {
			const file = inside.openChild(from.folder, from.name);
			if (!file) throw missingFile(inside, path);
			closeSync(file.fd);
			// rename(2) does nothing when both names are the same file, and would leave the old one.
			refuseManyNames(file);
			return withPlace(inside.openPlace(parsePath(args.to, workspace), true), (to) => {
				claim(inside, to);
				rename(inside, inside.at(from.folder, from.name), to, true);
				const known = seen.get(from.path);
				if (known !== undefined) seen.set(to.path, known);
				seen.delete(from.path);
				const made = to.made.length > 0 ? ` Made the folder ${to.made.map(shown).join(", ")}.` : "";
				return { text: `Moved ${label(from.path, args.from)} to ${label(to.path, args.to)}.${made}` };
			});
		});
	},
};
