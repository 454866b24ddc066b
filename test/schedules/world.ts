import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { Records } from "#daemon/records/records.ts";
import type { Agent } from "#daemon/wire/agent.ts";
import type { FrontDesk } from "#daemon/wire/front-desk.ts";
import { RequestChecks } from "./check-request.ts";
import { StopChecks } from "./check-stops.ts";
import type { FaultyDisk } from "./faulty-disk.ts";
import type { Schedule } from "./schedule.ts";

/** When every schedule begins, in milliseconds since the epoch. */
const START_MS = Date.parse("2026-11-30T10:30:45Z");

/** One daemon in this process, from its start to its end: all but channels, pages and delivery. */
export interface Life {
	world: World;
	database: Database;
	records: Records;
	agent: Agent;
	frontDesk: FrontDesk;
	/** Runs nothing any more once the daemon is dead. */
	clock: Clock;
	disk: FaultyDisk;
	start(): void;
	advance(byMs: number): Promise<void>;
	/** Somebody sets the clock of the machine. */
	setClock(byMs: number): void;
	/** Stops it in order. */
	stop(): Promise<void>;
	/** Lets go of the file. To be called when the schedule is over: a dead daemon's promises may still look into it. */
	release(): void;
}

/** Everything that outlives a daemon: time, what was acknowledged, what happened outside the database. */
export class World {
	readonly schedule: Schedule;
	readonly problems: string[] = [];
	readonly stops = new StopChecks(this);
	readonly requests = new RequestChecks(this, this.stops);
	/** Each that was acknowledged, by its key. */
	readonly acknowledged = new Set<string>();
	/** How often each tool call was really begun, by its token. */
	readonly runs = new Map<string, { tool: string; count: number }>();
	/** What happened, for people. */
	readonly transcript: string[] = [];
	/** Milliseconds since the epoch, by the clock of the machine. */
	now = START_MS;
	lives = 0;
	/** Only sensible answers from here on. */
	isSensible = false;
	#tokens = 0;
	#classifications = 0;
	#life: Life | undefined;

	constructor(schedule: Schedule) {
		this.schedule = schedule;
	}

	/** The daemon that runs now. There is one at a time. */
	get life(): Life {
		if (!this.#life) throw new Error("No daemon runs.");
		return this.#life;
	}

	/** Another daemon. It is not started yet. */
	beginLife(life: Life): void {
		this.#life = life;
		this.lives += 1;
	}

	/** Whether the model gives a sensible answer to the request of this number. */
	isSensibleAt(request: number): boolean {
		const { sensible } = this.schedule;
		return this.isSensible || sensible === "all" || sensible.has(request);
	}

	/** Numbers what the light model is asked, from 1. */
	nextClassification(): number {
		this.#classifications += 1;
		return this.#classifications;
	}

	nextToken(): string {
		this.#tokens += 1;
		return `t${this.#tokens}`;
	}

	note(line: string): void {
		const now = this.#life?.clock.now() ?? this.now;
		this.transcript.push(`${((now - START_MS) / 1000).toFixed(3)} ${line}`);
	}

	noteRun(tool: string, token: string): void {
		const run = this.runs.get(token) ?? { tool, count: 0 };
		run.count += 1;
		this.runs.set(token, run);
		this.note(`    ${tool} ${token} begins`);
	}
}
