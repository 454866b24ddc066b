import * as z from "zod";
import { sha256 } from "#core/digest.ts";
import { markFoldersFor, markWrite } from "./file-facts.ts";
import {
	refuseManyNames,
	refuseMarks,
	refuseReadOnly,
	requireSeen,
	resourceVersionAt,
	versionAt,
} from "./file-version.ts";
import { Inside } from "./inside.ts";
import { withPlaceAsync } from "./opened.ts";
import { label, parsePath, refuseHalfCharacters, shown, targetOf } from "./paths.ts";
import { replaceFile } from "./replace-file.ts";
import { countLines, countOf, excerpt, fenced } from "./text.ts";
import type { Tool } from "./tool.ts";

const parameters = z.strictObject({ path: z.string(), content: z.string() });

export const writeFile: Tool<z.infer<typeof parameters>> = {
	name: "write_file",
	tier: "direct",
	description:
		"Use to make a new file, or to replace one completely; for changes prefer edit_file. Replaces only what read_file " +
		"has shown you as it is now. Missing folders are made. Returns the new size.",
	parameters,
	examples: [{ path: "shared/list.md", content: "- milk\n" }],
	parallel: false,
	mode: "sync",
	timeoutMs: 30_000,
	recovery: "unknown",
	effects(args, { workspace }) {
		const path = parsePath(args.path, workspace);
		return {
			effect: "write",
			target: targetOf(path),
			resourceVersion: resourceVersionAt(new Inside(workspace), path),
			preview: `Write ${shown(path)} (${sizeOf(args.content)}):\n${fenced(excerpt(args.content, 20, 2000))}`,
		};
	},
	activity: ({ path }) => `writing ${shown(path)}`,
	async run(args, { workspace, seen, files, copies }) {
		refuseHalfCharacters(args.content, "content");
		const inside = new Inside(workspace);
		const path = parsePath(args.path, workspace);
		markFoldersFor(files, inside, path);
		return withPlaceAsync(inside.openPlace(path, true), async (place) => {
			const before = versionAt(inside, place);
			if (before) {
				requireSeen(before, seen);
				refuseManyNames(before);
				refuseReadOnly(before);
				refuseMarks(args.content, before);
			}
			if (before) copies.keep(before);
			else copies.keepAbsence(place.path);
			const bytes = Buffer.from(args.content);
			const digest = sha256(bytes);
			const settle = markWrite(files, place, { bytes, digest }, before, false);
			await replaceFile(inside, place, bytes, before);
			settle();
			seen.set(place.path, digest);
			const verb = before ? "Replaced" : "Created";
			const was = before ? `, was ${countOf(before.bytes.length, "byte")}` : "";
			const made = place.made.length > 0 ? ` Made the folder ${place.made.map(shown).join(", ")}.` : "";
			return { text: `${verb} ${label(place.path, args.path)}: ${sizeOf(args.content)}${was}.${made}` };
		});
	},
};

const sizeOf = (content: string): string =>
	`${countOf(Buffer.byteLength(content), "byte")}, ${countOf(countLines(content), "line")}`;
