import type { TodoItem, TodoState } from "#tools/ports.ts";
import { ERASED } from "./contents.ts";
import { Table } from "./table.ts";

/** An item as it is kept: also whether the owner was told that it is left open. */
export interface TodoRecord extends TodoItem {
	handedOverAt: number | undefined;
	/** Its words came while outside content was in view: they may be somebody else's. */
	outside: boolean;
}

interface Row {
	id: number;
	body: string | null;
	state: TodoState;
	outside: number;
	handed_over_at: number | null;
}

/** The position of an item that a later list no longer holds. Its row stays: a number is never given twice. */
const OFF_THE_LIST = 0;

/** The lists of what is left to do, one for each trajectory. An item keeps its number as long as it is on its list. */
export class Todos extends Table {
	/** The trajectory's list, in its order. */
	list(trajectoryId: number): TodoRecord[] {
		return this.database
			.all<Row>(
				`SELECT todos.id, body, state, outside, handed_over_at FROM todos JOIN contents ON contents.id = content_id
				WHERE trajectory_id = ? AND position > ${OFF_THE_LIST} ORDER BY position`,
				trajectoryId,
			)
			.map(toRecord);
	}

	/** What is neither completed nor cancelled, nor left to the owner already. */
	open(trajectoryId: number): TodoRecord[] {
		return this.list(trajectoryId).filter(
			({ state, handedOverAt }) => (state === "pending" || state === "in_progress") && handedOverAt === undefined,
		);
	}

	/**
	 * Puts a new list in place of the old one. An item with the same words is the same item, and keeps its number and where its
	 * words came from.
	 * @param outside outside content is in view now
	 */
	rewrite(trajectoryId: number, items: readonly { text: string; state: TodoState }[], outside = false): void {
		const before = this.list(trajectoryId);
		this.database.run("UPDATE todos SET position = ? WHERE trajectory_id = ?", OFF_THE_LIST, trajectoryId);
		for (const [index, item] of items.entries()) {
			const known = before.findIndex(({ text }) => text === item.text);
			const [same] = known === -1 ? [] : before.splice(known, 1);
			if (!same) {
				this.#insert(trajectoryId, index + 1, item, outside);
				continue;
			}
			this.database.run("UPDATE todos SET position = ? WHERE id = ?", index + 1, same.id);
			this.update(trajectoryId, same.id, item.state);
		}
	}

	/**
	 * An item whose state changes is being worked on again: that it was left to the owner is forgotten.
	 * @returns false where the trajectory's list has no such item
	 */
	update(trajectoryId: number, id: number, state: TodoState): boolean {
		const { changes } = this.database.run(
			`UPDATE todos SET state = ?, updated_at = ?, handed_over_at = CASE WHEN state = ? THEN handed_over_at END
			WHERE id = ? AND trajectory_id = ? AND position > ${OFF_THE_LIST}`,
			state,
			this.clock.now(),
			state,
			id,
			trajectoryId,
		);
		return changes === 1;
	}

	/** The owner was told that these are left open. */
	handOver(ids: readonly number[]): void {
		for (const id of ids) this.database.run("UPDATE todos SET handed_over_at = ? WHERE id = ?", this.clock.now(), id);
	}

	#insert(trajectoryId: number, position: number, item: { text: string; state: TodoState }, outside: boolean): void {
		const now = this.clock.now();
		this.database.run(
			`INSERT INTO todos (trajectory_id, position, content_id, state, outside, created_at, updated_at)
			VALUES (?, ?, ?, ?, ?, ?, ?)`,
			trajectoryId,
			position,
			this.contents.put(item.text).id,
			item.state,
			outside ? 1 : 0,
			now,
			now,
		);
	}
}

const toRecord = (row: Row): TodoRecord => ({
	id: row.id,
	text: row.body ?? ERASED,
	state: row.state,
	outside: row.outside === 1,
	handedOverAt: row.handed_over_at ?? undefined,
});
