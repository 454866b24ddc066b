import { filesSchema, trustedSchema } from "#daemon/control/file-routes.ts";
import { shown } from "#tools/paths.ts";
import { type CommandContext, EXIT } from "./command.ts";
import { DaemonClient } from "./daemon-client.ts";
import { createLocalTime } from "./local-time.ts";
import { print, printJson } from "./terminal-text.ts";

const ALWAYS = "Whatever lies in inbox/ or outputs/outside/ counts as others' words as well.";

/** `steward files`: which files of the workspace count as others' words, and since when. */
export async function files({ home, output }: CommandContext, { json }: { json?: boolean }): Promise<number> {
	const answer = await new DaemonClient(home).get("/files", filesSchema);
	if (json) {
		printJson(output, answer.files);
		return EXIT.done;
	}
	const localTime = createLocalTime();
	for (const { path, source, since } of answer.files)
		print(output, `${shown(path)}\n    since ${localTime(since)}: ${source}`);
	print(output, answer.files.length === 0 ? `No file is marked. ${ALWAYS}` : ALWAYS);
	return EXIT.done;
}

/** `steward files trust`: what stands in that file counts as the owner's own from now on. */
export async function trustFile({ home, output }: CommandContext, path: string): Promise<number> {
	const trusted = await new DaemonClient(home).post("/files/trust", { path }, trustedSchema);
	print(output, `${shown(trusted.path)} counts as yours now.`);
	return EXIT.done;
}
