import { setTimeout as pause } from "node:timers/promises";
import { describeError } from "#core/log.ts";
import { openEvents } from "#test/stand-ins/model/conversation.ts";
import { startModelServer } from "#test/stand-ins/model/server.ts";
import { talker } from "#test/stand-ins/model/talker.ts";
import type { ModelScript } from "#test/stand-ins/model/types.ts";
import { startBotApi } from "#test/stand-ins/telegram/server.ts";
import { OWNER_ID } from "./home.ts";
import { PageClient } from "./page-client.ts";
import { Wire } from "./wire.ts";
import { Backlog } from "./world-backlog.ts";
import { say, type WorldParts } from "./world-parts.ts";
import {
	type Channel,
	type Latencies,
	NEVER_ANSWERED,
	type Order,
	type Outcome,
	orderSchema,
} from "./world-protocol.ts";
import { measureStops } from "./world-stops.ts";

// The world around the daemon in a process of its own: model, Telegram, and the owner with both a phone and a browser. All
// ends of all wires are here, so that one clock times them and none of their work counts as the daemon's.

/** After a turn there are still rows to write; the next message must not have to wait for them. */
const SETTLE_MS = 10;

const wire = new Wire();
const bot = await startBotApi();
let page: PageClient | undefined;
let backlog: Backlog | undefined;

const script: ModelScript = (request) => {
	// Ten thousand bodies of 100 KB would fill the memory.
	const before = model.requests[request.number - 2];
	if (before) Object.assign(before, { rawBody: "", body: undefined });
	if (backlog) return backlog.script(request);
	const isHeld = openEvents(request.body).some(({ text }) => text === NEVER_ANSWERED);
	return isHeld ? { kind: "stall" } : talker(request);
};
const model = await startModelServer({ script, countTokens: false });
const world: WorldParts = { wire, model, bot, owner: bot.user(OWNER_ID, "Ada"), page: openPage };

process.on("message", (message) => {
	obey(orderSchema.parse(message)).then(
		(value) => answer({ kind: "done", value }),
		(error) => answer({ kind: "failed", problem: describeError(error) }),
	);
});
process.on("disconnect", () => process.exit());
// Ctrl-C reaches the whole group; the measuring process decides when this one ends.
process.on("SIGINT", () => undefined);
process.send?.({ modelUrl: model.baseUrl, apiRoot: bot.apiRoot, token: bot.token });

function answer(outcome: Outcome): void {
	process.send?.(outcome);
}

async function obey(order: Order): Promise<unknown> {
	switch (order.kind) {
		case "log-in":
			page?.close();
			page = await PageClient.logIn(order.loginLink);
			return;
		case "measure":
			return measure(order.channel, order.count);
		case "talk":
			return talk(order.count);
		case "stop":
			return measureStops(world, order.channel, order.during, order.count);
		case "pile-up":
			backlog = new Backlog();
			return backlog.pileUp(world, order.count);
		case "work-off": {
			const drain = await backlog?.workOff(world);
			backlog = undefined;
			return drain;
		}
	}
}

async function measure(channel: Channel, count: number): Promise<Latencies> {
	const latencies: Latencies = { requestsMs: [], deliveriesMs: [] };
	for (let index = 0; index < count; index += 1) {
		const request = wire.next("/chat/completions");
		const delivery = channel === "telegram" ? wire.next("/sendMessage") : undefined;
		const sentMs = performance.now();
		const accepted = say(world, channel, `Message ${index}: is there anything new?`);
		const { arrivedMs, answered } = await request;
		latencies.requestsMs.push(arrivedMs - sentMs);
		const lastByteMs = await answered;
		const delivered = await delivery;
		if (delivered) latencies.deliveriesMs.push(delivered.arrivedMs - lastByteMs);
		await Promise.all([accepted, delivered?.answered]);
		await settle();
	}
	return latencies;
}

/** Turns on both channels, each third with two rounds: a file is written, then the owner is told. */
async function talk(count: number): Promise<void> {
	for (let index = 0; index < count; index += 1) {
		const request = wire.next("/chat/completions");
		const isWriting = index % 3 === 2;
		const text = isWriting ? `write notes/${index % 50}.md: note ${index}` : `Message ${index}: is there anything new?`;
		await say(world, index % 2 === 0 ? "telegram" : "web", text);
		await (await request).answered;
		await settle();
	}
}

async function settle(): Promise<void> {
	await openPage().untilIdle();
	await pause(SETTLE_MS);
}

function openPage(): PageClient {
	if (!page) throw new Error("Log in first.");
	return page;
}
