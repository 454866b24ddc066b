import { truncate } from "#core/truncate.ts";
import { type EventAnswer, eventsSchema } from "#daemon/control/answers.ts";
import { type CommandContext, EXIT } from "./command.ts";
import { DaemonClient } from "./daemon-client.ts";
import { createLocalTime } from "./local-time.ts";
import { print, printJson } from "./terminal-text.ts";

const MAX_TEXT_LENGTH = 60;

/** `steward events`: what arrived, and how each ended. */
export async function events(
	{ home, output }: CommandContext,
	options: { json?: boolean; limit: string; before?: string },
): Promise<number> {
	const query = new URLSearchParams({ limit: options.limit, ...(options.before && { before: options.before }) });
	const { events: list } = await new DaemonClient(home).get(`/events?${query}`, eventsSchema);
	const time = createLocalTime();
	if (options.json) printJson(output, list);
	else if (list.length === 0) print(output, "Nothing has arrived yet.");
	else print(output, list.map((event) => renderEventLine(event, time)).join("\n"));
	return EXIT.done;
}

/** One line: number, time, channel, who, how it ended, the beginning of the text. */
export function renderEventLine(event: EventAnswer, time: (at: number) => string): string {
	const turn = event.turn === undefined ? "" : ` turn ${event.turn}`;
	const text = event.text.replaceAll(/\s+/g, " ").trim();
	const shown = truncate(text, MAX_TEXT_LENGTH);
	const more = shown.length < text.length ? "…" : "";
	const columns = [
		event.id.padEnd(6),
		time(event.receivedAt),
		event.channel.padEnd(8),
		event.trust.padEnd(8),
		`${event.outcome ?? event.state}${turn}`.padEnd(18),
	];
	return `${columns.join("  ")}  ${shown}${more}`;
}
