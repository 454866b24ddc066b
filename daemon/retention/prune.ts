import { setImmediate as nextTurn } from "node:timers/promises";
import type { Settings } from "#config/schema.ts";
import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { Log, LogFields } from "#core/log.ts";
import type { CopyStore } from "#daemon/copies/copy-store.ts";
import { pruneCopies } from "#daemon/copies/prune-copies.ts";
import { pruneMarks } from "#daemon/file-origins/prune-marks.ts";
import type { FileMarks } from "#daemon/records/file-origins.ts";
import type { KeptFiles } from "#daemon/records/kept-files.ts";
import { Inside } from "#tools/inside.ts";
import { compactionRows, driftRows } from "./journal-rows.ts";
import { pruneEpochs } from "./prune-epochs.ts";
import { pruneFiles } from "./prune-files.ts";
import { pruneJournalLines } from "./prune-journal-lines.ts";
import { type Pruned, pruneRows } from "./prune-rows.ts";
import { RequestRows } from "./request-rows.ts";

export interface PruneParts {
	database: Database;
	fileMarks: FileMarks;
	keptFiles: KeptFiles;
	copyStore: CopyStore;
	retention: () => Settings["retention"];
	/** The workspace's folder. */
	workspace: string;
	clock: Clock;
	log: Log;
}

type Steps = Iterable<Pruned> | AsyncIterable<Pruned>;

/**
 * Throws away what has been kept long enough, in small steps with everybody else's turn in between. What fails is logged, and is
 * for the next run; the rest goes on. Never throws. Ends early, between two steps, when `signal` aborts.
 */
export async function prune(parts: PruneParts, signal: AbortSignal): Promise<void> {
	const { log } = parts;
	const total = new Map<string, { count: number; bytes: number }>();
	for (const [what, steps] of sweeps(parts, signal)) {
		try {
			for await (const step of steps()) {
				add(total, step);
				await nextTurn(undefined, { signal });
			}
		} catch (error) {
			if (signal.aborted) break;
			log.warn("Old records could not be thrown away; trying again next time", { what, error });
		}
	}
	if (total.size > 0) log.info("Threw away what was kept long enough", wordsFor(total));
}

/** In this order: an epoch is needed as long as a request is. */
function sweeps(
	{ database, fileMarks, keptFiles, copyStore, retention, workspace, clock }: PruneParts,
	signal: AbortSignal,
): [string, () => Steps][] {
	const { requests, journal, outputs, copies, attachments } = retention();
	const now = clock.now();
	const files = (base: string, what: string, limits: { days?: number; megabytes?: number }) => () =>
		pruneFiles(new Inside(workspace), base, what, limits, now, signal);
	return [
		["requests", () => pruneRows(database, new RequestRows(database), requests, now)],
		["epochs", () => pruneEpochs(database, now)],
		["journal", () => pruneJournal(database, journal, now)],
		["outputs", files("outputs", "outputs", outputs)],
		["copies", () => pruneCopies({ keptFiles, copyStore }, copies, now)],
		["marks of files", () => pruneMarks(fileMarks, workspace, now, signal)],
		["attachments", files("inbox", "attachments", attachments)],
	];
}

/** What is rare and small comes first, so that it is not the journal's size that pushes it out. */
function* pruneJournal(database: Database, limits: Settings["retention"]["journal"], now: number): Generator<Pruned> {
	const drifts = yield* pruneRows(database, driftRows(database), limits, now);
	const both = yield* pruneRows(database, compactionRows(database), limits, now, drifts);
	yield* pruneJournalLines(database, limits, now, both);
}

function add(total: Map<string, { count: number; bytes: number }>, { what, count, bytes }: Pruned): void {
	if (count === 0) return;
	const before = total.get(what) ?? { count: 0, bytes: 0 };
	total.set(what, { count: before.count + count, bytes: before.bytes + bytes });
}

/** As `{ requests: "1200 (3.4 MB)" }`. */
const wordsFor = (total: Map<string, { count: number; bytes: number }>): LogFields =>
	Object.fromEntries(
		[...total].map(([what, { count, bytes }]) => [what, `${count} (${(bytes / 1_000_000).toFixed(1)} MB)`]),
	);
