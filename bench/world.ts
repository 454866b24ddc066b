import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { z } from "zod";
import type { Services } from "./home.ts";
import type { Scope } from "./scope.ts";
import {
	type Channel,
	type Drain,
	drainSchema,
	type Latencies,
	latenciesSchema,
	type Order,
	outcomeSchema,
	type Stops,
	servicesSchema,
	stopsSchema,
	type Work,
} from "./world-protocol.ts";

/** The other end of world-process.ts: stand-ins for the outside, in a process that isn't measured. */
export class World {
	readonly services: Services;
	readonly #child: ChildProcess;

	private constructor(child: ChildProcess, services: Services) {
		this.#child = child;
		this.services = services;
	}

	static async open(scope: Scope): Promise<World> {
		// Its output goes to our error output: ours is for the tables.
		const path = fileURLToPath(new URL("./world-process.ts", import.meta.url));
		const child = fork(path, { stdio: ["ignore", process.stderr, process.stderr, "ipc"] });
		scope.atEnd(() => child.kill());
		return new World(child, servicesSchema.parse(await nextMessage(child)));
	}

	/** The owner's browser opens a page. Before the first message, and again for each daemon. */
	async logIn(loginLink: string): Promise<void> {
		await this.#ask({ kind: "log-in", loginLink });
	}

	/** Sends messages one after the other, each when all is quiet, and times the daemon's way with them. */
	async measure(channel: Channel, count: number): Promise<Latencies> {
		return latenciesSchema.parse(await this.#ask({ kind: "measure", channel, count }));
	}

	/** As many turns as told, on both channels, also with tools. */
	async talk(count: number): Promise<void> {
		await this.#ask({ kind: "talk", count });
	}

	/** Begins the work and says stop in the middle of it, so many times, and times both its ends. */
	async stop(channel: Channel, during: Work, count: number): Promise<Stops> {
		return stopsSchema.parse(await this.#ask({ kind: "stop", channel, during, count }));
	}

	/** So many messages over Telegram while the model is at work on another. Resolves when all of them wait. */
	async pileUp(count: number): Promise<void> {
		await this.#ask({ kind: "pile-up", count });
	}

	/** Lets the model go on after `pileUp`. Resolves when nothing is left to do. */
	async workOff(): Promise<Drain> {
		return drainSchema.parse(await this.#ask({ kind: "work-off" }));
	}

	async #ask(order: Order): Promise<unknown> {
		const answer = nextMessage(this.#child);
		this.#child.send(order);
		const outcome: z.infer<typeof outcomeSchema> = outcomeSchema.parse(await answer);
		if (outcome.kind === "failed") throw new Error(`The stand-ins could not go on: ${outcome.problem}`);
		return outcome.value;
	}
}

function nextMessage(child: ChildProcess): Promise<unknown> {
	return new Promise((resolve, reject) => {
		const onMessage = (message: unknown) => finish(() => resolve(message));
		const onExit = () => finish(() => reject(new Error("The process with the stand-ins ended.")));
		const finish = (settle: () => void) => {
			child.off("message", onMessage).off("exit", onExit);
			settle();
		};
		child.once("message", onMessage).once("exit", onExit);
	});
}
