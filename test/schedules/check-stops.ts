import type { Watched } from "./watched.ts";

/** Kinds of trajectories: the turns of which a stop ends. An answer beside the main task ends by itself. */
const OWNERS = "'main'";
const ALL = "'main', 'side', 'guest'";

/** Knows what each stop was to end, and looks whether it did. */
export class StopChecks {
	readonly #world: Watched;
	/** Turns that a stop was to end, with how many stops the journal had before. */
	#stopped: { turnId: number; before: number }[] = [];

	constructor(world: Watched) {
		this.#world = world;
	}

	/**
	 * Part of a stop's transaction, before it does anything.
	 * @param running the owner's turn that is at work, or that is just ending
	 * @returns to be called when it has done its part, in the same transaction
	 */
	begin(all: boolean, running: number | undefined): () => void {
		const turns = this.#unfinishedTurns(all ? ALL : OWNERS);
		const before = this.#countStops();
		this.#stopped.push(...turns.map((turnId) => ({ turnId, before })));
		const ending = turns.length > 0 || running !== undefined ? turns : this.#newestWithLeftovers();
		return () => {
			for (const what of this.#leftovers().filter(({ turnId }) => all || ending.includes(turnId)))
				this.#world.problems.push(`a stop of turn ${what.turnId} leaves its ${what.name}`);
		};
	}

	/** Whether a turn was to end by a stop that is on disk. */
	hasStopped(turnId: number): boolean {
		return this.#stopped.some((stop) => stop.turnId === turnId && this.#isConfirmed(stop));
	}

	/** After a death: a stop whose commit did not come was none. */
	forgetUnconfirmed(): void {
		this.#stopped = this.#stopped.filter((stop) => this.#isConfirmed(stop));
	}

	#isConfirmed = ({ before }: { before: number }): boolean => this.#countStops() > before;

	#countStops(): number {
		const sql = "SELECT count(*) AS count FROM journal WHERE kind = 'stop'";
		return this.#world.life.database.get<{ count: number }>(sql)?.count ?? 0;
	}

	#unfinishedTurns(kinds: string): number[] {
		return this.#world.life.database
			.all<{ id: number }>(
				`SELECT turns.id FROM turns JOIN trajectories ON trajectories.id = trajectory_id
				WHERE turns.state <> 'ended' AND end_kind IS NULL AND kind IN (${kinds})`,
			)
			.map(({ id }) => id);
	}

	#newestWithLeftovers(): number[] {
		const turns = this.#leftovers().flatMap(({ turnId, isOwners }) => (isOwners ? [turnId] : []));
		return turns.length === 0 ? [] : [Math.max(...turns)];
	}

	/** What goes on after a turn has ended: its tasks, and its questions to the owner. */
	#leftovers(): { name: string; turnId: number; isOwners: 0 | 1 }[] {
		return this.#world.life.database.all(
			`SELECT name, turn_id AS turnId, kind IN ('main', 'fork') AS isOwners FROM (
				SELECT 'task T-' || id AS name, turn_id FROM tasks WHERE state = 'running'
				UNION ALL SELECT 'question ' || approvals.id, turn_id FROM approvals JOIN calls ON calls.id = call_id
				WHERE approvals.state = 'waiting')
			JOIN turns ON turns.id = turn_id JOIN trajectories ON trajectories.id = trajectory_id`,
		);
	}
}
