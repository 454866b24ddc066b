import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/**
 * Plays schedules in a process of its own. One that dies names the seed it died of.
 * @returns what the process had to say: nothing, where all went well
 */
export async function playApart(firstSeed: number, count: number): Promise<string> {
	const root = fileURLToPath(new URL("../..", import.meta.url));
	const player = fileURLToPath(new URL("./player.ts", import.meta.url));
	const child = spawn(process.execPath, ["--import", "tsx", player, String(firstSeed), String(count)], {
		cwd: root,
		stdio: ["ignore", "pipe", "pipe"],
	});
	const ended = new Promise<string>((resolve) =>
		child.once("close", (code, signal) => resolve(code === 0 ? "" : `it ended with ${signal ?? code}\n`)),
	);
	const [output, errors, end] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
	return output + errors + end;
}
