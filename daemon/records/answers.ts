import type { EventId } from "#core/event.ts";
import { Table } from "./table.ts";

/** What a reader answered about outside content, in words that nobody checked. */
export interface AnswerRecord {
	id: number;
	/** The trajectory that may have it shown to the owner. */
	trajectoryId: number;
	/** The event that it is about, also where it was made of another answer. */
	eventId: EventId;
	/** Undefined once it was erased, or the event that it is about. */
	text: string | undefined;
}

interface Row {
	id: number;
	trajectory_id: number;
	event_id: number;
	body: string | null;
	event_body: string | null;
}

/** One row for each answer in words. */
export class Answers extends Table {
	/** Part of the caller's transaction. One call has one answer: a second time it is the first one's number. */
	add(answer: { callId: number; trajectoryId: number; eventId: EventId; text: string }): number {
		const { callId, trajectoryId, eventId, text } = answer;
		const known = this.database.get<{ id: number }>("SELECT id FROM answers WHERE call_id = ?", callId);
		if (known) return known.id;
		return this.database.run(
			"INSERT INTO answers (call_id, trajectory_id, event_id, content_id, created_at) VALUES (?, ?, ?, ?, ?)",
			callId,
			trajectoryId,
			eventId,
			this.contents.put(text).id,
			this.clock.now(),
		).id;
	}

	find(id: number): AnswerRecord | undefined {
		const row = this.database.get<Row>(
			`SELECT answers.id, answers.trajectory_id, answers.event_id, said.body, heard.body AS event_body FROM answers
				JOIN contents AS said ON said.id = answers.content_id
				JOIN events ON events.id = answers.event_id
				JOIN contents AS heard ON heard.id = events.content_id
			WHERE answers.id = ?`,
			id,
		);
		if (!row) return undefined;
		const text = row.event_body === null ? undefined : (row.body ?? undefined);
		return { id: row.id, trajectoryId: row.trajectory_id, eventId: row.event_id, text };
	}
}
