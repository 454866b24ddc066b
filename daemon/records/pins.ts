import type { EventId } from "#core/event.ts";
import { estimateTokens } from "#daemon/context/tokens.ts";
import { Table } from "./table.ts";

/** Who wanted it kept. */
export type KeptBy = "owner" | "assistant";

/** A fact that is carried on word for word, whatever leaves the view. */
export interface PinRecord {
	id: number;
	/** As people and models see it: `P-3`. */
	name: string;
	text: string;
	tokens: number;
	createdBy: KeptBy;
	/** What it came from. */
	eventId: EventId | undefined;
	createdAt: number;
}

interface Row {
	id: number;
	body: string;
	tokens: number;
	created_by: KeptBy;
	event_id: number | null;
	created_at: number;
}

/** `P-3` */
export const formatPinId = (id: number): string => `P-${id}`;

/** Each trajectory's pins. A row never changes but for its end, and a number is never given twice. */
export class Pins extends Table {
	add(trajectoryId: number, pin: Pick<PinRecord, "text" | "createdBy" | "eventId">): number {
		return this.database.run(
			"INSERT INTO pins (trajectory_id, content_id, tokens, created_by, event_id, created_at) VALUES (?, ?, ?, ?, ?, ?)",
			trajectoryId,
			this.contents.put(pin.text).id,
			estimateTokens(pin.text),
			pin.createdBy,
			pin.eventId ?? null,
			this.clock.now(),
		).id;
	}

	/** Oldest first. What was erased is in force no more. */
	inForce(trajectoryId: number): PinRecord[] {
		return this.database
			.all<Row>(
				`SELECT pins.id, contents.body, pins.tokens, pins.created_by, pins.event_id, pins.created_at
				FROM pins JOIN contents ON contents.id = pins.content_id
				WHERE pins.trajectory_id = ? AND pins.removed_at IS NULL AND contents.body IS NOT NULL ORDER BY pins.id`,
				trajectoryId,
			)
			.map(toRecord);
	}

	/** @returns false where the trajectory has no such pin in force */
	remove(trajectoryId: number, id: number): boolean {
		const sql = "UPDATE pins SET removed_at = ? WHERE id = ? AND trajectory_id = ? AND removed_at IS NULL";
		return this.database.run(sql, this.clock.now(), id, trajectoryId).changes === 1;
	}
}

const toRecord = (row: Row): PinRecord => ({
	id: row.id,
	name: formatPinId(row.id),
	text: row.body,
	tokens: row.tokens,
	createdBy: row.created_by,
	eventId: row.event_id ?? undefined,
	createdAt: row.created_at,
});
