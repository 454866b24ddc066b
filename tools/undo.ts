import * as z from "zod";
import { sha256 } from "#core/digest.ts";
import type { KeptFile } from "./copy-port.ts";
import { resourceVersionAt } from "./file-version.ts";
import { Inside } from "./inside.ts";
import { shown, targetOf } from "./paths.ts";
import { restoreFiles } from "./restore-files.ts";
import { countOf } from "./text.ts";
import type { Tool } from "./tool.ts";

const parameters = z.strictObject({ call: z.string().describe("as C-45, from its result") });

export const undo: Tool<z.infer<typeof parameters>> = {
	name: "undo",
	tier: "found",
	description:
		"Use to bring files back as they were before one of your calls wrote, edited, moved or deleted them; copies are kept for " +
		"some weeks. Not for messages, timers, or anything but files. What was changed since is kept as well, so an undo can be " +
		"undone. Returns what was brought back.",
	parameters,
	examples: [{ call: "C-45" }],
	parallel: false,
	mode: "sync",
	timeoutMs: 30_000,
	recovery: "unknown",
	effects({ call }, { workspace, copies }) {
		const files = copies.of(call);
		const inside = new Inside(workspace);
		return {
			effect: "write",
			target: files.map(({ path }) => targetOf(path)).join(", "),
			resourceVersion: sha256(files.map(({ path }) => resourceVersionAt(inside, path)).join("\n")),
			preview: `Undo ${shown(call)}:\n\n${files.map(describe).join("\n")}`,
		};
	},
	activity: ({ call }) => `undoing ${shown(call)}`,
	async run({ call }, { workspace, seen, files, copies }) {
		const done = await restoreFiles(copies.of(call), { workspace, seen, files, copies });
		return { text: `Undid ${call}: ${done.join(" ")} What stood there is kept: undo ${copies.change} brings it back.` };
	},
};

const describe = (file: KeptFile): string =>
	file.kind === "file"
		? `- bring back ${shown(file.path)} (${countOf(file.sizeBytes, "byte")})`
		: `- take away ${shown(file.path)}, which was not there before`;
