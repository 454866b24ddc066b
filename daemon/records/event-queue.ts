import type { EventId, Urgency } from "#core/event.ts";
import { TRUSTS, type Trust } from "#core/trust.ts";
import { QUARANTINED } from "#daemon/quarantine/quarantined.ts";
import { type EventRecord, type EventRow, MAIN_TRAJECTORY, type Route, toEventRecord } from "./event-record.ts";
import { Table } from "./table.ts";

export const SELECT_EVENT = `SELECT events.*, contents.body, trajectories.kind AS trajectory_kind FROM events
	JOIN contents ON contents.id = events.content_id JOIN trajectories ON trajectories.id = events.trajectory_id`;

/** What a trajectory's loop takes up: a reader without tools has the rest. */
const FOR_LOOP = `events.state = 'waiting' AND events.route = 'loop' AND NOT (${QUARANTINED})`;

/** The events that wait, who takes them up, and what a trajectory has yet to be shown of those that were settled without it. */
export abstract class EventQueue extends Table {
	/** Keeps an event that was settled without the model for its next turn to see. */
	leaveUnseen(id: EventId): void {
		this.database.run("INSERT INTO unseen VALUES (?) ON CONFLICT DO NOTHING", id);
	}

	/** The newest events that a trajectory has not been shown, oldest first, and how many older ones there are. */
	unseen(trajectoryId: number, limit: number): { events: EventRecord[]; older: number } {
		// A cross join begins with the few that are unseen. Left to itself, SQLite begins with all events of all the years.
		const of = "FROM unseen CROSS JOIN events ON unseen.event_id = events.id WHERE trajectory_id = ?";
		const count = this.database.get<{ count: number }>(`SELECT count(*) AS count ${of}`, trajectoryId)?.count ?? 0;
		if (count === 0) return { events: [], older: 0 };
		const ids = `SELECT events.id ${of} ORDER BY events.id DESC LIMIT ?`;
		const sql = `${SELECT_EVENT} WHERE events.id IN (${ids}) ORDER BY events.id DESC`;
		const events = this.database.all<EventRow>(sql, trajectoryId, limit).map(toEventRecord).reverse();
		return { events, older: count - events.length };
	}

	clearUnseen(trajectoryId: number): void {
		this.database.run(
			"DELETE FROM unseen WHERE (SELECT trajectory_id FROM events WHERE events.id = event_id) = ?",
			trajectoryId,
		);
	}

	/** Events that nobody has taken up yet, oldest first. */
	waiting(route: Route, limit: number): EventRecord[] {
		return this.database
			.all<EventRow>(
				`${SELECT_EVENT} WHERE events.state = 'waiting' AND route = ? ORDER BY events.id LIMIT ?`,
				route,
				limit,
			)
			.map(toEventRecord);
	}

	/** Of what waits for a trajectory's loop, the oldest events of one trust, oldest first. */
	waitingFor(trajectoryId: number, trust: Trust, limit: number): EventRecord[] {
		// Asked at every safe point and mostly in vain: whether there is one takes a quarter of reading it.
		const one = `SELECT id FROM events WHERE ${FOR_LOOP} AND trajectory_id = ? AND trust = ? LIMIT 1`;
		if (this.database.get(one, trajectoryId, trust) === undefined) return [];
		return this.database
			.all<EventRow>(
				`${SELECT_EVENT} WHERE ${FOR_LOOP} AND trajectory_id = ? AND trust = ? ORDER BY events.id LIMIT ?`,
				trajectoryId,
				trust,
				limit,
			)
			.map(toEventRecord);
	}

	/** What has waited longest for a trajectory's loop, one event of each trust. */
	longestWaiting(trajectoryId: number): { trust: Trust; receivedAt: number }[] {
		return TRUSTS.flatMap((trust) => {
			const sql = `SELECT trust, received_at AS receivedAt FROM events
				WHERE ${FOR_LOOP} AND trajectory_id = ? AND trust = ? ORDER BY id LIMIT 1`;
			return this.database.get<{ trust: Trust; receivedAt: number }>(sql, trajectoryId, trust) ?? [];
		});
	}

	/** What waits for a trajectory and should not wait long: the owner's own words, and events that were made urgent. */
	pressing(trajectoryId: number): { id: EventId; trust: Trust; urgency: Urgency }[] {
		return this.database.all(
			`SELECT id, trust, urgency FROM events WHERE ${FOR_LOOP} AND trajectory_id = ? AND trust = 'owner' AND kind = 'message'
			UNION SELECT id, trust, urgency FROM events WHERE ${FOR_LOOP} AND urgency <> 'normal' AND trajectory_id = ?
			ORDER BY id LIMIT 100`,
			trajectoryId,
			trajectoryId,
		);
	}

	/** The side and guest trajectories for which something waits. */
	othersWaiting(): number[] {
		return this.database
			.all<{ id: number }>(
				`SELECT DISTINCT trajectory_id AS id FROM events JOIN trajectories ON trajectories.id = trajectory_id
				WHERE events.state = 'waiting' AND route = 'loop' AND trajectory_id > ${MAIN_TRAJECTORY}
					AND trajectories.kind IN ('side', 'guest') ORDER BY 1`,
			)
			.map(({ id }) => id);
	}

	hasWaiting(trajectoryId: number): boolean {
		const sql = `SELECT 1 FROM events WHERE ${FOR_LOOP} AND trajectory_id = ? LIMIT 1`;
		return this.database.get(sql, trajectoryId) !== undefined;
	}

	countWaiting(): number {
		return (
			this.database.get<{ count: number }>("SELECT count(*) AS count FROM events WHERE state = 'waiting'")?.count ?? 0
		);
	}

	countWaitingFor(trajectoryId: number): number {
		const sql = "SELECT count(*) AS count FROM events WHERE state = 'waiting' AND route = 'loop' AND trajectory_id = ?";
		return this.database.get<{ count: number }>(sql, trajectoryId)?.count ?? 0;
	}

	take(id: EventId, turnId: number): void {
		this.database.run("UPDATE events SET state = 'taken', turn_id = ? WHERE id = ? AND state = 'waiting'", turnId, id);
	}

	/** Moves an open event to another turn: the one that will answer it. */
	moveTo(id: EventId, turnId: number): void {
		this.database.run("UPDATE events SET turn_id = ? WHERE id = ? AND state = 'taken'", turnId, id);
	}

	/** Puts an open event back into the queue, as if it had just come in. */
	release(id: EventId, trajectoryId: number): void {
		this.database.run(
			"UPDATE events SET state = 'waiting', turn_id = NULL, trajectory_id = ? WHERE id = ? AND state <> 'settled'",
			trajectoryId,
			id,
		);
	}

	/** Hands a waiting event to another trajectory. @returns false where it was taken up already */
	moveToTrajectory(id: EventId, trajectoryId: number): boolean {
		return (
			this.database.run("UPDATE events SET trajectory_id = ? WHERE id = ? AND state = 'waiting'", trajectoryId, id)
				.changes === 1
		);
	}
}
