import type { Conversation, EventId } from "#core/event.ts";
import type { Trust } from "#core/trust.ts";
import { type Schedule, scheduleSchema } from "#daemon/schedule/schedule.ts";
import { Table } from "./table.ts";

/** Registrations are numbered from 1; people and models see `R-3`. */
export const formatRegistrationId = (id: number): string => `R-${id}`;

/** Reads `R-3`, also as `r3` or `3` (spaces around it). Returns undefined for anything else. */
export function parseRegistrationId(text: string): number | undefined {
	const match = /^\s*(?:R-?)?([1-9]\d{0,14})\s*$/i.exec(text);
	return match ? Number(match[1]) : undefined;
}

/**
 * What a timer does when it is due: tell the owner its purpose (no model is asked), wake the assistant with it, or wake it
 * and cut off whatever it is at.
 */
export type TimerAction = "remind" | "act" | "interrupt";

export interface NewTimer {
	/** In its maker's words. */
	purpose: string;
	action: TimerAction;
	schedule: Schedule;
	/** The first slot. */
	nextAt: number;
	/** Where it was asked for: reminders go there, and so do answers to what it wakes. */
	conversation: Conversation;
	originEventId: EventId | undefined;
	/** For people: `owner on telegram`, `call C-12`. */
	createdBy: string;
	/** Of whom it was asked for: what its firings may cause is bounded by it. */
	trust: Trust;
	/** Made with outside content in view, and not approved: its firings carry that on. */
	outside: boolean;
}

export interface TimerRecord extends Omit<NewTimer, "nextAt"> {
	id: number;
	state: "inactive" | "active" | "paused" | "ended";
	/** The slot that is due next; undefined once there is none. */
	nextAt: number | undefined;
	/** Firings so far, without skipped slots. */
	fired: number;
	createdAt: number;
	endedAt: number | undefined;
}

interface Row {
	id: number;
	body: string | null;
	action: Exclude<TimerAction, "interrupt">;
	urgent: number;
	rule: string;
	channel: string;
	address: string;
	origin_event_id: number | null;
	created_by: string;
	trust: Trust;
	outside: number;
	state: TimerRecord["state"];
	next_at: number | null;
	fired: number;
	created_at: number;
	ended_at: number | null;
}

const SELECT =
	"SELECT registrations.*, contents.body FROM registrations JOIN contents ON contents.id = registrations.content_id";

/** What waits for its moment. So far only timers; watches, monitors and the others come to stand beside them. */
export class Registrations extends Table {
	add(timer: NewTimer): number {
		return this.database.run(
			`INSERT INTO registrations (kind, content_id, action, urgent, rule, channel, address, origin_event_id, created_by, trust,
				outside, state, next_at, created_at) VALUES ('timer', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'active', ?, ?)`,
			this.contents.put(timer.purpose).id,
			...actionColumns(timer.action),
			JSON.stringify(timer.schedule),
			timer.conversation.channel,
			timer.conversation.address,
			timer.originEventId ?? null,
			timer.createdBy,
			timer.trust,
			timer.outside ? 1 : 0,
			timer.nextAt,
			this.clock.now(),
		).id;
	}

	find(id: number): TimerRecord | undefined {
		const row = this.database.get<Row>(`${SELECT} WHERE registrations.id = ?`, id);
		return row && toRecord(row);
	}

	/** Timers whose slot has come, earliest first. */
	due(now: number, limit: number): TimerRecord[] {
		return this.database
			.all<Row>(
				`${SELECT} WHERE state = 'active' AND next_at IS NOT NULL AND next_at <= ? ORDER BY next_at LIMIT ?`,
				now,
				limit,
			)
			.map(toRecord);
	}

	/** When the earliest slot is, if there is one. */
	earliest(): number | undefined {
		const sql = "SELECT min(next_at) AS at FROM registrations WHERE state = 'active' AND next_at IS NOT NULL";
		return this.database.get<{ at: number | null }>(sql)?.at ?? undefined;
	}

	/** The next slots of all timers, without their purposes: for the status block, which holds nothing that others wrote. */
	upcoming(limit: number): { id: number; at: number }[] {
		return this.database.all(
			"SELECT id, next_at AS at FROM registrations WHERE state = 'active' AND next_at IS NOT NULL ORDER BY next_at LIMIT ?",
			limit,
		);
	}

	/** All that have not ended, the next one first. */
	live(): TimerRecord[] {
		const rows = this.database.all<Row>(
			`${SELECT} WHERE state <> 'ended' ORDER BY next_at IS NULL, next_at, registrations.id`,
		);
		return rows.map(toRecord);
	}

	countLive(): number {
		const sql = "SELECT count(*) AS count FROM registrations WHERE state <> 'ended'";
		return this.database.get<{ count: number }>(sql)?.count ?? 0;
	}

	/** Moves a timer on after a firing. */
	advance(id: number, nextAt: number, firings: number): void {
		this.database.run("UPDATE registrations SET next_at = ?, fired = fired + ? WHERE id = ?", nextAt, firings, id);
	}

	/** @param firings to be counted with it: a one-shot ends with its firing */
	end(id: number, firings = 0): void {
		this.database.run(
			"UPDATE registrations SET state = 'ended', next_at = NULL, fired = fired + ?, ended_at = ? WHERE id = ? AND state <> 'ended'",
			firings,
			this.clock.now(),
			id,
		);
	}

	/** Gives a timer another schedule, purpose or action. Its number stays, and so does where it was asked for. */
	change(id: number, timer: Omit<NewTimer, "conversation" | "originEventId" | "createdBy">): void {
		this.database.run(
			`UPDATE registrations SET content_id = ?, action = ?, urgent = ?, rule = ?, next_at = ?, trust = ?, outside = ?, fired = 0,
				state = 'active' WHERE id = ?`,
			this.contents.put(timer.purpose).id,
			...actionColumns(timer.action),
			JSON.stringify(timer.schedule),
			timer.nextAt,
			timer.trust,
			timer.outside ? 1 : 0,
			id,
		);
	}
}

/** Of an action: what it does, and whether it is urgent. */
const actionColumns = (action: TimerAction): [string, number] => (action === "interrupt" ? ["act", 1] : [action, 0]);

const toRecord = (row: Row): TimerRecord => ({
	id: row.id,
	purpose: row.body ?? "",
	action: row.urgent === 1 ? "interrupt" : row.action,
	schedule: scheduleSchema.parse(JSON.parse(row.rule)),
	conversation: { channel: row.channel, address: row.address },
	originEventId: row.origin_event_id ?? undefined,
	createdBy: row.created_by,
	trust: row.trust,
	outside: row.outside === 1,
	state: row.state,
	nextAt: row.next_at ?? undefined,
	fired: row.fired,
	createdAt: row.created_at,
	endedAt: row.ended_at ?? undefined,
});
