import type { Database } from "#core/database.ts";
import type { EventId } from "#core/event.ts";
import type { Views } from "#daemon/context/views.ts";
import type { Quarantine } from "#daemon/quarantine/quarantine.ts";
import type { Approvals } from "#daemon/records/approvals.ts";
import { MAIN_TRAJECTORY } from "#daemon/records/event-record.ts";
import type { Events } from "#daemon/records/events.ts";
import type { Tasks } from "#daemon/records/tasks.ts";
import type { Turns } from "#daemon/records/turns.ts";
import type { TaskDesk } from "#daemon/tasks/task-desk.ts";
import type { Driver } from "./driver.ts";
import type { LoopControl, LoopReading } from "./loop-control.ts";
import type { ParallelAnswers } from "./parallel-answers.ts";
import type { StopReport } from "./stop-report.ts";
import type { Stopper } from "./stopper.ts";

export interface DriversParts {
	database: Database;
	events: Events;
	turns: Turns;
	tasks: Tasks;
	approvals: Approvals;
	taskDesk: TaskDesk;
	stopper: Stopper;
	quarantine: Pick<Quarantine, "stop">;
	views: Pick<Views, "release">;
	/** A driver for a trajectory, not started. With `onEnded` it ends when nothing waits any more. */
	make: (trajectoryId: number, onEnded?: () => void) => Driver;
	parallel: ParallelAnswers;
}

/**
 * Every trajectory that is being worked on, and how the way in acts on them. The main one's driver is always there, the others'
 * as long as they have something to do.
 */
export class Drivers implements LoopControl {
	readonly #parts: DriversParts;
	readonly #others = new Map<number, Driver>();
	readonly main: Driver;
	#isStarted = false;

	constructor(parts: DriversParts) {
		this.#parts = parts;
		this.main = parts.make(MAIN_TRAJECTORY);
	}

	start(): void {
		this.#parts.taskDesk.recover();
		this.#parts.parallel.recover();
		this.#isStarted = true;
		this.main.start();
		this.#wakeOthers();
	}

	wake(): void {
		if (!this.#isStarted) return;
		this.main.wake();
		this.#wakeOthers();
	}

	#wakeOthers(): void {
		const { events, turns } = this.#parts;
		const left = turns.unfinishedBeside(MAIN_TRAJECTORY).filter(({ kind }) => kind !== "fork");
		const ids = new Set([...events.othersWaiting(), ...left.map(({ trajectoryId }) => trajectoryId)]);
		for (const id of ids) this.#wakeOther(id);
	}

	reading(): LoopReading {
		const { tasks, approvals } = this.#parts;
		return {
			state: this.main.state.state,
			tasks: tasks.running().length,
			approvals: approvals.asking().length,
		};
	}

	interrupt(eventId: EventId): void {
		const trajectoryId = this.#parts.events.find(eventId)?.trajectoryId ?? MAIN_TRAJECTORY;
		const driver = trajectoryId === MAIN_TRAJECTORY ? this.main : this.#others.get(trajectoryId);
		driver?.interrupt(eventId);
	}

	answerInParallel(eventId: EventId): boolean {
		return this.#parts.parallel.answer(eventId);
	}

	stop(all: boolean): StopReport {
		const { database, stopper, parallel, quarantine } = this.#parts;
		return database.write(() => {
			const running = this.main.running;
			const others = all ? [...this.#others.values()].flatMap((driver) => driver.running ?? []) : [];
			const report = stopper.stop({ turnId: running?.turnId, all });
			const readings = all ? quarantine.stop() : 0;
			database.afterCommit(() => {
				running?.stop();
				this.main.upkeep.giveUp();
				this.main.wake();
				for (const { stop } of others) stop();
				if (readings > 0) for (const driver of this.#others.values()) driver.wake();
				parallel.stop();
			});
			return readings > 0 ? { ...report, turn: true } : report;
		});
	}

	/** Something has changed that may bring a model back. */
	reconsiderModel(): void {
		this.main.reconsiderModel();
		for (const driver of this.#others.values()) driver.reconsiderModel();
	}

	async close(): Promise<void> {
		this.#parts.taskDesk.close();
		await Promise.all([this.main.close(), this.#parts.parallel.close(), ...this.#closeOthers()]);
	}

	#closeOthers(): Promise<void>[] {
		return [...this.#others.values()].map((driver) => driver.close());
	}

	/**
	 * Made at its first event, and again at the next one after a rest: there is a trajectory for each mail thread that ever was,
	 * and one that rests must not take memory. One that has just been started is awake: a wake would end its first wait for a
	 * model at once.
	 */
	#wakeOther(trajectoryId: number): void {
		const known = this.#others.get(trajectoryId);
		if (known) {
			known.wake();
			return;
		}
		const driver = this.#parts.make(trajectoryId, () => this.#letGo(trajectoryId));
		this.#others.set(trajectoryId, driver);
		driver.start();
	}

	/** What it showed can be read from its rows again. */
	#letGo(trajectoryId: number): void {
		this.#others.delete(trajectoryId);
		this.#parts.views.release(trajectoryId);
	}
}
