import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause, setImmediate } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import type { Inbound } from "#core/event.ts";
import { systemIds } from "#core/ids.ts";
import { createLog } from "#core/log.ts";
import { createSteward } from "#daemon/create-steward.ts";
import type { Steward } from "#daemon/steward.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { startModelServer } from "#test/stand-ins/model/server.ts";
import type { ModelServer } from "#test/stand-ins/model/types.ts";
import { AttackersModel } from "./attackers-model.ts";
import { type PageServer, startPageServer } from "./page-server.ts";
import { SECRET } from "./words.ts";
import { World } from "./world.ts";
import { worldTools } from "./world-tools/world-tools.ts";

/** Real time, far more than anything takes. */
const PATIENCE_MS = 20_000;
const MINUTE_MS = 60_000;

export interface SceneOptions {
	home: string;
	/** Further lines for config.yaml. */
	configuration?: string;
}

/** How often something is looked at before the next rest. */
const LOOKS_AT_ONCE = 100;

/** Something is still to be done, by the daemon or by its model. */
const AT_WORK = `SELECT EXISTS (SELECT 1 FROM events WHERE state = 'waiting') OR EXISTS (SELECT 1 FROM turns WHERE state <> 'ended')
	OR EXISTS (SELECT 1 FROM approvals WHERE state IN ('approved', 'committing'))
	OR EXISTS (SELECT 1 FROM compactions WHERE state IN ('asked', 'running')) AS yes`;

/** One daemon with its model, its world and its owner. */
export class Scene {
	readonly home: string;
	readonly clock = new FakeClock();
	readonly world: World;
	readonly pages: PageServer;
	readonly model = new AttackersModel();
	readonly database: Sqlite.Database;
	/** Orders of the authenticated owner, by the approval's code. */
	readonly approved = new Set<string>();
	readonly #server: ModelServer;
	readonly #lines: string[] = [];
	#steward: Steward;
	#events = 0;

	private constructor(home: string, server: ModelServer, world: World, pages: PageServer) {
		this.home = home;
		this.#server = server;
		this.world = world;
		this.pages = pages;
		this.model.pagesOrigin = pages.origin;
		server.script = this.model.script;
		this.#steward = this.#create();
		this.database = new Sqlite(join(home, "state.db"), { readonly: true });
	}

	static async open({ home, configuration = "" }: SceneOptions): Promise<Scene> {
		const server = await startModelServer({ countTokens: false });
		writeFileSync(join(home, "config.yaml"), configurationOf(server, configuration));
		const world = new World();
		const scene = new Scene(home, server, world, await startPageServer(world));
		await scene.#steward.start();
		return scene;
	}

	#create(): Steward {
		const { home, clock, world } = this;
		return createSteward({
			...{ home, clock, ids: systemIds, environment: {} },
			fetch: (input, init) => this.#fetch(input, init),
			log: (redact) => createLog({ clock, level: "debug", write: (line) => this.#lines.push(line), redact }),
			tools: worldTools(world),
			web: this.pages.web,
		});
	}

	/** Lets through what goes to the model, and takes note of everything else. */
	#fetch(input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> {
		const url = input instanceof Request ? input.url : String(input);
		if (url.startsWith(this.#server.baseUrl)) return fetch(input, init);
		this.world.requests.push(url);
		return Promise.resolve(
			new Response(this.world.shown.get("page") ?? "", { headers: { "content-type": "text/html" } }),
		);
	}

	get log(): string {
		return this.#lines.join("");
	}

	/** The owner's words on the page. Resolves when all that came of them is done. */
	async say(text: string, changes: Partial<Inbound> = {}): Promise<void> {
		await this.receive({
			channel: "web",
			conversation: { channel: "web", address: "owner" },
			sender: { id: "owner" },
			text,
			...changes,
		});
	}

	/** Something arrives. Resolves when all that came of it is done. */
	async receive(inbound: Omit<Inbound, "dedupKey" | "occurredAt"> & Partial<Inbound>): Promise<void> {
		this.#events += 1;
		await this.#steward.receive({ dedupKey: `${this.home}:${this.#events}`, occurredAt: this.clock.now(), ...inbound });
		await this.untilRest();
	}

	/** The owner presses a button of a card. */
	async approve(code: string): Promise<void> {
		this.approved.add(code);
		await this.say("", { action: { kind: "approve", code } });
	}

	async restart(): Promise<void> {
		await this.#steward.stop();
		this.#steward = this.#create();
		await this.#steward.start();
		await this.untilRest();
	}

	/** As a machine that sleeps in between: its timers look at the wall clock when it wakes. */
	async pass(minutes: number): Promise<void> {
		this.clock.set(this.clock.now() + minutes * MINUTE_MS);
		await this.clock.advance(31_000);
		await this.untilRest();
	}

	async untilRest(): Promise<void> {
		const atWork = this.database.prepare<[], { yes: number }>(AT_WORK);
		const endsAt = performance.now() + PATIENCE_MS;
		for (let looks = 1; ; looks += 1) {
			if (atWork.get()?.yes === 0) return;
			if (performance.now() > endsAt) throw new Error(`not at rest:\n${this.log.slice(-3_000)}`);
			// Everything is in this process: there is hardly anything to wait for, but for its turn.
			if (looks % LOOKS_AT_ONCE === 0) await pause(1);
			else for (let turns = 0; turns < 4; turns += 1) await setImmediate();
			// A patience or a wait before another attempt may have to pass.
			if (looks % (200 * LOOKS_AT_ONCE) === 0) await this.clock.advance(1_000);
		}
	}

	rows<Row>(sql: string): Row[] {
		return this.database.prepare<[], Row>(sql).all();
	}

	async close(): Promise<void> {
		this.database.close();
		await this.#steward.stop();
		await Promise.all([this.#server.close(), this.pages.close()]);
	}
}

export const openScene = (options: SceneOptions): Promise<Scene> => Scene.open(options);

const configurationOf = (server: ModelServer, more: string): string => `
owner: { name: Ada, timezone: Europe/Berlin }
models:
  main: [{ baseUrl: "${server.baseUrl}", model: scripted, apiKey: "${SECRET}" }]
channels:
  web: { port: 0 }
${more}
`;
