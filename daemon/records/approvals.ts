import { type OwnersRule, ownersRuleSchema } from "#config/gate-schema.ts";
import { Table } from "./table.ts";

/**
 * - `waiting`: the owner is being asked
 * - `approved`: allowed, to be done; `committing`: being done (after a crash: unknown)
 * - `done`, `failed`, `denied`, `expired`: ends; `lapsed`: the turn was stopped before an answer came
 */
export type ApprovalState = "waiting" | "approved" | "committing" | "done" | "failed" | "denied" | "expired" | "lapsed";

export interface ApprovalRecord {
	id: number;
	code: string;
	callId: number;
	/** Of the exact action that the owner saw. */
	digest: string;
	/** The version of what it would change, when the owner was asked. */
	resourceVersion: string | undefined;
	/** What the owner was shown, as Markdown. */
	preview: string;
	state: ApprovalState;
	/** Who decided: `owner on telegram`. */
	decidedBy: string | undefined;
	reason: string | undefined;
	requestedAt: number;
	expiresAt: number;
	decidedAt: number | undefined;
	/** Kept inactive: nobody waits for the answer, and a no is no refusal of what the turn is about. */
	held: boolean;
	/** The rule that the owner may grant with the answer. */
	rule: OwnersRule | undefined;
}

interface Row {
	id: number;
	code: string;
	call_id: number;
	digest: string;
	resource_version: string | null;
	body: string | null;
	state: ApprovalState;
	decided_by: string | null;
	reason: string | null;
	requested_at: number;
	expires_at: number;
	decided_at: number | null;
	held: number;
	rule: string | null;
}

const SELECT = "SELECT approvals.*, contents.body FROM approvals JOIN contents ON contents.id = approvals.content_id";

/** Those that the index of open approvals is for. */
const OPEN_STATES: ReadonlySet<ApprovalState> = new Set(["waiting", "approved", "committing"]);

export class Approvals extends Table {
	add(
		approval: Pick<ApprovalRecord, "code" | "callId" | "digest" | "resourceVersion" | "preview" | "expiresAt"> &
			Partial<Pick<ApprovalRecord, "held" | "rule">>,
	): number {
		return this.database.run(
			`INSERT INTO approvals (code, call_id, digest, resource_version, content_id, state, requested_at, expires_at, held,
				rule) VALUES (?, ?, ?, ?, ?, 'waiting', ?, ?, ?, ?)`,
			approval.code,
			approval.callId,
			approval.digest,
			approval.resourceVersion ?? null,
			this.contents.put(approval.preview).id,
			this.clock.now(),
			approval.expiresAt,
			approval.held ? 1 : 0,
			approval.rule ? JSON.stringify(approval.rule) : null,
		).id;
	}

	find(id: number): ApprovalRecord | undefined {
		const row = this.database.get<Row>(`${SELECT} WHERE approvals.id = ?`, id);
		return row && toRecord(row);
	}

	findByCode(code: string): ApprovalRecord | undefined {
		const row = this.database.get<Row>(`${SELECT} WHERE code = ?`, code);
		return row && toRecord(row);
	}

	/** Approvals in a state, oldest first. */
	inState(state: ApprovalState): ApprovalRecord[] {
		// Without the list that the index is made for, SQLite would read every approval that there ever was.
		const isOpen = OPEN_STATES.has(state) ? "AND state IN ('waiting', 'approved', 'committing')" : "";
		const sql = `${SELECT} WHERE state = ? ${isOpen}`;
		return this.database
			.all<Row>(sql, state)
			.map(toRecord)
			.sort((one, other) => one.id - other.id);
	}

	/** The questions that wait for an answer: what is kept inactive does not. */
	asking(): ApprovalRecord[] {
		return this.inState("waiting").filter(({ held }) => !held);
	}

	/** Questions of a turn, and what it has kept inactive, that nobody has decided. */
	waitingOfTurn(turnId: number): ApprovalRecord[] {
		return this.database
			.all<Row>(
				`${SELECT} JOIN calls ON calls.id = approvals.call_id
				WHERE approvals.state = 'waiting' AND approvals.state IN ('waiting', 'approved', 'committing') AND calls.turn_id = ?`,
				turnId,
			)
			.map(toRecord);
	}

	/**
	 * Moves an approval on, if it is in the state that the caller saw: two buttons pressed at once decide it once.
	 * @returns whether it moved
	 */
	move(
		id: number,
		from: ApprovalState,
		to: ApprovalState,
		decision: { by?: string; reason?: string | undefined } = {},
	): boolean {
		const { changes } = this.database.run(
			`UPDATE approvals SET state = ?, decided_by = coalesce(?, decided_by), reason = coalesce(?, reason), decided_at = ?
			WHERE id = ? AND state = ?`,
			to,
			decision.by ?? null,
			decision.reason ?? null,
			this.clock.now(),
			id,
			from,
		);
		return changes === 1;
	}
}

const toRecord = (row: Row): ApprovalRecord => ({
	id: row.id,
	code: row.code,
	callId: row.call_id,
	digest: row.digest,
	resourceVersion: row.resource_version ?? undefined,
	preview: row.body ?? "",
	state: row.state,
	decidedBy: row.decided_by ?? undefined,
	reason: row.reason ?? undefined,
	requestedAt: row.requested_at,
	expiresAt: row.expires_at,
	decidedAt: row.decided_at ?? undefined,
	held: row.held === 1,
	rule: row.rule === null ? undefined : ownersRuleSchema.parse(JSON.parse(row.rule)),
});
