import { setImmediate as turn } from "node:timers/promises";
import type { EventId, Inbound } from "#core/event.ts";
import type { Steward } from "#daemon/steward.ts";
import type { FakeClock } from "#test/fake-clock.ts";
import type { Random } from "#test/schedules/random.ts";
import { OWNER_ID } from "./home.ts";

const MINUTE_MS = 60_000;
/** Turns of the event loop in which whatever does not wait for a clock has happened. */
const SETTLED = 300;

/** What one day brings: the owner in bursts, strangers' mails in between. What timers bring comes on top. */
export interface DayPlan {
	bursts: number;
	messagesEach: number;
	mailsBetween: number;
}

/** With its timers, forty events. */
export const ORDINARY_DAY: DayPlan = { bursts: 3, messagesEach: 4, mailsBetween: 9 };

/** What came in. */
export interface Said {
	dedupKey: string;
	text: string;
}

export interface DaysParts {
	clock: FakeClock;
	random: Random;
	/** Called just before something comes in. */
	onReceive?: () => void;
	/** Makes what comes in different from what came in the same home before. Default `year`. */
	name?: string;
}

/** Lets days pass over a daemon, each event coming when the one before has been dealt with. */
export class Days {
	/** Everything that came in so far. */
	readonly said: Said[] = [];
	readonly #parts: DaysParts;
	day = 0;

	constructor(parts: DaysParts) {
		this.#parts = parts;
	}

	/** One day, from the owner's breakfast to the next. */
	async live(steward: Steward, { bursts, messagesEach, mailsBetween }: DayPlan): Promise<void> {
		this.day += 1;
		for (let burst = 0; burst < bursts; burst += 1) {
			for (let message = 0; message < messagesEach; message += 1) await this.say(steward, this.#words());
			await this.pass(60);
			for (let mail = 0; mail < mailsBetween; mail += 1) await this.#mail(steward);
			await this.pass(240);
		}
		await this.pass(24 * 60 - bursts * 300);
	}

	/** The owner says something on the page or over Telegram. Resolves when it is answered, with the event's number. */
	async say(steward: Steward, text: string): Promise<EventId> {
		const { clock, random } = this.#parts;
		const [channel, address] = random.chance(0.5) ? ["web", "owner"] : ["telegram", String(OWNER_ID)];
		const eventId = await this.#receive(steward, {
			...{ channel, text, conversation: { channel, address }, sender: { id: address, name: "Ada" } },
		});
		await clock.advance(random.between(2, 40) * 1_000);
		return eventId;
	}

	/** As on a machine that sleeps in between: what waits for a moment looks at the wall clock when it wakes. */
	async pass(minutes: number): Promise<void> {
		const { clock } = this.#parts;
		// What is done when a burst has ended comes first, as it would in a real minute.
		for (let look = 0; look < SETTLED; look += 1) await turn();
		clock.set(clock.now() + minutes * MINUTE_MS);
		await clock.advance(31_000);
	}

	async #mail(steward: Steward): Promise<void> {
		const thread = `${this.day}-${this.#parts.random.between(1, 3)}`;
		const text = `Dear Ada, here are news number ${this.said.length}. ${"Please have a look at it. ".repeat(6)}`;
		await this.#receive(steward, {
			channel: "email",
			text,
			conversation: { channel: "email", address: `thread-${thread}` },
			sender: { id: "mallory@evil.example", name: "Mallory" },
			trajectory: { kind: "side", key: `mail:${thread}`, purpose: "a mail thread" },
			outside: { source: "email" },
		});
	}

	async #receive(steward: Steward, of: Omit<Inbound, "dedupKey" | "occurredAt">): Promise<EventId> {
		const { clock, onReceive, name = "year" } = this.#parts;
		const dedupKey = `${name}:${this.said.length}`;
		this.said.push({ dedupKey, text: of.text });
		onReceive?.();
		const { eventId } = await steward.receive({ ...of, dedupKey, occurredAt: clock.now() });
		await untilRest(steward, clock);
		return eventId;
	}

	#words(): string {
		const { random } = this.#parts;
		const about = random.pick(["the tap in the kitchen", "the tax papers", "Bob's birthday", "the bicycle"]);
		// More numbers than a request has room for, in the long run.
		const number = random.chance(0.5) ? ` It has the number KX-${20_000 + this.said.length}-${this.day}.` : "";
		const more = " I have been thinking about it.".repeat(random.between(0, 5));
		return `Day ${this.day}: what is new about ${about}?${number}${more}`;
	}
}

/** Nothing is left to do, in no trajectory, and what was said has been delivered. */
async function untilRest(steward: Steward, clock: FakeClock): Promise<void> {
	for (let look = 0; ; look += 1) {
		const { loop, waitingEvents, trajectories, outbox } = steward.status();
		const left = waitingEvents + trajectories.running + trajectories.waiting + outbox.waiting;
		if (loop.state === "idle" && left === 0) return;
		if (loop.problem !== undefined) throw new Error(`The loop has failed: ${loop.problem}`);
		// A time limit or a patience may have to pass.
		if (look > 2_000) await clock.advance(1_000);
		if (look > 4_000) throw new Error("The daemon does not come to rest.");
		await turn();
	}
}
