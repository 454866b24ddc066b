import { resolve } from "node:path";
import { Command, CommanderError } from "commander";
import { resolveHome } from "#config/paths.ts";
import { VERSION } from "#daemon/version.ts";
import { type CommandContext, CommandFailure, EXIT } from "./command.ts";
import { addFiles, addUndo, type Run } from "./file-commands.ts";
import { addPolicyCommands } from "./policy-commands.ts";

/** The process around the program, before it is known which home is meant. */
export type Surroundings = Omit<CommandContext, "home">;

const AFTER_HELP = `
Exit codes: 0 done, 1 failed, 3 Steward is not running, 78 the configuration can't be used.

To begin:
  steward setup            asks for a model and a Telegram bot, and tries them
  steward start            makes ~/.steward at the first time, and prints the page's address
  steward chat             talks in this terminal
  steward send hello --wait`;

/**
 * Runs one command line. Each command is loaded when it is called, so that a quick one doesn't wait for the daemon's code.
 * @param words the arguments after the program's name
 * @returns the exit code
 */
export async function runCommandLine(words: readonly string[], surroundings: Surroundings): Promise<number> {
	const { output, errors } = surroundings;
	let exitCode: number = EXIT.done;
	const program = new Command("steward")
		.description("A personal, always-on assistant that lives on your own machine.")
		.version(VERSION)
		.option("--home <folder>", "the data home (default: STEWARD_HOME, or ~/.steward)")
		.configureHelp({ showGlobalOptions: true })
		.configureOutput({ writeOut: (text) => output.write(text), writeErr: (text) => errors.write(text) })
		.addHelpText("after", AFTER_HELP)
		.exitOverride();
	addCommands(program, async (run) => {
		const { home } = program.opts<{ home?: string }>();
		const context = { ...surroundings, home: home ? resolve(home) : resolveHome(surroundings.environment) };
		exitCode = await run(context);
	});
	try {
		await program.parseAsync(words, { from: "user" });
		return exitCode;
	} catch (error) {
		if (error instanceof CommanderError) return error.exitCode;
		if (!(error instanceof CommandFailure)) throw error;
		errors.write(`${error.message}\n`);
		return error.exitCode;
	}
}

function addCommands(program: Command, run: Run): void {
	addRunning(program, run);
	addTalking(program, run);
	addLooking(program, run);
	addOrders(program, run);
	addPolicyCommands(program, run);
}

function addRunning(program: Command, run: Run): void {
	program
		.command("setup")
		.description("set up a model and Telegram by answering questions; may be run again, also while Steward runs")
		.option("--telegram-api-root <address>", "another Bot API server than Telegram's own")
		.action((options) => run(async (context) => (await import("./setup.ts")).setup(context, options)));
	program
		.command("start")
		.description("run Steward in this terminal until Ctrl-C; makes the home at the first time")
		.option("--verbose", "write the log to this terminal too, with its details")
		.action((options) => run(async (context) => (await import("./start.ts")).start(context, options)));
	program
		.command("config")
		.description("look at the configuration")
		.command("check")
		.description("read config.yaml and .env, and say what is wrong with them; needs no running Steward")
		.action(() => run(async (context) => (await import("./config-check.ts")).configCheck(context)));
}

function addTalking(program: Command, run: Run): void {
	program
		.command("chat")
		.description("talk in this terminal; shows what is said on every channel. Ctrl-D leaves, /stop ends the work")
		.action(() => run(async (context) => (await import("./chat.ts")).chat(context)));
	program
		.command("send")
		.description("say one thing")
		.argument("[text...]", "what to say; without it, or with -, it is read from the input")
		.option("--wait", "wait for the answer and print it")
		.action((text, options) => run(async (context) => (await import("./send.ts")).send(context, text, options)));
}

function addLooking(program: Command, run: Run): void {
	program
		.command("status")
		.description("how Steward is: channels, models, what waits")
		.option("--json", "as JSON")
		.action((options) => run(async (context) => (await import("./status.ts")).status(context, options)));
	program
		.command("doctor")
		.description("examine the home, this machine and the services, and say what to do; needs no running Steward")
		.option("--json", "as JSON")
		.action((options) => run(async (context) => (await import("./doctor.ts")).doctor(context, options)));
	program
		.command("usage")
		.description("what the models cost, drawn by day; with tokens, what was cached, and by model and purpose")
		.option("--days <number>", "how many days, today included", "14")
		.option("--by <what>", "draw by day, model or purpose", "day")
		.option("--json", "as JSON")
		.action((options) => run(async (context) => (await import("./usage.ts")).usage(context, options)));
	program
		.command("timers")
		.description("what waits for its time: reminders and what wakes Steward, the next one first")
		.option("--json", "as JSON")
		.action((options) => run(async (context) => (await import("./timers.ts")).timers(context, options)));
	addFiles(program, run);
	addUndo(program, run);
	program
		.command("events")
		.description("what arrived, and how each ended; the newest last")
		.option("--json", "as JSON")
		.option("--limit <number>", "how many", "20")
		.option("--before <event>", "only those before this one, as E-12")
		.action((options) => run(async (context) => (await import("./events.ts")).events(context, options)));
	program
		.command("journal")
		.description("who asked for what, what was decided by which rule, and how it ended; the newest last")
		.option("--limit <number>", "how many", "20")
		.option("--turn <turn>", "only of this turn: its number, or an event of it, as E-12")
		.option("--verify", "examine whether every line is as it was written; needs no running Steward")
		.option("--since <head>", "verify that nothing up to this head, printed earlier, was changed")
		.option("--json", "as JSON")
		.action((options) => run(async (context) => (await import("./journal.ts")).journal(context, options)));
	program
		.command("trace")
		.description("what a turn saw, chose, was allowed, got back, and why it ended")
		.argument("[turn]", "a turn's number, or an event of it, as E-12 (default: the latest turn)")
		.option("--json", "as JSON")
		.option("--full", "show long contents whole")
		.option(
			"--request [round]",
			"what the model was sent: rebuilt, verified, by part; of the last round, or `handover`",
		)
		.action((turn, options) => run(async (context) => (await import("./trace.ts")).trace(context, turn, options)));
	program
		.command("replay")
		.description(
			"ask a model again what it was asked in a turn, with the recorded results; runs, says and changes nothing",
		)
		.argument("<turn>", "a turn's number, or an event of it, as E-12")
		.option("--model <name>", "one of the configured models (default: as in every turn)")
		.option("--yes", "don't ask before it costs tokens")
		.action((turn, options) => run(async (context) => (await import("./replay.ts")).replay(context, turn, options)));
}

function addOrders(program: Command, run: Run): void {
	program
		.command("approve")
		.description("allow what Steward asked for")
		.argument("<code>", "the code in the question, as K7Q2MN")
		.option("--always", "and the same from now on without asking, within the terms that the question names")
		.action((code, options) => run(async (context) => (await import("./orders.ts")).approve(context, code, options)));
	program
		.command("deny")
		.description("refuse what Steward asked for")
		.argument("<code>", "the code in the question")
		.argument("[reason...]", "why; Steward is told")
		.action((code, reason) => run(async (context) => (await import("./orders.ts")).deny(context, code, reason)));
	program
		.command("stop")
		.description("end what Steward is doing now, with the tasks that it began; it goes on running")
		.option("--all", "everything that is going on, also what was begun earlier")
		.action((options) => run(async (context) => (await import("./orders.ts")).stop(context, options)));
	program
		.command("cancel")
		.description("end one task that runs, or something that waits for its time")
		.argument("<number>", "as `steward status` or `steward timers` shows it: T-9, R-3")
		.action((number) => run(async (context) => (await import("./orders.ts")).cancel(context, number)));
	program
		.command("compact")
		.description(
			"sum up what the assistant has in view, which makes the next requests cheaper; all of it stays on disk",
		)
		.argument("[focus...]", "what to keep above all, in your own words")
		.action((focus) => run(async (context) => (await import("./orders.ts")).compact(context, focus)));
	program
		.command("pair")
		.description("make an account yours that wrote to Steward")
		.argument("<code>", "the code that Steward gave to that account")
		.action((code) => run(async (context) => (await import("./orders.ts")).pair(context, code)));
	program
		.command("link")
		.description("print an address that logs one browser in, once")
		.action(() => run(async (context) => (await import("./orders.ts")).link(context)));
}
