import * as z from "zod";
import { sha256 } from "#core/digest.ts";
import { changedRegions, explainMiss, explainSeveral } from "./edit-words.ts";
import { factsOf, markWrite, outsideOfFiles } from "./file-facts.ts";
import {
	type FileVersion,
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
import { MAX_REPLACEMENTS, placesOf, replacedAt } from "./replace-bytes.ts";
import { replaceFile } from "./replace-file.ts";
import { missingFile, withSuggestion } from "./suggest-path.ts";
import { countOf, excerpt, fenced, formatCount } from "./text.ts";
import { type Tool, ToolError } from "./tool.ts";

const parameters = z.strictObject({
	path: z.string(),
	old: z.string(),
	new: z.string(),
	all: z.boolean().optional().describe("replace every occurrence"),
});
type Arguments = z.infer<typeof parameters>;

export const editFile: Tool<Arguments> = {
	name: "edit_file",
	tier: "direct",
	description:
		"Use to change part of a file that read_file has shown. `old` must match exactly, with line ends, and only once " +
		"unless `all`. Returns the changed lines.",
	parameters,
	examples: [{ path: "notes.md", old: "due Friday", new: "due Monday" }],
	parallel: false,
	mode: "sync",
	timeoutMs: 30_000,
	recovery: "unknown",
	effects(args, { workspace }) {
		const path = parsePath(args.path, workspace);
		const parts = [args.old, args.new].map((part) => fenced(excerpt(part, 20, 1000)));
		return {
			effect: "write",
			target: targetOf(path),
			resourceVersion: resourceVersionAt(new Inside(workspace), path),
			preview: `In ${shown(path)} replace${args.all ? " everywhere" : ""}\n${parts.join("\nby\n")}`,
		};
	},
	activity: ({ path }) => `editing ${shown(path)}`,
	async run(args, { workspace, seen, files, copies }) {
		refusePointless(args);
		const inside = new Inside(workspace);
		const path = parsePath(args.path, workspace);
		return withPlaceAsync(
			withSuggestion(inside, path, () => inside.openPlace(path, false), files),
			async (place) => {
				const before = versionAt(inside, place);
				if (!before) throw missingFile(inside, files, path);
				requireSeen(before, seen);
				refuseManyNames(before);
				refuseReadOnly(before);
				refuseMarks(args.new, before);
				const outside = outsideOfFiles(files, [factsOf(before)]);
				const after = edited(before, args, outside.outside === undefined);
				copies.keep(before);
				const digest = sha256(after.bytes);
				const settle = markWrite(files, place, { bytes: after.bytes, digest }, before, true);
				await replaceFile(inside, place, after.bytes, before);
				settle();
				seen.set(place.path, digest);
				const text = `Edited ${label(place.path, args.path)}: ${summary(before, after)}`;
				const regions = changedRegions(after.bytes, after.places, Buffer.byteLength(args.new));
				return { text: `${text}\n${regions}`, ...outside };
			},
		);
	},
};

const summary = (before: FileVersion, after: { bytes: Buffer; places: number[] }): string =>
	`${countOf(after.places.length, "replacement")}; ${countOf(after.bytes.length, "byte")}, ` +
	`was ${formatCount(before.bytes.length)}.`;

function refusePointless({ old, new: replacement }: Arguments): void {
	if (old === "") throw new ToolError("`old` is empty. Give the text to replace; write_file writes a whole file.");
	if (old === replacement) throw new ToolError("`old` and `new` are the same, so there is nothing to change.");
	refuseHalfCharacters(old, "`old` text");
	refuseHalfCharacters(replacement, "`new` text");
}

/** @param quotes whether an error may quote the file: errors are not marked as what others wrote */
function edited(before: FileVersion, args: Arguments, quotes: boolean): { bytes: Buffer; places: number[] } {
	const wanted = Buffer.from(args.old);
	const places = placesOf(before.bytes, wanted);
	if (places.length === 0) throw new ToolError(explainMiss(before, args.old, quotes));
	if (places.length > 1 && !args.all) throw new ToolError(explainSeveral(before, places));
	if (places.length > MAX_REPLACEMENTS) {
		throw new ToolError(
			`\`old\` occurs more than ${formatCount(MAX_REPLACEMENTS)} times. Nothing was changed. Give a longer text.`,
		);
	}
	return replacedAt(before.bytes, places, wanted.length, Buffer.from(args.new));
}
