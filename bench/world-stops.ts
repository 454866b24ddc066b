import { setTimeout as pause } from "node:timers/promises";
import { say, type WorldParts } from "./world-parts.ts";
import { type Channel, NEVER_ANSWERED, type Stops, type Work } from "./world-protocol.ts";

/** How each work is begun, and what the daemon is doing once it has. The times in it are never waited for. */
const WORK: Record<Work, { text: string; state: string }> = {
	thinking: { text: NEVER_ANSWERED, state: "thinking" },
	call: { text: "wait 600 seconds", state: "acting" },
	task: { text: "run backup.sh at 0.1 % a second", state: "idle" },
};

/** By then the work is well under way, and what its beginning left to do is done. */
const SETTLE_MS = 20;

/** Says stop again and again, each time in the middle of some work, and times what comes of it. */
export async function measureStops(world: WorldParts, channel: Channel, during: Work, count: number): Promise<Stops> {
	const stops: Stops = { abortsMs: [], answersMs: [] };
	await world.page().follow();
	for (let index = 0; index < count; index += 1) {
		await begin(world, during);
		const aborted = during === "thinking" ? untilAborted(world) : undefined;
		const saidMs = performance.now();
		const answeredMs = await stop(world, channel);
		stops.answersMs.push(answeredMs - saidMs);
		if (aborted) stops.abortsMs.push((await aborted) - saidMs);
		await world.page().untilIdle();
		await pause(SETTLE_MS);
	}
	return stops;
}

/** The owner asks for something, and it is being done. */
async function begin(world: WorldParts, during: Work): Promise<void> {
	const { page, model } = world;
	const { text, state } = WORK[during];
	const asked = model.untilRequest(model.requests.length + 1);
	const begun = during === "task" ? page().untilShown("it goes on as T-") : undefined;
	await say(world, "web", text);
	await Promise.all([asked, begun]);
	await page().untilState(state);
	await pause(SETTLE_MS);
}

/** When the model's server sees that nobody listens any more. */
async function untilAborted({ model }: WorldParts): Promise<number> {
	const request = model.requests.at(-1);
	await request?.ended;
	const endedMs = performance.now();
	if (!request?.clientWentAway) throw new Error("The model's answer ended by itself, so no stop can have ended it.");
	return endedMs;
}

/** @returns when the answer reached the channel's API, or the page */
async function stop(world: WorldParts, channel: Channel): Promise<number> {
	if (channel === "web") {
		const shown = world.page().untilShown("Stopped.");
		const [{ arrivedMs }] = await Promise.all([shown, world.page().stop()]);
		return arrivedMs;
	}
	const delivery = world.wire.next("/sendMessage");
	await say(world, "telegram", "/stop");
	const { arrivedMs, answered } = await delivery;
	await answered;
	const { text } = world.bot.sent.at(-1) ?? {};
	if (!text?.startsWith("Stopped.")) throw new Error(`A stop was answered with ${JSON.stringify(text)}.`);
	return arrivedMs;
}
