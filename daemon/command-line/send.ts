import { type CommandContext, CommandFailure, EXIT } from "./command.ts";
import { DaemonClient } from "./daemon-client.ts";
import { print } from "./terminal-text.ts";

/** Outcomes of an event after which a script may go on. */
const GOOD_OUTCOMES = new Set(["replied", "no-reply", "handled"]);

/** `steward send`: says one thing. With `wait` it prints the answer and nothing else, so that it can be used in a script. */
export async function send(
	{ home, input, output, errors }: CommandContext,
	words: readonly string[],
	{ wait }: { wait?: boolean },
): Promise<number> {
	const fromInput = words.length === 0 || (words.length === 1 && words[0] === "-");
	const text = fromInput ? (await readText(input)).trimEnd() : words.join(" ");
	if (text.trim() === "")
		throw new CommandFailure("There is nothing to send. Write it after the command: steward send hello");
	const client = new DaemonClient(home);
	const event = await client.send(text);
	if (!wait) {
		print(output, event);
		return EXIT.done;
	}
	const { outcome, detail, messages } = await client.wait(event);
	if (messages.length > 0) print(output, messages.join("\n\n"));
	else print(errors, `${event} ended without a message: ${outcome}${detail === undefined ? "" : ` (${detail})`}`);
	return GOOD_OUTCOMES.has(outcome) ? EXIT.done : EXIT.failed;
}

async function readText(input: CommandContext["input"]): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of input) chunks.push(Buffer.from(chunk));
	return Buffer.concat(chunks).toString();
}
