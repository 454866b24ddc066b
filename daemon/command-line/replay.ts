import { createInterface } from "node:readline";
import { renderPlan, renderReplayed, renderReplaySum } from "#daemon/inspection/render-replay.ts";
import { planSchema, type Replayed, type ReplayPlan, replayedSchema } from "#daemon/inspection/replay-shape.ts";
import { type CommandContext, CommandFailure, EXIT } from "./command.ts";
import { DaemonClient } from "./daemon-client.ts";
import { print } from "./terminal-text.ts";

/** `steward replay`: asks a model again what it was asked in a turn, and shows both answers. Ctrl-C ends it. */
export async function replay(
	context: CommandContext,
	turn: string,
	{ model, yes }: { model?: string; yes?: boolean },
): Promise<number> {
	const { home, output } = context;
	const client = new DaemonClient(home);
	const chosen = model === undefined ? {} : { model };
	const plan = await client.get(`/replay?${new URLSearchParams({ turn, ...chosen })}`, planSchema);
	print(output, renderPlan(plan));
	if (plan.steps.every(({ skipped }) => skipped !== undefined)) return EXIT.failed;
	if (!yes && !(await askWhether(context))) {
		print(output, "Nothing was sent.");
		return EXIT.done;
	}
	const ask = (call: number) => client.post("/replay", { turn: plan.turn, call, ...chosen }, replayedSchema);
	return replaySteps(context, plan, ask);
}

async function replaySteps(
	{ output }: CommandContext,
	{ steps }: ReplayPlan,
	ask: (call: number) => Promise<Replayed>,
): Promise<number> {
	const all: Replayed[] = [];
	for (const { call, round, skipped } of steps) {
		if (skipped !== undefined) continue;
		const replayed = await ask(call);
		all.push(replayed);
		print(output, `\n${renderReplayed(round, replayed)}`);
		if (replayed.kind === "failed") break;
	}
	print(output, `\n${renderReplaySum(all)}`);
	return all.some(({ kind }) => kind === "failed") ? EXIT.failed : EXIT.done;
}

/** Anything but a yes is a no, so is the end of the input. */
async function askWhether({ input, output }: CommandContext): Promise<boolean> {
	if (!input.isTTY)
		throw new CommandFailure("This costs tokens, and nobody is here to be asked. With --yes it begins.");
	output.write("Send it? [y/N] ");
	// Not as a terminal: readline would keep Ctrl-C from ending the process.
	const lines = createInterface({ input, terminal: false });
	try {
		for await (const line of lines) return /^y(es)?$/i.test(line.trim());
		return false;
	} finally {
		lines.close();
	}
}
