import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Settings, settingsSchema } from "#config/schema.ts";
import { Database } from "#core/database.ts";
import type { CallEffect } from "#core/effect.ts";
import { systemIds } from "#core/ids.ts";
import { createLog } from "#core/log.ts";
import { Stamper } from "#daemon/context/stamp.ts";
import { renderStatusBlock } from "#daemon/context/status-block.ts";
import { type CallResult, Results } from "#daemon/loop/results.ts";
import { Circles } from "#daemon/loop/stalls/circles.ts";
import { MAIN_TRAJECTORY, type NewEvent } from "#daemon/records/event-record.ts";
import { openRecords } from "#daemon/records/records.ts";
import type { TurnRecord } from "#daemon/records/turns.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { StatusReader, type StatusReaderParts } from "./status-reader.ts";

type Show = Settings["context"]["show"];

/** A call as it is made and answered. What is left out: it reads `notes.md` at once, and says so. */
export interface MadeCall {
	tool?: string;
	target?: string;
	effect?: CallEffect;
	/** The gate never saw it: there is no such tool, or its arguments made no sense. */
	rejected?: boolean;
	durationMs?: number;
	/** It changes files, and waits so long for another call that does. */
	queuedMs?: number;
	state?: CallResult["state"];
	text?: string;
	outside?: boolean;
}

export type StatusKit = ReturnType<typeof openStatusKit>;

const TOOLS = ["read_file", "glob", "write_file", "run_script", "reply", "todo"];

/**
 * A reader over a real database, and the rows of turns as the loop writes them.
 * @param options.parts what the reader is given instead
 */
export function openStatusKit(options: { show?: Partial<Show>; parts?: Partial<StatusReaderParts> } = {}) {
	const clock = new FakeClock();
	const folder = tempFolder();
	const database = new Database(join(folder, "state.db"));
	onTestFinished(() => database.close());
	// No test of these ends its process: what is on the disk does not matter, and waiting for it takes most of the time.
	database.run("PRAGMA synchronous = OFF");
	const logged: string[] = [];
	const records = openRecords(database, clock, systemIds, () => undefined);
	const settings = settingsSchema.parse({ owner: { timezone: "UTC" }, context: { show: options.show ?? {} } });
	const { show } = settings.context;
	const stamper = new Stamper("UTC", show.stamps);
	const { pins, decisions } = records;
	const shared = { ...records, database, clock, workspace: folder };
	const isTainted = (trajectoryId: number) => records.entries.isTaintedAfter(trajectoryId, 0);
	const results = new Results({
		...shared,
		isTainted,
		isCallTainted: isTainted,
		circles: new Circles(records),
		stamper: () => stamper,
		redact: (text) => text,
		show: () => show,
	});
	const reader = new StatusReader({
		...shared,
		log: createLog({ clock, level: "debug", write: (line) => logged.push(line) }),
		settings: () => settings,
		isTool: (name) => TOOLS.includes(name),
		isTainted,
		windowFill: () => 0.12,
		pinned: (id) => ({ pins: pins.inForce(id).length, decisions: decisions.inForce(id).length }),
		spend: (turnId) => ({ turn: records.usage.costOfTurn(turnId), day: 0, month: 0, limits: {} }),
		...options.parts,
	});
	const kit = { ...shared, logged, results, reader, show };

	/** The block of a turn's next request. */
	const block = (turn: TurnRecord): string => {
		const now = records.turns.get(turn.id);
		return renderStatusBlock(reader.checkedReading(now, now.rounds + 1), stamper, show);
	};
	return { ...kit, block };
}

/** An event that waits, the owner's unless changed. @returns its number */
export function arrive({ events, clock }: StatusKit, text = "hi", changes: Partial<NewEvent> = {}): number {
	return events.add({
		channel: "web",
		dedupKey: `${text} ${events.countWaiting()} ${clock.now()} ${Math.random()}`,
		conversation: { channel: "web", address: "owner" },
		sender: { id: "owner" },
		trust: "owner",
		route: "loop",
		kind: "message",
		text,
		occurredAt: clock.now(),
		...changes,
	}).id;
}

/** T1 as the loop does it, with all that waits for the trajectory. */
export function beginTurn(kit: StatusKit, trajectoryId = MAIN_TRAJECTORY): TurnRecord {
	const { turns, events, entries } = kit;
	const id = turns.begin(trajectoryId, "owner");
	for (const event of events.waitingFor(trajectoryId, "owner", 50)) {
		const message = { role: "user" as const, content: event.text };
		const outside = event.outsideSource !== undefined;
		entries.add({ trajectoryId, turnId: id, kind: "event", eventId: event.id, message, outside });
		events.take(event.id, id);
		if (event.restricts) turns.restrict(id);
	}
	return turns.get(id);
}

/** A message of the model's, and its calls' results one after the other. @returns the calls' numbers */
export async function make(kit: StatusKit, turn: TurnRecord, ...made: MadeCall[]): Promise<number[]> {
	const { entries, calls, events } = kit;
	const { id: turnId, trajectoryId } = turn;
	const message = { role: "assistant" as const, content: null };
	const entryId = entries.add({ trajectoryId, turnId, kind: "assistant", message });
	const forEventId = events.ofTurn(turnId).at(-1)?.id;
	const ids = made.map(({ tool = "read_file" }, index) =>
		calls.add({
			...{ turnId, entryId, position: index + 1, wireTool: tool, tool, arguments: "{}" },
			...{ malformed: undefined, forEventId },
		}),
	);
	for (const [index, id] of ids.entries()) await answer(kit, turn, id, made[index] ?? {});
	return ids;
}

/** T3. */
async function answer(kit: StatusKit, turn: TurnRecord, callId: number, made: MadeCall): Promise<void> {
	const { calls, journal, clock, results } = kit;
	const { target = "workspace/notes.md", effect = "read", state = "done", text = "notes.md, 1 line" } = made;
	const call = calls.find(callId);
	if (!call) throw new Error("no call was made");
	const startedAt = clock.now();
	if (made.queuedMs !== undefined) {
		await clock.advance(made.queuedMs);
		calls.start(callId, effect, target);
	}
	await clock.advance(made.durationMs ?? 20);
	const wasTried = !made.rejected && state !== "not-run";
	const note = () =>
		journal.add({ ...{ kind: "gate", turnId: turn.id, callId, effect, target }, decision: "allow", rule: "test" });
	results.write(
		call,
		turn.trajectoryId,
		{
			...{ state, text, commit: () => wasTried && note() },
			...(made.outside && { outside: { source: "file" } }),
		},
		wasTried ? { effect, target, startedAt } : {},
	);
}

/** What a turn's results are on the wire. */
export const resultsOf = ({ entries }: StatusKit, turn: TurnRecord): string[] =>
	entries.ofTurn(turn.id).flatMap(({ kind, message }) => (kind === "result" ? [String(message.content)] : []));
