import { renderTrace } from "#daemon/control/render-trace.ts";
import { traceSchema } from "#daemon/control/trace-shape.ts";
import { renderBody } from "#daemon/inspection/render-body.ts";
import { renderRequest } from "#daemon/inspection/render-request.ts";
import { requestSchema } from "#daemon/inspection/request-shape.ts";
import { type CommandContext, CommandFailure, EXIT } from "./command.ts";
import { DaemonClient } from "./daemon-client.ts";
import { createLocalTime } from "./local-time.ts";
import { print, printJson } from "./terminal-text.ts";

export interface TraceOptions {
	json?: boolean;
	full?: boolean;
	/** The round whose request is shown; `true` for the last one. */
	request?: string | true;
}

/** Where the output is no terminal that would say how wide it is. */
const USUAL_COLUMNS = 80;

/** `steward trace`: what a turn saw, chose, was allowed, got back, and why it ended; or one request of it. */
export async function trace(context: CommandContext, turn: string | undefined, options: TraceOptions): Promise<number> {
	if (options.request !== undefined) return showRequest(context, turn, options);
	const { home, output } = context;
	const query = turn === undefined ? "" : `?${new URLSearchParams({ turn })}`;
	const found = await new DaemonClient(home).get(`/trace${query}`, traceSchema);
	if (options.json) printJson(output, found);
	else print(output, renderTrace(found, { full: options.full ?? false, time: createLocalTime() }));
	return EXIT.done;
}

/** `--request`: a request as it left, rebuilt from the record. Fails where it can't be rebuilt or is not what left. */
async function showRequest(
	{ home, output, errors }: CommandContext,
	turn: string | undefined,
	{ json, full, request: which }: TraceOptions,
): Promise<number> {
	const wanted = { ...(turn !== undefined && { turn }), ...(typeof which === "string" && { which }) };
	const answer = await new DaemonClient(home).get(`/request?${new URLSearchParams(wanted)}`, requestSchema);
	const { request } = answer;
	if (!json) print(output, renderRequest(answer, createLocalTime()));
	if (request.kind === "gone") {
		if (json) throw new CommandFailure(`It can't be rebuilt: ${request.reason}.`);
		return EXIT.failed;
	}
	if (json) printBody({ output, errors }, request);
	else if (full) print(output, `\n${renderBody(request.body, output.columns ?? USUAL_COLUMNS)}`);
	return request.isVerified ? EXIT.done : EXIT.failed;
}

/** To a file or a pipe the bytes as they left; to a terminal what can do no harm there. */
function printBody(
	{ output, errors }: Pick<CommandContext, "output" | "errors">,
	{ body, bodyNote, isVerified }: { body: string; bodyNote?: string | undefined; isVerified: boolean },
): void {
	if (output.isTTY) printJson(output, JSON.parse(body));
	else output.write(body);
	if (bodyNote !== undefined) print(errors, bodyNote);
	if (!isVerified) print(errors, "This is not what left: rows that it was made from have been changed since.");
}
