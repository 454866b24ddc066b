import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const SCHEDULES = 10_000;
/** One for each core of a small machine. A process that dies names the seed it died of. */
const PROCESSES = 2;
const LIMIT_MS = 30 * 60_000;

/** Other seeds than those of the short version. */
const FIRST_SEED = 1_000;

it(
	"loses nothing, shows nothing twice and comes to rest, in whatever order things happen",
	async () => {
		const share = SCHEDULES / PROCESSES;
		const startedAtMs = performance.now();
		const outputs = await Promise.all(
			Array.from({ length: PROCESSES }, (_, index) => play(FIRST_SEED + index * share, share)),
		);
		const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(0);
		console.log(`${SCHEDULES} schedules in ${seconds} s`);
		expect(outputs.join("")).toBe("");
	},
	LIMIT_MS,
);

/** @returns what the process had to say: nothing, where all went well */
async function play(firstSeed: number, count: number): Promise<string> {
	const root = fileURLToPath(new URL("../..", import.meta.url));
	const player = fileURLToPath(new URL("../schedules/player.ts", import.meta.url));
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
