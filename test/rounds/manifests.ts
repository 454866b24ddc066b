import { join } from "node:path";
import Sqlite from "better-sqlite3";
import type { DatabaseHooks } from "#core/database.ts";

/** What is on record of a request, and how the rows stood in the very commit that wrote it. */
export interface Manifest {
	id: number;
	turnId: number;
	trajectoryId: number;
	trajectoryKind: string;
	/** Of a fork. */
	parentId: number | null;
	epochId: number;
	purpose: string;
	/** The block, or what a request of the program's own asks for. */
	statusBlock: string;
	/** On the clock of the test. */
	at: number;
	/** The number of the ledger's newest line. */
	latestUsageId: number;
	/** Only of a turn's request. */
	rows: TurnRows | undefined;
	/** What woke the turn, as `E-12 message web`. */
	wokenBy: string;
}

export interface TurnRows {
	turn: { restricts: number; activeMs: number };
	/** Requests of the turn up to this one, and how they ended so far. */
	requests: { id: number; outcome: string | null }[];
	calls: CallRow[];
	openEvents: number[];
	waitingEvents: number;
	ownerSpokeAt: number | null;
	tasks: { id: number; tool: string; startedAt: number }[];
	openApprovals: number;
	timers: { id: number; at: number }[];
	pins: number;
	decisions: number;
	todos: { id: number; text: string; state: string; outside: number }[];
	/** By tool: durations of the calls that tell how long it usually takes, those before a call apart. */
	durations: { tool: string; id: number; elapsedMs: number }[];
}

/** A call of the turn that has a result. */
export interface CallRow {
	id: number;
	tool: string;
	state: string;
	effect: string | null;
	target: string | null;
	startedAt: number | null;
	endedAt: number | null;
	resultId: number;
	/** The result's message, as it was appended. */
	result: string;
	/** Its result is a placeholder: the owner was asked, or it goes on as a task. */
	isPlaceholder: number;
}

const QUERIES = {
	newest: `SELECT model_calls.id, turn_id AS turnId, epoch_id AS epochId, model_calls.purpose, status AS statusBlock,
			trajectories.id AS trajectoryId, trajectories.kind AS trajectoryKind, parent_id AS parentId,
			(SELECT coalesce(max(id), 0) FROM usage) AS latestUsageId,
			(SELECT group_concat('E-' || id || ' ' || kind || ' ' || channel, ', ') FROM events WHERE turn_id = turns.id) AS wokenBy
		FROM model_calls JOIN turns ON turns.id = turn_id
		JOIN trajectories ON trajectories.id = turns.trajectory_id WHERE model_calls.id > ? ORDER BY model_calls.id`,
	turn: `SELECT active_ms AS activeMs,
			(SELECT count(*) FROM events WHERE turn_id = turns.id AND restricts = 1) AS restricts FROM turns WHERE id = ?`,
	requests: "SELECT id, outcome FROM model_calls WHERE turn_id = ? AND purpose = 'turn' ORDER BY id",
	calls: `SELECT calls.id, tool, state, effect, target, started_at AS startedAt, ended_at AS endedAt, result_entry_id AS resultId,
			body AS result, EXISTS (SELECT 1 FROM approvals WHERE call_id = calls.id)
				OR EXISTS (SELECT 1 FROM tasks WHERE call_id = calls.id) AS isPlaceholder
		FROM calls JOIN entries ON entries.id = result_entry_id JOIN contents ON contents.id = entries.content_id
		WHERE calls.turn_id = ? ORDER BY calls.id`,
	openEvents: "SELECT id FROM events WHERE turn_id = ? AND settled_at IS NULL ORDER BY id",
	waiting: "SELECT count(*) AS count FROM events WHERE trajectory_id = ? AND state = 'waiting' AND route = 'loop'",
	// Nobody but the owner speaks on these two here.
	ownerSpokeAt:
		"SELECT max(received_at) AS at FROM events WHERE channel IN ('web', 'telegram') AND kind IN ('message', 'command')",
	tasks: `SELECT id, (SELECT tool FROM calls WHERE calls.id = call_id) AS tool, started_at AS startedAt FROM tasks
		WHERE trajectory_id = ? AND ended_at IS NULL ORDER BY id`,
	approvals: "SELECT count(*) AS count FROM approvals WHERE state = 'waiting' AND held = 0",
	timers:
		"SELECT id, next_at AS at FROM registrations WHERE state = 'active' AND next_at IS NOT NULL ORDER BY next_at, id LIMIT 3",
	pins: "SELECT count(*) AS count FROM pins WHERE trajectory_id = ? AND removed_at IS NULL",
	decisions: "SELECT count(*) AS count FROM decisions WHERE trajectory_id = ? AND ended_at IS NULL",
	todos: `SELECT todos.id, body AS text, state, outside FROM todos JOIN contents ON contents.id = content_id
		WHERE trajectory_id = ? AND position > 0 ORDER BY position`,
	durations: `SELECT tool, id, ended_at - started_at AS elapsedMs FROM calls WHERE tool = ? AND state = 'done'
		AND started_at IS NOT NULL AND id NOT IN (SELECT call_id FROM approvals) ORDER BY id DESC LIMIT 40`,
} as const;

/** Watches a daemon's rows from outside, through a connection of its own, and takes note of every request in the commit that makes it. */
export class Manifests {
	readonly all: Manifest[] = [];
	/** To be given to the daemon. */
	readonly hooks: DatabaseHooks = { afterCommit: () => this.look() };
	/** Why it could not look: the daemon must not notice. */
	readonly problems: string[] = [];
	readonly #now: () => number;
	#sqlite: Sqlite.Database | undefined;
	#statements = new Map<string, Sqlite.Statement>();

	constructor(now: () => number) {
		this.#now = now;
	}

	/** From here on it looks. */
	open(home: string): void {
		this.#sqlite = new Sqlite(join(home, "state.db"), { readonly: true });
	}

	close(): void {
		this.#statements.clear();
		this.#sqlite?.close();
		this.#sqlite = undefined;
	}

	read<Row>(sql: string, ...values: (number | string)[]): Row[] {
		const statement = this.#statements.get(sql) ?? this.#sqlite?.prepare(sql);
		if (!statement) throw new Error("The rows are not open.");
		this.#statements.set(sql, statement);
		return statement.all(...values) as Row[];
	}

	#count(sql: string, ...values: number[]): number {
		return this.read<{ count: number }>(sql, ...values)[0]?.count ?? 0;
	}

	/** Takes note of what is new. What the program itself asks for is written down outside of its transactions. */
	look(): void {
		try {
			this.#note();
		} catch (error) {
			this.problems.push(`the rows could not be read: ${error instanceof Error ? error.message : String(error)}`);
		}
	}

	#note(): void {
		if (!this.#sqlite) return;
		const found = this.read<Omit<Manifest, "rows" | "at">>(QUERIES.newest, this.all.at(-1)?.id ?? 0);
		for (const of of found)
			this.all.push({ ...of, at: this.#now(), rows: of.purpose === "turn" ? this.#rowsOf(of) : undefined });
	}

	#rowsOf({ turnId, trajectoryId, parentId }: Pick<Manifest, "turnId" | "trajectoryId" | "parentId">): TurnRows {
		const calls = this.read<CallRow>(QUERIES.calls, turnId);
		const tasks = this.read<TurnRows["tasks"][number]>(QUERIES.tasks, trajectoryId);
		const tools = new Set([...calls, ...tasks].map(({ tool }) => tool));
		return {
			turn: this.read<TurnRows["turn"]>(QUERIES.turn, turnId)[0] ?? { restricts: 0, activeMs: 0 },
			requests: this.read(QUERIES.requests, turnId),
			calls,
			openEvents: this.read<{ id: number }>(QUERIES.openEvents, turnId).map(({ id }) => id),
			waitingEvents: this.#count(QUERIES.waiting, trajectoryId),
			ownerSpokeAt: this.read<{ at: number | null }>(QUERIES.ownerSpokeAt)[0]?.at ?? null,
			tasks,
			openApprovals: this.#count(QUERIES.approvals),
			timers: this.read(QUERIES.timers),
			pins: this.#count(QUERIES.pins, parentId ?? trajectoryId),
			decisions: this.#count(QUERIES.decisions, parentId ?? trajectoryId),
			todos: this.read(QUERIES.todos, trajectoryId),
			durations: [...tools].flatMap((tool) => this.read<TurnRows["durations"][number]>(QUERIES.durations, tool)),
		};
	}
}
