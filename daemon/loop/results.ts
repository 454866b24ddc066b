import type { Settings } from "#config/schema.ts";
import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { EventId } from "#core/event.ts";
import type { Stamper } from "#daemon/context/stamp.ts";
import { isWorthTelling } from "#daemon/context/status-elapsed.ts";
import { EMPTY_RESULT, renderResultHead } from "#daemon/context/status-result-head.ts";
import { escapeOurTags, notice, wrapOutside } from "#daemon/context/wrap.ts";
import { keepInView, outputPath } from "#daemon/outputs/keep-in-view.ts";
import type { CallMade } from "#daemon/records/call-figures.ts";
import type { CallRecord, CallState, Calls } from "#daemon/records/calls.ts";
import type { Entries } from "#daemon/records/entries.ts";
import type { EventOutcome } from "#daemon/records/event-record.ts";
import type { Events } from "#daemon/records/events.ts";
import type { Journal } from "#daemon/records/journal.ts";
import type { Tasks } from "#daemon/records/tasks.ts";
import type { ToolOutput } from "#tools/tool.ts";
import type { Circles } from "./stalls/circles.ts";
import { wireCallId } from "./wire-calls.ts";

/** How a call ended, before it is on disk. `running` for one that goes on as a task: the text is its placeholder. */
export interface CallResult {
	state: CallState;
	text: string;
	outside?: ToolOutput["outside"];
	paged?: ToolOutput["paged"];
	/** Rows that belong to the result: a message, a timer, an approval. */
	commit?: (() => unknown) | undefined;
	addendum?: ToolOutput["addendum"];
	/** Words of the owner's own programs, to stand behind it as the program's. */
	notes?: readonly string[];
	settles?: ToolOutput["settles"];
}

export interface ResultsParts {
	database: Database;
	entries: Entries;
	calls: Calls;
	events: Events;
	tasks: Tasks;
	journal: Journal;
	circles: Circles;
	clock: Clock;
	stamper: () => Stamper;
	/** The absolute path of the folder that long outputs go to. */
	workspace: string;
	/** Takes secrets out, visibly. */
	redact: (text: string) => string;
	/** What may be left out, to measure what it is worth. */
	show: () => Show;
	/** Whether outside content, or what was made of it, is in view. */
	isTainted: (trajectoryId: number) => boolean;
	/** The same, or it was when the model asked for the call. */
	isCallTainted: (trajectoryId: number, callId: number) => boolean;
}

type Show = Settings["context"]["show"];

/** T3: writes a call's result together with every row that it made, in one transaction. */
export class Results {
	readonly #parts: ResultsParts;

	constructor(parts: ResultsParts) {
		this.#parts = parts;
	}

	/**
	 * @param made what its tool says that it does to what, and when it was begun
	 * @throws what `result.commit` throws; then nothing is written and the call is still without a result
	 */
	write(call: CallRecord, trajectoryId: number, result: CallResult, made: CallMade = {}): void {
		const { database, entries, calls, journal, circles } = this.#parts;
		database.write(() => {
			result.commit?.();
			const text = `${result.text}${result.addendum?.() ?? ""}`;
			const fingerprint = circles.fingerprint(call, result.state, text);
			const entryId = entries.add({
				trajectoryId,
				turnId: call.turnId,
				kind: "result",
				answers: { entryId: call.entryId, position: call.position },
				message: {
					role: "tool",
					tool_call_id: wireCallId(call.entryId, call.position),
					content:
						this.#render(call, trajectoryId, { ...result, text }, made) +
						(result.notes ?? []).map((note) => `\n${notice(note)}`).join("") +
						this.#stallNotice(call, result.state, fingerprint),
				},
				outside: result.outside !== undefined,
				// Results repeat what a call was made with: a path, a time, a purpose.
				derived: this.#parts.isTainted(trajectoryId),
			});
			calls.end(call.id, result.state, entryId, fingerprint, made);
			const { events = [], outcome = "handled" } = result.settles ?? {};
			for (const event of events) this.#settle(event, outcome, trajectoryId);
			journal.add({ kind: "call", turnId: call.turnId, callId: call.id, outcome: result.state });
		});
	}

	/**
	 * Who answers a task's result has answered what asked for it, unless another task still works for that. Whoever asked in
	 * another conversation has heard nothing of it.
	 */
	#settle(id: EventId, outcome: EventOutcome, trajectoryId: number): void {
		const { events, tasks } = this.#parts;
		events.settle(id, outcome);
		const task = tasks.ofResult(id);
		if (!task) return;
		const workedFor = tasks.eventsWorkedFor(trajectoryId);
		const isHeard = (cause: EventId) => outcome !== "replied" || events.areOfOneConversation(id, cause);
		for (const cause of tasks.eventsOf(task.id))
			if (!workedFor.includes(cause) && isHeard(cause)) events.settle(cause, outcome);
	}

	/** At the end of the result itself, where the model looks next: a finding in a log would not reach it. */
	#stallNotice(call: CallRecord, state: CallState, fingerprint: ReturnType<Circles["fingerprint"]>): string {
		const reading = this.#parts.circles.readWith(call, state, fingerprint);
		return reading.kind === "notice" ? `\n${notice(reading.text)}` : "";
	}

	/** Stamp and count first, then the text; what others wrote is wrapped, and look-alikes of our tags are escaped. */
	#render(call: CallRecord, trajectoryId: number, result: CallResult, made: CallMade): string {
		const { entries, clock, stamper, redact, workspace, show } = this.#parts;
		const stamp = stamper().result(clock.now(), entries.latestAt(trajectoryId));
		const isForeign = result.outside !== undefined || this.#parts.isCallTainted(trajectoryId, call.id);
		const path = outputPath(call.id, isForeign);
		const text = keepInView(workspace, { text: redact(result.text), path, paged: result.paged });
		if (result.state === "not-run") return `${stamp} Not run: ${text}`.trimStart();
		const head = this.#head(call, result.state, made, stamp, show());
		if (text.trim() === "") return `${head}\n${marked(result.state, EMPTY_RESULT)}`;
		if (result.outside) return `${head}\n${wrapOutside(result.outside.source, `C-${call.id}`, text)}`;
		if (!isPlain(result.state) && !show().errors) return `${head}\n${result.state.toUpperCase()}`;
		const { text: clean, escaped } = escapeOurTags(text);
		const note = escaped > 0 ? `\n[${escaped} tags that look like the program's own are shown with &lt;]` : "";
		return `${head}\n${marked(result.state, clean)}${note}`;
	}

	#head(
		{ id, turnId, tool, ...call }: CallRecord,
		state: CallState,
		made: CallMade,
		stamp: string,
		show: Show,
	): string {
		const { calls, clock } = this.#parts;
		const [effect, target] = call.target === undefined ? [made.effect, made.target] : [call.effect, call.target];
		const actsOnSomething = target !== undefined && effect !== "none";
		const startedAt = calls.startedAt(id) ?? made.startedAt;
		const hasEnded = (state === "done" || state === "failed") && startedAt !== undefined;
		const elapsedMs = hasEnded ? clock.now() - startedAt : undefined;
		const earlier = calls.countByTool(turnId).find((count) => count.tool === tool)?.count ?? 0;
		const head = {
			...{ stamp, tool, elapsedMs, callId: id, number: earlier + 1 },
			numberOnTarget: actsOnSomething ? calls.countOnTarget(turnId, tool, target) + 1 : undefined,
			// Nobody asks how long it takes where it was quick.
			usualMs: elapsedMs !== undefined && isWorthTelling(elapsedMs) ? calls.usualDurationMs(tool, id) : undefined,
		};
		return renderResultHead(head, show);
	}
}

const marked = (state: CallState, text: string): string => (isPlain(state) ? text : `${state.toUpperCase()}: ${text}`);

const isPlain = (state: CallState): boolean => state === "done" || state === "asked" || state === "running";
