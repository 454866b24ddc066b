import { undoableSchema, undoneSchema } from "#daemon/control/undo-routes.ts";
import { shown } from "#tools/paths.ts";
import { countOf } from "#tools/text.ts";
import { type CommandContext, EXIT } from "./command.ts";
import { DaemonClient } from "./daemon-client.ts";
import { createLocalTime } from "./local-time.ts";
import { print, printJson } from "./terminal-text.ts";

/** `steward undo` without a number: which changes of files can be undone, the newest first. */
export async function listUndoable({ home, output }: CommandContext, { json }: { json?: boolean }): Promise<number> {
	const { changes } = await new DaemonClient(home).get("/undo", undoableSchema);
	if (json) {
		printJson(output, changes);
		return EXIT.done;
	}
	const localTime = createLocalTime();
	for (const { change, tool, at, files } of changes) {
		print(output, `${change}  ${localTime(at)}  ${tool ?? "your undo"}`);
		for (const { path, was, sizeBytes } of files)
			print(
				output,
				`    ${shown(path)}: ${was === "file" ? `kept as it was, ${countOf(sizeBytes, "byte")}` : "was not there"}`,
			);
	}
	print(
		output,
		changes.length === 0
			? "No change of a file is kept."
			: `\`steward undo ${changes[0]?.change}\` brings its files back as they were.`,
	);
	return EXIT.done;
}

/** `steward undo C-45`: brings the files back as they were before that call. */
export async function undo({ home, output }: CommandContext, change: string): Promise<number> {
	const undone = await new DaemonClient(home).post("/undo", { change }, undoneSchema);
	for (const line of undone.done) print(output, line);
	print(output, `\`steward undo ${undone.change}\` goes back to what stood there.`);
	return EXIT.done;
}
