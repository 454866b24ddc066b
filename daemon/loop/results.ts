import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { Stamper } from "#daemon/context/stamp.ts";
import { escapeOurTags, wrapOutside } from "#daemon/context/wrap.ts";
import type { CallRecord, CallState, Calls } from "#daemon/records/calls.ts";
import type { Entries } from "#daemon/records/entries.ts";
import type { Events } from "#daemon/records/events.ts";
import type { Journal } from "#daemon/records/journal.ts";
import type { ToolOutput } from "#tools/tool.ts";
import { wireCallId } from "./wire-calls.ts";

/** How a call ended, before it is on disk. */
export interface CallResult {
	state: CallState;
	text: string;
	outside?: ToolOutput["outside"];
	/** Rows that belong to the result: a message, a timer, an approval. */
	commit?: (() => unknown) | undefined;
	addendum?: ToolOutput["addendum"];
	settles?: ToolOutput["settles"];
}

export interface ResultsParts {
	database: Database;
	entries: Entries;
	calls: Calls;
	events: Events;
	journal: Journal;
	clock: Clock;
	stamper: () => Stamper;
	/** Takes secrets out, visibly. */
	redact: (text: string) => string;
}

/** T3: writes a call's result together with every row that it made, in one transaction. */
export class Results {
	readonly #parts: ResultsParts;

	constructor(parts: ResultsParts) {
		this.#parts = parts;
	}

	/** @throws what `result.commit` throws; then nothing is written and the call is still without a result */
	write(call: CallRecord, trajectoryId: number, result: CallResult): void {
		const { database, entries, calls, events, journal } = this.#parts;
		database.write(() => {
			result.commit?.();
			const text = `${result.text}${result.addendum?.() ?? ""}`;
			const entryId = entries.add({
				trajectoryId,
				turnId: call.turnId,
				kind: "result",
				answers: { entryId: call.entryId, position: call.position },
				message: {
					role: "tool",
					tool_call_id: wireCallId(call.entryId, call.position),
					content: this.#render(call, trajectoryId, { ...result, text }),
				},
				outside: result.outside !== undefined,
			});
			calls.end(call.id, result.state, entryId);
			for (const event of result.settles?.events ?? []) events.settle(event, result.settles?.outcome ?? "handled");
			journal.add({ kind: "call", turnId: call.turnId, callId: call.id, outcome: result.state });
		});
	}

	/** Stamp and count first, then the text; what others wrote is wrapped, and look-alikes of our tags are escaped. */
	#render(call: CallRecord, trajectoryId: number, result: CallResult): string {
		const { entries, calls, clock, stamper, redact } = this.#parts;
		const stamp = stamper().result(clock.now(), entries.latestAt(trajectoryId));
		const text = redact(result.text);
		if (result.state === "not-run") return `${stamp} Not run: ${text}`;
		const earlier = calls.countByTool(call.turnId).find(({ tool }) => tool === call.tool)?.count ?? 0;
		const head = `${stamp} Tool call #${earlier + 1} for '${call.tool}'`;
		if (result.outside) return `${head}\n${wrapOutside(result.outside.source, `C-${call.id}`, text)}`;
		const { text: clean, escaped } = escapeOurTags(text);
		const note = escaped > 0 ? `\n[${escaped} tags that look like the program's own are shown with &lt;]` : "";
		return `${head}\n${result.state === "done" || result.state === "asked" ? "" : `${result.state.toUpperCase()}: `}${clean}${note}`;
	}
}
