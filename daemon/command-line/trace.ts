import { renderTrace } from "#daemon/control/render-trace.ts";
import { traceSchema } from "#daemon/control/trace-shape.ts";
import { type CommandContext, EXIT } from "./command.ts";
import { DaemonClient } from "./daemon-client.ts";
import { createLocalTime } from "./local-time.ts";
import { print, printJson } from "./terminal-text.ts";

/** `steward trace`: what a turn saw, chose, was allowed, got back, and why it ended. */
export async function trace(
	{ home, output }: CommandContext,
	turn: string | undefined,
	{ json, full = false }: { json?: boolean; full?: boolean },
): Promise<number> {
	const query = turn === undefined ? "" : `?${new URLSearchParams({ turn })}`;
	const found = await new DaemonClient(home).get(`/trace${query}`, traceSchema);
	if (json) printJson(output, found);
	else print(output, renderTrace(found, { full, time: createLocalTime() }));
	return EXIT.done;
}
