import type { Watched } from "./watched.ts";

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
	 * @param running the owner's turn that is at work
	 * @returns to be called when it has done its part, in the same transaction
	 */
	begin(all: boolean, running: number | undefined): () => void {
		const turns = all ? this.#unfinishedTurns() : running === undefined ? [] : [running];
		const before = this.#countStops();
		this.#stopped.push(...turns.map((turnId) => ({ turnId, before })));
		const left = running ?? this.#newestWithLeftovers();
		return () => {
			for (const what of this.#leftovers().filter(({ turnId }) => all || turnId === left))
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

	#unfinishedTurns(): number[] {
		return this.#world.life.database
			.all<{ id: number }>("SELECT id FROM turns WHERE state <> 'ended'")
			.map(({ id }) => id);
	}

	#newestWithLeftovers(): number | undefined {
		const turns = this.#leftovers().map(({ turnId }) => turnId);
		return turns.length === 0 ? undefined : Math.max(...turns);
	}

	/** What goes on after a turn has ended: its tasks, and its questions to the owner. */
	#leftovers(): { name: string; turnId: number }[] {
		return this.#world.life.database.all(
			`SELECT 'task T-' || id AS name, turn_id AS turnId FROM tasks WHERE state = 'running'
			UNION ALL SELECT 'question ' || approvals.id, turn_id FROM approvals JOIN calls ON calls.id = call_id
			WHERE approvals.state = 'waiting'`,
		);
	}
}
