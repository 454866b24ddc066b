import { setImmediate as turn } from "node:timers/promises";
import type { Inbound } from "#core/event.ts";
import type { Steward } from "#daemon/create-steward.ts";
import type { FakeClock } from "#test/fake-clock.ts";
import type { Random } from "#test/schedules/random.ts";

const MINUTE_MS = 60_000;

/** What one day brings: the owner in three bursts, strangers' mails in between. */
export interface DayPlan {
	bursts: number;
	messagesEach: number;
	mailsBetween: number;
}

/** Forty events. */
export const ORDINARY_DAY: DayPlan = { bursts: 3, messagesEach: 4, mailsBetween: 9 };

/** Lets days pass over a daemon, each event coming when the one before has been dealt with. */
export class Days {
	readonly #clock: FakeClock;
	readonly #random: Random;
	#events = 0;
	day = 0;

	constructor(clock: FakeClock, random: Random) {
		this.#clock = clock;
		this.#random = random;
	}

	/** One day, from the owner's breakfast to the night. */
	async live(steward: Steward, { bursts, messagesEach, mailsBetween }: DayPlan): Promise<void> {
		this.day += 1;
		for (let burst = 0; burst < bursts; burst += 1) {
			for (let message = 0; message < messagesEach; message += 1) await this.say(steward, this.#words());
			await this.#pass(60);
			for (let mail = 0; mail < mailsBetween; mail += 1) await this.#mail(steward);
			await this.#pass(240);
		}
		await this.#pass(600);
	}

	/** The owner says something on the page, and waits until it is answered. */
	async say(steward: Steward, text: string): Promise<void> {
		await steward.receive(this.#inbound({ channel: "web", text }));
		await untilRest(steward, this.#clock);
		await this.#clock.advance(this.#random.between(2, 40) * 1_000);
	}

	async #mail(steward: Steward): Promise<void> {
		const thread = `${this.day}-${this.#random.between(1, 3)}`;
		const text = `Dear Ada, here are news number ${this.#events}. ${"Please have a look at it. ".repeat(6)}`;
		const conversation = { channel: "email", address: `thread-${thread}` };
		const trajectory = { kind: "side", key: `mail:${thread}`, purpose: "a mail thread" } as const;
		const sender = { id: "mallory@evil.example", name: "Mallory" };
		const inbound = this.#inbound({
			channel: "email",
			text,
			sender,
			conversation,
			trajectory,
			outside: { source: "email" },
		});
		await steward.receive(inbound);
		await untilRest(steward, this.#clock);
	}

	#inbound(of: Partial<Inbound> & Pick<Inbound, "channel" | "text">): Inbound {
		this.#events += 1;
		const conversation = { channel: of.channel, address: "owner" };
		const sender = { id: "owner", name: "Ada" };
		return { conversation, sender, dedupKey: `year:${this.#events}`, occurredAt: this.#clock.now(), ...of };
	}

	/** As a machine that sleeps in between: its timers look at the wall clock when it wakes. */
	async #pass(minutes: number): Promise<void> {
		this.#clock.set(this.#clock.now() + minutes * MINUTE_MS);
		await this.#clock.advance(31_000);
	}

	#words(): string {
		const about = this.#random.pick(["the tap in the kitchen", "the tax papers", "Bob's birthday", "the bicycle"]);
		return `Day ${this.day}: what is new about ${about}? ${"I have been thinking about it. ".repeat(this.#random.between(0, 5))}`;
	}
}

/** Nothing is left to do, in no trajectory. */
export async function untilRest(steward: Steward, clock: FakeClock): Promise<void> {
	for (let look = 0; ; look += 1) {
		const { loop, waitingEvents, trajectories } = steward.status();
		if (loop.state === "idle" && waitingEvents === 0 && trajectories.running + trajectories.waiting === 0) return;
		if (loop.problem !== undefined) throw new Error(`The loop has failed: ${loop.problem}`);
		// A time limit or a patience may have to pass.
		if (look > 2_000) await clock.advance(1_000);
		if (look > 4_000) throw new Error("The daemon does not come to rest.");
		await turn();
	}
}
