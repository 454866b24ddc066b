import * as z from "zod";
import { machineTimeZone } from "#config/fields.ts";
import { createHome } from "#config/first-start.ts";
import { homePaths } from "#config/paths.ts";
import { systemClock } from "#core/clock.ts";
import { describeError } from "#core/log.ts";
import { createFetch } from "#daemon/network.ts";
import { runSetup } from "#daemon/setup/run-setup.ts";
import { type CommandContext, CommandFailure, EXIT } from "./command.ts";
import { DaemonClient } from "./daemon-client.ts";
import { openPrompts } from "./setup-prompts.ts";

/** `steward setup`: asks for what Steward needs, tries it, and writes it down. */
export async function setup(
	context: CommandContext,
	{ telegramApiRoot }: { telegramApiRoot?: string },
): Promise<number> {
	const { home, environment, input, output } = context;
	const paths = homePaths(home);
	if (!input.isTTY || !output.isTTY) {
		throw new CommandFailure(
			`steward setup asks questions, so it needs a terminal. Without one, edit ${paths.configFile}, which steward start makes.`,
		);
	}
	makeHome(home);
	const end = await runSetup({
		...{ paths, environment, clock: systemClock, fetch: createFetch(), telegramApiRoot },
		prompts: await openPrompts(context, systemClock),
		timezone: machineTimeZone(),
		isRunning: () => isRunning(home),
	});
	return end === "finished" ? EXIT.done : end === "unusable" ? EXIT.badConfiguration : EXIT.failed;
}

function makeHome(home: string): void {
	try {
		createHome(home);
	} catch (error) {
		throw new CommandFailure(describeError(error), EXIT.failed, error);
	}
}

/** One that answers in whatever way is one that runs. */
async function isRunning(home: string): Promise<boolean> {
	try {
		await new DaemonClient(home).get("/status", z.unknown());
		return true;
	} catch (error) {
		if (error instanceof CommandFailure) return error.exitCode !== EXIT.notRunning;
		throw error;
	}
}
