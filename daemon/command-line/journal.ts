import { homePaths } from "#config/paths.ts";
import { journalSchema } from "#daemon/control/journal-answer.ts";
import { type ChainEnd, formatHead, parseHead } from "#daemon/journal/chain.ts";
import { describeVerification } from "#daemon/journal/describe-verification.ts";
import { type FileVerification, verifyJournalFile } from "#daemon/journal/verify-file.ts";
import { type CommandContext, CommandFailure, EXIT } from "./command.ts";
import { DaemonClient } from "./daemon-client.ts";
import { renderJournalLine } from "./journal-line.ts";
import { createLocalTime } from "./local-time.ts";
import { print, printJson } from "./terminal-text.ts";

interface JournalOptions {
	limit: string;
	turn?: string;
	json?: boolean;
	verify?: boolean;
	/** A head that was printed earlier. */
	since?: string;
}

/** `steward journal`: who asked for what, what was decided by which rule, how it ended; or whether all of that is as it was written. */
export async function journal(context: CommandContext, options: JournalOptions): Promise<number> {
	if (options.verify || options.since !== undefined) return verify(context, options);
	const { home, output } = context;
	const { limit, turn, json } = options;
	const query = new URLSearchParams({ limit, ...(turn !== undefined && { turn }) });
	const { lines } = await new DaemonClient(home).get(`/journal?${query}`, journalSchema);
	const time = createLocalTime();
	if (json) printJson(output, lines);
	else if (lines.length === 0) print(output, turn === undefined ? NOTHING_YET : NOTHING_OF_TURN);
	else print(output, lines.map((line) => renderJournalLine(line, time)).join("\n"));
	return EXIT.done;
}

const NOTHING_YET = "Nothing is in the journal yet.";
const NOTHING_OF_TURN = "Nothing of that turn is in the journal: it did nothing, or its lines have had their time.";

/** `--verify`: reads the file itself, so that it needs no running Steward. Fails unless all is proven that was asked for. */
function verify({ home, output }: CommandContext, { since, json }: JournalOptions): number {
	const found = verifyJournalFile(homePaths(home).database, since === undefined ? undefined : readHead(since));
	if (json) printJson(output, found.kind === "intact" ? { ...found, head: formatHead(found.head) } : found);
	else print(output, describeVerification(found));
	return isProven(found) ? EXIT.done : EXIT.failed;
}

const isProven = (found: FileVerification): boolean => found.kind === "intact" && found.noted !== "thrown-away";

function readHead(text: string): ChainEnd {
	const head = parseHead(text);
	if (head) return head;
	throw new CommandFailure(
		"--since must be a head as `steward journal --verify` prints it: a line's number, a colon, 64 hex digits.",
	);
}
