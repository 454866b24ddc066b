import { readFileSync } from "node:fs";
import { describeError } from "#core/log.ts";
import { WebClient } from "#test/web-client.ts";
import { checkEffects, checkUnknown, underWay } from "./check-effects.ts";
import { checkEvents, findLost } from "./check-events.ts";
import { checkRequests } from "./check-requests.ts";
import { checkSaid } from "./check-said.ts";
import type { Counts, CrashPoint } from "./crash-point.ts";
import { beginLife, type Life } from "./life.ts";
import { playOwner } from "./owner.ts";
import { readRows } from "./rows.ts";
import { until } from "./until.ts";
import { openWorld, type World } from "./world.ts";

export interface ScriptRun {
	/** What went wrong, as sentences; empty where all held. */
	problems: string[];
	/** Of the last life, when all was done. */
	counts: Counts;
	/** What all lives logged; empty where all held. */
	log: string;
}

/** Plays the script to its end, over the death of a daemon at the point, and checks what is left. Never throws. */
export async function runScript(program: string, point: CrashPoint | undefined): Promise<ScriptRun> {
	const world = await openWorld();
	const lives = new Lives(program, world, point);
	const problems: string[] = [];
	let counts: Counts = {};
	try {
		await Promise.race([playOwner(world), lives.broken]);
		await until("rest", async () => {
			const report = await lives.current?.report();
			counts = report?.counts ?? {};
			return report?.atRest === true && world.bot.pendingUpdates().length === 0;
		});
	} catch (error) {
		problems.push(describeError(error));
	}
	await lives.end();
	const rows = readRows(world.home);
	problems.push(
		...lives.problems,
		...checkEvents(world, rows),
		...checkSaid(world, rows),
		...checkEffects(world, rows),
		...checkUnknown(rows, lives.mayBeUnknown),
		...checkRequests(world.model),
	);
	if (point && lives.deaths === 0) problems.push("the point was never reached");
	const log = problems.length > 0 ? readFileSync(world.logFile, "utf8") : "";
	await world.close();
	return { problems, counts, log };
}

/** One daemon after the other in the same home. The first may be told where to die; whoever dies is followed by the next. */
class Lives {
	readonly problems: string[] = [];
	readonly mayBeUnknown: number[] = [];
	/** Rejects where a daemon ends in another way than it should. */
	readonly broken: Promise<never>;
	deaths = 0;
	current: Life | undefined;
	readonly #program: string;
	readonly #world: World;
	#isOver = false;
	#break: (reason: Error) => void = () => undefined;

	constructor(program: string, world: World, point: CrashPoint | undefined) {
		this.#program = program;
		this.#world = world;
		this.broken = new Promise((_resolve, reject) => {
			this.#break = reject;
		});
		this.#begin(point);
	}

	async end(): Promise<void> {
		this.#isOver = true;
		this.current?.kill();
		await this.current?.ended;
	}

	#begin(point: CrashPoint | undefined): void {
		const { home, logFile } = this.#world;
		const life = beginLife(this.#program, home, logFile, point);
		this.current = life;
		void this.#openPage(life);
		void life.ended.then((ending) => this.#afterDeath(ending));
	}

	async #openPage(life: Life): Promise<void> {
		const ready = await life.ready;
		// A daemon that dies meanwhile takes the page along; the next one opens it again.
		const page = ready && (await WebClient.logIn(ready.url, ready.loginLink).catch(() => undefined));
		if (this.current === life) this.#world.page = page;
	}

	#afterDeath(ending: string): void {
		this.#world.page = undefined;
		if (this.#isOver) return;
		this.deaths += 1;
		if (ending !== "SIGKILL" || this.deaths > 1) {
			this.#break(new Error(`The daemon ended with ${ending}, after ${this.deaths - 1} deaths`));
			return;
		}
		const rows = readRows(this.#world.home);
		this.problems.push(...findLost(this.#world, rows));
		this.mayBeUnknown.push(...underWay(rows));
		this.#begin(undefined);
	}
}
