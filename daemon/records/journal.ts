import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { CallEffect } from "#core/effect.ts";
import type { Trust } from "#core/trust.ts";

/**
 * One decision or outcome that the owner may want to look up. Holds no content, so that it outlives what was erased; it goes when
 * its time is up (`retention.journal`).
 */
export interface JournalLine {
	kind: "gate" | "approval" | "call" | "task" | "pairing" | "stop" | "interrupt" | "timer" | "pin";
	turnId?: number | undefined;
	callId?: number | undefined;
	approvalId?: number | undefined;
	authority?: Trust | undefined;
	tainted?: boolean | undefined;
	effect?: CallEffect | undefined;
	target?: string | undefined;
	decision?: string | undefined;
	rule?: string | undefined;
	outcome?: string | undefined;
}

export interface JournalRecord extends JournalLine {
	id: number;
	at: number;
}

interface Row {
	id: number;
	at: number;
	kind: JournalLine["kind"];
	turn_id: number | null;
	call_id: number | null;
	approval_id: number | null;
	authority: Trust | null;
	tainted: number | null;
	effect: CallEffect | null;
	target: string | null;
	decision: string | null;
	rule: string | null;
	outcome: string | null;
}

/** Who asked for what, what the gate said and why, and how it ended. Append-only. */
export class Journal {
	readonly #database: Database;
	readonly #clock: Clock;

	constructor(database: Database, clock: Clock) {
		this.#database = database;
		this.#clock = clock;
	}

	add(line: JournalLine): void {
		this.#database.run(
			`INSERT INTO journal (at, kind, turn_id, call_id, approval_id, authority, tainted, effect, target, decision, rule, outcome)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			this.#clock.now(),
			line.kind,
			line.turnId ?? null,
			line.callId ?? null,
			line.approvalId ?? null,
			line.authority ?? null,
			line.tainted === undefined ? null : Number(line.tainted),
			line.effect ?? null,
			line.target ?? null,
			line.decision ?? null,
			line.rule ?? null,
			line.outcome ?? null,
		);
	}

	ofTurn(turnId: number): JournalRecord[] {
		return this.#database.all<Row>("SELECT * FROM journal WHERE turn_id = ? ORDER BY id", turnId).map((row) => ({
			id: row.id,
			at: row.at,
			kind: row.kind,
			turnId: row.turn_id ?? undefined,
			callId: row.call_id ?? undefined,
			approvalId: row.approval_id ?? undefined,
			authority: row.authority ?? undefined,
			tainted: row.tainted === null ? undefined : row.tainted === 1,
			effect: row.effect ?? undefined,
			target: row.target ?? undefined,
			decision: row.decision ?? undefined,
			rule: row.rule ?? undefined,
			outcome: row.outcome ?? undefined,
		}));
	}
}
