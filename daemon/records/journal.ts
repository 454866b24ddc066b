import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { CallEffect } from "#core/effect.ts";
import type { Ids } from "#core/ids.ts";
import type { Trust } from "#core/trust.ts";
import { type ChainEnd, type ChainedLine, chainAfter, digestOfContent } from "#daemon/journal/chain.ts";
import { splitLine } from "#daemon/journal/split-line.ts";

export type JournalKind =
	| "gate"
	| "approval"
	| "call"
	| "task"
	| "pairing"
	| "stop"
	| "interrupt"
	| "timer"
	| "pin"
	/** The owner granted or revoked a rule. */
	| "rule"
	/** A check beside the table had something against a call: a filter, a hook, the sidecar. */
	| "check"
	/** Outside content was read apart. */
	| "quarantine"
	/** The owner had files brought back. */
	| "undo"
	/** What was kept inactive was activated, or thrown away. */
	| "activation";

/** One decision or outcome that the owner may want to look up. Its texts can be erased; it goes itself after `retention.journal`. */
export interface JournalLine {
	kind: JournalKind;
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
	/** Milliseconds since the epoch. */
	at: number;
	/** Its texts are gone; `target` and `rule` say so. */
	erased: boolean;
}

interface Row {
	id: number;
	at: number;
	kind: JournalKind;
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
	erased: number;
}

/** What stands in place of a line's texts that were erased. */
const ERASED = "[erased]";

const INSERT_LINE = `INSERT INTO journal_lines (id, at, kind, turn_id, call_id, approval_id, authority, tainted, effect, decision, outcome,
	content_digest, chain) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/**
 * Who asked for what, what the gate said and why, and how it ended. Append-only, which triggers see to, and chained: each line
 * vouches for the one before it (`daemon/journal/`).
 */
export class Journal {
	readonly #database: Database;
	readonly #clock: Clock;
	readonly #ids: Ids;

	/** @param ids makes the salts of the contents' digests */
	constructor(database: Database, clock: Clock, ids: Ids) {
		this.#database = database;
		this.#clock = clock;
		this.#ids = ids;
	}

	/** Writes a line. Joins the transaction that it is called in. */
	add(line: JournalLine): void {
		this.#database.write(() => this.#append(line));
	}

	/** Oldest first. */
	ofTurn(turnId: number): JournalRecord[] {
		return this.#database.all<Row>("SELECT * FROM journal WHERE turn_id = ? ORDER BY id", turnId).map(toRecord);
	}

	/** The newest lines, oldest first. */
	latest(limit: number): JournalRecord[] {
		return this.#database.all<Row>("SELECT * FROM journal ORDER BY id DESC LIMIT ?", limit).reverse().map(toRecord);
	}

	#append(line: JournalLine): void {
		const head = this.#head();
		const { decision, outcome, content } = splitLine(line);
		const salt = content === undefined ? "" : this.#ids.secret();
		const row: ChainedLine = {
			id: head.line + 1,
			at: this.#clock.now(),
			kind: line.kind,
			turn_id: line.turnId ?? null,
			call_id: line.callId ?? null,
			approval_id: line.approvalId ?? null,
			authority: line.authority ?? null,
			tainted: line.tainted === undefined ? null : Number(line.tainted),
			effect: line.effect ?? null,
			decision,
			outcome,
			content_digest: content === undefined ? null : digestOfContent(salt, content),
		};
		this.#database.run(
			INSERT_LINE,
			...[row.id, row.at, row.kind, row.turn_id, row.call_id, row.approval_id, row.authority, row.tainted],
			...[row.effect, row.decision, row.outcome, row.content_digest, chainAfter(head.chain, row)],
		);
		if (content !== undefined)
			this.#database.run("INSERT INTO journal_contents (line, body, salt) VALUES (?, ?, ?)", row.id, content, salt);
	}

	/** Read each time, some microseconds: a value kept in memory would be wrong after a transaction that was rolled back. */
	#head(): ChainEnd {
		const head = this.#database.get<ChainEnd>("SELECT line, chain FROM journal_ends WHERE name = 'head'");
		if (!head)
			throw new Error("The journal's end is not on record: state.db was changed by somebody. See: steward doctor");
		return head;
	}
}

const toRecord = (row: Row): JournalRecord => ({
	id: row.id,
	at: row.at,
	kind: row.kind,
	turnId: row.turn_id ?? undefined,
	callId: row.call_id ?? undefined,
	approvalId: row.approval_id ?? undefined,
	authority: row.authority ?? undefined,
	tainted: row.tainted === null ? undefined : row.tainted === 1,
	effect: row.effect ?? undefined,
	target: row.erased ? ERASED : (row.target ?? undefined),
	decision: row.decision ?? undefined,
	rule: row.erased ? ERASED : (row.rule ?? undefined),
	outcome: row.outcome ?? undefined,
	erased: row.erased === 1,
});
