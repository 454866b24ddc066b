import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Inbound } from "#core/event.ts";
import { checkRest } from "./check-rest.ts";
import { checkAfterDeath } from "./check-rows.ts";
import type { Failure } from "./failure.ts";
import { inboundOf } from "./inbound.ts";
import { createLife } from "./life.ts";
import { report } from "./report.ts";
import type { Schedule, Step } from "./schedule.ts";
import type { Stage } from "./stage.ts";
import { type Life, World } from "./world.ts";

/** After this much time nothing is left that could still come by itself: timers, approvals, tasks. */
const LONG_MS = 2 * 3_600_000;

/** Plays a schedule, lets everything come to rest, and looks. Undefined where everything held. */
export async function play(stage: Stage, schedule: Schedule): Promise<Failure | undefined> {
	const { problems, transcript } = await new Play(stage, schedule).run();
	return problems.length === 0 ? undefined : { schedule, problems, transcript };
}

class Play {
	readonly #stage: Stage;
	readonly #world: World;
	readonly #path: string;
	readonly #offered: Inbound[] = [];
	/** What a source or the program itself still has to hand in. */
	readonly #owed: (() => void)[] = [];
	readonly #lives: Life[] = [];
	/** How far the clock was set back in all: deadlines are that much later. */
	#setBackMs = 0;

	constructor(stage: Stage, schedule: Schedule) {
		this.#stage = stage;
		this.#world = new World(schedule);
		this.#path = join(stage.folder, "state.db");
	}

	async run(): Promise<World> {
		const world = this.#world;
		for (const suffix of ["", "-wal", "-shm"]) rmSync(this.#path + suffix, { force: true });
		copyFileSync(this.#stage.emptyDatabase, this.#path);
		this.#begin();
		try {
			for (const [index, step] of world.schedule.steps.entries()) {
				world.note(`[${index}] ${JSON.stringify(step)}`);
				await this.#play(step);
				if (world.life.disk.isDead) await this.#revive(1_000);
				if (world.problems.length > 0) return world;
			}
			await this.#comeToRest();
		} catch (error) {
			world.problems.push(`the daemon would have died of ${error instanceof Error ? error.stack : String(error)}`);
		} finally {
			await world.life.stop();
			for (const life of this.#lives) life.release();
			this.#stage.life = undefined;
		}
		return world;
	}

	async #comeToRest(): Promise<void> {
		const world = this.#world;
		world.life.disk.spare();
		world.isSensible = true;
		world.note("[rest]");
		await world.life.advance(LONG_MS + this.#setBackMs);
		world.problems.push(...checkRest(world));
		const { count } = world.requests;
		await world.life.advance(LONG_MS);
		if (world.requests.count > count) world.problems.push("the model was asked though nothing had happened");
	}

	#begin(): void {
		const life = createLife(this.#stage, this.#world, this.#path);
		this.#lives.push(life);
		this.#stage.life = life;
		this.#world.beginLife(life);
		life.start();
	}

	async #revive(downForMs: number): Promise<void> {
		const world = this.#world;
		world.now += downForMs;
		world.stops.forgetUnconfirmed();
		world.note("    a new process");
		this.#begin();
		world.problems.push(...checkAfterDeath(world));
		for (const handIn of this.#owed.splice(0)) handIn();
		await world.life.advance(0);
	}

	async #play(step: Step): Promise<void> {
		const { life } = this.#world;
		switch (step.kind) {
			case "says":
			case "stops":
			case "cancels-task":
			case "decides": {
				const inbound = inboundOf(step, life);
				if (inbound) this.#offer(inbound);
				return life.advance(0);
			}
			case "redelivers": {
				const inbound = this.#offered[step.index % Math.max(1, this.#offered.length)];
				if (inbound) this.#handIn(inbound);
				return life.advance(0);
			}
			case "reports":
				this.#report(step);
				return life.advance(0);
			case "waits":
				return life.advance(step.forMs);
			case "sets-clock":
				this.#setBackMs += Math.max(0, -step.byMs);
				return life.setClock(step.byMs);
			case "crashes":
				return life.disk.dieSoon(step.inCommits, step.when);
			case "refuses":
				return life.disk.refuseSoon(step.inCommits, step.count);
			case "restarts":
				await life.stop();
				if (!life.disk.isDead) await this.#revive(5_000);
		}
	}

	#offer(inbound: Inbound): void {
		this.#offered.push(inbound);
		this.#handIn(inbound);
	}

	/** As a source does it: what was not acknowledged is offered again. */
	#handIn(inbound: Inbound): void {
		this.#world.life.frontDesk.receive(inbound).then(
			() => this.#world.acknowledged.add(inbound.dedupKey),
			() => this.#later(() => this.#handIn(inbound)),
		);
	}

	/** In a second, or in the next process. */
	#later(handIn: () => void): void {
		this.#owed.push(handIn);
		this.#world.life.clock.after(1_000, () => {
			const index = this.#owed.indexOf(handIn);
			if (index !== -1) this.#owed.splice(index, 1);
			if (index !== -1) handIn();
		});
	}

	/** As a watch or a timer does it: with rows of its own, which are written again where they could not be. */
	#report(step: Extract<Step, { kind: "reports" }>): void {
		try {
			report(step, this.#world.life);
			this.#world.acknowledged.add(step.key);
		} catch {
			this.#later(() => this.#report(step));
		}
	}
}
