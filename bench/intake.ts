import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Database } from "#core/database.ts";
import type { Inbound } from "#core/event.ts";
import type { Steward } from "#daemon/steward.ts";
import { OWNER_ID, prepareHome } from "./home.ts";
import { inScope, type Scope } from "./scope.ts";
import { startSteward } from "./steward.ts";
import { World } from "./world.ts";
import { NEVER_ANSWERED } from "./world-protocol.ts";

/** Callers that wait for their receipt at the same time, as when a day's mail comes in at once. */
const CALLERS = 64;
const DURATION_MS = 2_000;

/**
 * Events a second through the way in that every channel has, each acknowledged when it is on disk.
 * @param slowerByMs blocks the process so long in each commit, as a slow disk would
 */
export async function measureIntake(slowerByMs: number): Promise<number> {
	return inScope(async (scope) => {
		const world = await World.open(scope);
		const sleeper = new Int32Array(new SharedArrayBuffer(4));
		const afterCommit = () => void Atomics.wait(sleeper, 0, 0, slowerByMs);
		const options = slowerByMs > 0 ? { databaseHooks: { afterCommit } } : {};
		const { steward } = await startSteward(scope, prepareHome(scope, world.services), options);
		await occupyModel(steward);
		let received = 0;
		const startedMs = performance.now();
		const call = async (caller: number) => {
			for (let index = 0; performance.now() - startedMs < DURATION_MS; index += 1) {
				await steward.receive(
					message(`${caller}:${index}`, `Event ${index} of caller ${caller}: the parcel is on its way.`),
				);
				received += 1;
			}
		};
		await Promise.all(Array.from({ length: CALLERS }, (_, caller) => call(caller)));
		return (received * 1000) / (performance.now() - startedMs);
	});
}

/** Otherwise the loop would take up events meanwhile, and the figure would depend on how fast the model answers. */
async function occupyModel(steward: Steward): Promise<void> {
	await steward.receive(message("first", NEVER_ANSWERED));
	while (steward.status().loop.state !== "thinking") await pause(5);
}

const message = (dedupKey: string, text: string): Inbound => ({
	channel: "telegram",
	dedupKey,
	conversation: { channel: "telegram", address: String(OWNER_ID) },
	sender: { id: String(OWNER_ID), name: "Ada" },
	text,
	occurredAt: Date.now(),
});

/** How long this disk takes to keep one small row for good, in ms: a lower bound for whatever waits for a commit. */
export async function measureCommits(count: number): Promise<number[]> {
	return inScope(async (scope: Scope) => {
		const database = new Database(join(scope.tempFolder(), "state.db"));
		scope.atEnd(() => database.close());
		const timesMs: number[] = [];
		for (let index = 0; index < count; index += 1) {
			const startedMs = performance.now();
			database.write(() => database.run("INSERT OR REPLACE INTO facts VALUES ('bench', ?)", String(index)));
			timesMs.push(performance.now() - startedMs);
		}
		return timesMs;
	});
}
