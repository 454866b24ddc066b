import { linkSchema, orderedSchema } from "#daemon/control/answers.ts";
import { type CommandContext, EXIT } from "./command.ts";
import { DaemonClient } from "./daemon-client.ts";
import { print } from "./terminal-text.ts";

const TOLD_LATER = "The outcome will come as a message.";

/** `steward approve`: allows what Steward asked for; with `--always` also from now on, as the question says. */
export const approve = (context: CommandContext, code: string, { always }: { always?: boolean }): Promise<number> =>
	order(context, "/approve", { code, ...(always && { always }) }, `Allowed. ${TOLD_LATER}`);

/** `steward deny`: refuses it. */
export const deny = (context: CommandContext, code: string, reason: readonly string[]): Promise<number> =>
	order(
		context,
		"/deny",
		{ code, ...(reason.length > 0 && { reason: reason.join(" ") }) },
		"Refused. Nothing was done.",
	);

/** `steward stop`: ends the running turn with its tasks, or with `--all` everything; the daemon goes on. */
export const stop = (context: CommandContext, { all }: { all?: boolean }): Promise<number> =>
	order(context, all ? "/stop?all=true" : "/stop", undefined, "Done.");

/** `steward cancel`: ends a task that runs, or something that waits for its time. */
export const cancel = (context: CommandContext, name: string): Promise<number> =>
	order(context, "/cancel", { registration: name }, "Done.");

/** `steward compact`: sums up what is in view. */
export const compact = (context: CommandContext, focus: readonly string[]): Promise<number> =>
	order(context, "/compact", focus.length > 0 ? { focus: focus.join(" ") } : {}, "Done.");

/** `steward pair`: makes an account on a channel one of the owner's own. */
export const pair = (context: CommandContext, code: string): Promise<number> =>
	order(context, "/pair", { code }, "Done.");

/** `steward link`: an address that logs one browser in, once. */
export async function link({ home, output }: CommandContext): Promise<number> {
	print(output, (await new DaemonClient(home).post("/link", undefined, linkSchema)).link);
	return EXIT.done;
}

/** @param done what to say where the daemon has nothing to add */
async function order({ home, output }: CommandContext, path: string, body: unknown, done: string): Promise<number> {
	const { message } = await new DaemonClient(home).post(path, body, orderedSchema);
	print(output, message ?? done);
	return EXIT.done;
}
