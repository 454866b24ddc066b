import { WebClient } from "#test/web-client.ts";
import { underWay } from "./check-effects.ts";
import { findLost } from "./check-events.ts";
import type { CrashPoint } from "./crash-point.ts";
import { beginLaterLife } from "./later-life.ts";
import { beginFirstLife, type Life } from "./life.ts";
import { readRows } from "./rows.ts";
import type { World } from "./world.ts";

/** One daemon after the other in the same home. The first may be told where to die; whoever dies is followed by the next. */
export class Lives {
	/** What was wrong at the instant of a death. */
	readonly problems: string[] = [];
	/** Calls that a life was in the middle of when it died. */
	readonly mayBeUnknown: number[] = [];
	/** Rejects where a daemon ends in another way than it should. */
	readonly broken: Promise<never>;
	deaths = 0;
	current: Life | undefined;
	readonly #world: World;
	#isOver = false;
	#break: (reason: Error) => void = () => undefined;

	constructor(program: string, world: World, point: CrashPoint | undefined) {
		this.#world = world;
		this.broken = new Promise((_resolve, reject) => {
			this.#break = reject;
		});
		this.#follow(beginFirstLife(program, world.home, world.logFile, point));
	}

	/** Kills the daemon that runs now, and starts no other. */
	async end(): Promise<void> {
		this.#isOver = true;
		this.current?.kill();
		await this.current?.ended;
	}

	#follow(life: Life): void {
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
		const { home, logFile } = this.#world;
		const rows = readRows(home);
		this.problems.push(...findLost(this.#world, rows));
		this.mayBeUnknown.push(...underWay(rows));
		this.#follow(beginLaterLife(home, logFile));
	}
}
