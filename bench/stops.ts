import { systemClock } from "#core/clock.ts";
import { scripts } from "#test/run-script.ts";
import { waitFor } from "#test/wait-for.ts";
import { prepareHome } from "./home.ts";
import { tellProgress } from "./progress.ts";
import { atMost, latencyRows, type Row } from "./row.ts";
import { inScope } from "./scope.ts";
import { startSteward } from "./steward.ts";
import { World } from "./world.ts";
import type { Channel, Work } from "./world-protocol.ts";

const ABORTED = { p99: atMost(100) };
const ANSWERED = { p99: atMost(250) };

const WORKS: Record<Work, string> = {
	thinking: "while the model answers",
	call: "while a tool runs",
	task: "while a task runs in the background",
};
const WARM_UP_STOPS = 5;

/** How long "stop" takes, on each channel and in the middle of each work. */
export async function stopRows(samples: number): Promise<Row[]> {
	return inScope(async (scope) => {
		const world = await World.open(scope);
		const tools = [scripts(systemClock).tool, waitFor(systemClock)];
		const { loginLink } = await startSteward(scope, prepareHome(scope, world.services), { tools });
		await world.logIn(loginLink);
		return [...(await onChannel(world, "web", samples)), ...(await onChannel(world, "telegram", samples))];
	});
}

async function onChannel(world: World, channel: Channel, samples: number): Promise<Row[]> {
	const rows: Row[] = [];
	for (const during of ["thinking", "call", "task"] as const) {
		tellProgress(`stop, ${channel}, ${WORKS[during]}`);
		await world.stop(channel, during, WARM_UP_STOPS);
		const { abortsMs, answersMs } = await world.stop(channel, during, samples);
		if (during === "thinking") rows.push(...latencyRows(`stop → stream aborted, ${channel}`, abortsMs, ABORTED));
		rows.push(...latencyRows(`stop → told, ${channel}, ${WORKS[during]}`, answersMs, ANSWERED));
	}
	return rows;
}
