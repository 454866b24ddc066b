import type { Command } from "commander";
import type { CommandContext } from "./command.ts";

/** Runs a command's work in the home that is meant, and keeps its exit code. */
export type Run = (work: (context: CommandContext) => Promise<number> | number) => Promise<void>;

/** `steward undo`. */
export function addUndo(program: Command, run: Run): void {
	program
		.command("undo")
		.description("bring files back as they were before a call changed them; without a number: what can be undone")
		.argument("[change]", "as C-45; U-3 for an undo of yours")
		.option("--json", "the list as JSON")
		.action((change: string | undefined, options) =>
			run(async (context) => {
				const commands = await import("./undo.ts");
				return change === undefined ? commands.listUndoable(context, options) : commands.undo(context, change);
			}),
		);
}

/** `steward files`, and `steward files trust`. */
export function addFiles(program: Command, run: Run): void {
	const files = program
		.command("files")
		.description("which files of the workspace count as others' words, and since when")
		.option("--json", "as JSON")
		.action((options) => run(async (context) => (await import("./files.ts")).files(context, options)));
	files
		.command("trust")
		.description("a file that you have looked at counts as yours from now on, and so do its copies")
		.argument("<path>", "from the workspace, as `steward files` shows it")
		.action((path) => run(async (context) => (await import("./files.ts")).trustFile(context, path)));
}
