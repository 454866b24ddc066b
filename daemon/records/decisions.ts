import type { EventId } from "#core/event.ts";
import { estimateTokens } from "#daemon/context/tokens.ts";
import type { KeptBy } from "./pins.ts";
import { Table } from "./table.ts";

/** What was decided and why, carried on word for word until it ends or another takes its place. */
export interface DecisionRecord {
	id: number;
	/** As people and models see it: `D-3`. */
	name: string;
	text: string;
	/** Why; undefined also where it was erased. */
	reason: string | undefined;
	/** Of both. */
	tokens: number;
	createdBy: KeptBy;
	/** What it came from. */
	eventId: EventId | undefined;
	createdAt: number;
}

interface Row {
	id: number;
	body: string;
	reason: string | null;
	tokens: number;
	created_by: KeptBy;
	event_id: number | null;
	created_at: number;
}

/** `D-3` */
export const formatDecisionId = (id: number): string => `D-${id}`;

/** Each trajectory's decisions. A row never changes but for its end, and a number is never given twice. */
export class Decisions extends Table {
	add(trajectoryId: number, decision: Pick<DecisionRecord, "text" | "reason" | "createdBy" | "eventId">): number {
		const { text, reason } = decision;
		return this.database.run(
			`INSERT INTO decisions (trajectory_id, content_id, reason_content_id, tokens, created_by, event_id, created_at)
			VALUES (?, ?, ?, ?, ?, ?, ?)`,
			trajectoryId,
			this.contents.put(text).id,
			reason === undefined ? null : this.contents.put(reason).id,
			estimateTokens(text) + estimateTokens(reason ?? ""),
			decision.createdBy,
			decision.eventId ?? null,
			this.clock.now(),
		).id;
	}

	/** Oldest first. What was erased is in force no more. */
	inForce(trajectoryId: number): DecisionRecord[] {
		return this.database
			.all<Row>(
				`SELECT decisions.id, contents.body, reasons.body AS reason, decisions.tokens, decisions.created_by,
					decisions.event_id, decisions.created_at
				FROM decisions JOIN contents ON contents.id = decisions.content_id
				LEFT JOIN contents AS reasons ON reasons.id = decisions.reason_content_id
				WHERE decisions.trajectory_id = ? AND decisions.ended_at IS NULL AND contents.body IS NOT NULL
				ORDER BY decisions.id`,
				trajectoryId,
			)
			.map(toRecord);
	}

	/**
	 * Ends one that is in force.
	 * @param replacedBy the decision that holds in its place
	 * @returns false where the trajectory has no such decision in force
	 */
	end(trajectoryId: number, id: number, replacedBy?: number): boolean {
		const { changes } = this.database.run(
			`UPDATE decisions SET ended_at = ?, replaced_by_id = ?
			WHERE id = ? AND trajectory_id = ? AND ended_at IS NULL`,
			this.clock.now(),
			replacedBy ?? null,
			id,
			trajectoryId,
		);
		return changes === 1;
	}
}

const toRecord = (row: Row): DecisionRecord => ({
	id: row.id,
	name: formatDecisionId(row.id),
	text: row.body,
	reason: row.reason ?? undefined,
	tokens: row.tokens,
	createdBy: row.created_by,
	eventId: row.event_id ?? undefined,
	createdAt: row.created_at,
});
