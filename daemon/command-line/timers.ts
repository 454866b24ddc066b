import { timersSchema } from "#daemon/control/answers.ts";
import { type CommandContext, EXIT } from "./command.ts";
import { DaemonClient } from "./daemon-client.ts";
import { print, printJson } from "./terminal-text.ts";

/** `steward timers`: what waits for its time, the next one first. */
export async function timers({ home, output }: CommandContext, { json }: { json?: boolean }): Promise<number> {
	const answer = await new DaemonClient(home).get("/timers", timersSchema);
	if (json) printJson(output, answer.timers);
	else if (answer.timers.length === 0) print(output, "Nothing waits for its time.");
	else {
		for (const { id, next, purpose, schedule, action, createdBy } of answer.timers) {
			const what = action === "remind" ? "" : "wakes the assistant: ";
			print(output, `${id.padEnd(6)} ${next.padEnd(22)} ${what}${purpose.replace(/\s+/g, " ")}`);
			print(output, `${" ".repeat(6)} ${schedule}; set by ${createdBy}`);
		}
	}
	return EXIT.done;
}
