import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import type { Inbound } from "#core/event.ts";
import { systemIds } from "#core/ids.ts";
import { createLog } from "#core/log.ts";
import { createSteward } from "#daemon/create-steward.ts";
import type { Steward } from "#daemon/steward.ts";
import { World } from "#test/attacks/world.ts";
import { worldTools } from "#test/attacks/world-tools/world-tools.ts";
import { FakeClock } from "#test/fake-clock.ts";
import type { ChatRequest } from "#test/stand-ins/model/body.ts";
import { startModelServer } from "#test/stand-ins/model/server.ts";
import type { ModelServer } from "#test/stand-ins/model/types.ts";
import { startWebStandIn, type WebStandIn } from "#test/stand-ins/web/server.ts";
import { configurationFor } from "#test/steward-fixture.ts";
import { GoodModel } from "./good-model.ts";

/** Real time, far more than anything takes. */
const PATIENCE_MS = 20_000;

const AT_WORK = `SELECT EXISTS (SELECT 1 FROM events WHERE state = 'waiting') OR EXISTS (SELECT 1 FROM turns WHERE state <> 'ended')
	OR EXISTS (SELECT 1 FROM approvals WHERE state IN ('approved', 'committing'))
	OR EXISTS (SELECT 1 FROM compactions WHERE state IN ('asked', 'running')) AS yes`;

export interface SetTimer {
	purpose: string;
	action: string;
	nextAt: string;
}

/** What was said, and where. */
interface Said {
	to: string;
	kind: string;
	text: string;
}

/** One daemon with a good model, an owner who presses what they are asked, and the world around them. */
export class Desk {
	readonly home: string;
	readonly clock = new FakeClock();
	readonly world = new World();
	readonly model = new GoodModel();
	readonly #server: ModelServer;
	readonly #web: WebStandIn;
	readonly #steward: Steward;
	readonly #database: Sqlite.Database;
	readonly #lines: string[] = [];
	#events = 0;

	private constructor(home: string, server: ModelServer, web: WebStandIn) {
		this.home = home;
		this.#server = server;
		this.#web = web;
		server.script = (request) => this.model.answer(request);
		this.#steward = createSteward({
			...{ home, clock: this.clock, ids: systemIds, environment: {}, fetch, tools: worldTools(this.world) },
			log: (redact) =>
				createLog({ clock: this.clock, level: "debug", write: (line) => this.#lines.push(line), redact }),
			web: { lookup: async () => ["203.0.114.1"], connect: () => "127.0.0.1" },
		});
		this.#database = new Sqlite(join(home, "state.db"), { readonly: true });
	}

	/** @param home made, and not yet run */
	static async open(home: string, pages: Record<string, string> = {}, configuration = ""): Promise<Desk> {
		const served = Object.fromEntries(
			Object.entries(pages).map(([path, body]) => [path, () => ({ headers: { "content-type": "text/html" }, body })]),
		);
		const [server, web] = await Promise.all([startModelServer({ countTokens: false }), startWebStandIn(served)]);
		writeFileSync(join(home, "config.yaml"), configurationFor(server, undefined, configuration));
		const desk = new Desk(home, server, web);
		await desk.#steward.start();
		return desk;
	}

	/** Something arrives. Resolves when all that came of it is done. */
	async receive(inbound: Omit<Inbound, "dedupKey" | "occurredAt">): Promise<void> {
		this.#events += 1;
		await this.#steward.receive({ ...inbound, dedupKey: `${this.#events}`, occurredAt: this.clock.now() });
		await this.untilRest();
	}

	/** The owner's words on the page. */
	say(text: string, changes: Partial<Inbound> = {}): Promise<void> {
		return this.receive({
			channel: "web",
			conversation: { channel: "web", address: "owner" },
			sender: { id: "owner" },
			text,
			...changes,
		});
	}

	/** As a machine that sleeps in between: its timers look at the wall clock when it wakes. */
	async pass(minutes: number): Promise<void> {
		this.clock.set(this.clock.now() + minutes * 60_000);
		await this.clock.advance(31_000);
		await this.untilRest();
	}

	/** Presses Allow or Activate wherever the owner is asked, until nothing is. @returns how often */
	async pressAll(): Promise<number> {
		for (let pressed = 0; ; pressed += 1) {
			const [waiting] = this.rows<{ code: string }>("SELECT code FROM approvals WHERE state = 'waiting' ORDER BY id");
			if (!waiting) return pressed;
			await this.say("", { action: { kind: "approve", code: waiting.code } });
		}
	}

	/** How many questions were put to the owner, pressed or not. */
	get cards(): number {
		return this.rows("SELECT id FROM approvals").length;
	}

	put(path: string, text: string): void {
		mkdirSync(join(this.home, "workspace", path, ".."), { recursive: true });
		writeFileSync(join(this.home, "workspace", path), text);
	}

	read(path: string): string {
		return readFileSync(join(this.home, "workspace", path), "utf8");
	}

	/** Replies and notices, without cards. */
	get said(): Said[] {
		return this.rows<{ to: string; kind: string; body: string }>(
			`SELECT channel || ':' || address AS "to", kind, body FROM outbox JOIN contents ON contents.id = outbox.content_id
			 WHERE kind <> 'approval' ORDER BY outbox.id`,
		).map(({ to, kind, body }) => ({ to, kind, text: String(JSON.parse(body).text) }));
	}

	/** What the owner was told on the page, as one text. */
	get told(): string {
		return this.said
			.filter(({ to }) => to === "web:owner")
			.map(({ text }) => text)
			.join("\n");
	}

	get timers(): SetTimer[] {
		return this.rows<{ body: string; action: string; next: number }>(
			`SELECT body, action, next_at AS next FROM registrations JOIN contents ON contents.id = registrations.content_id
			 WHERE registrations.state = 'active' ORDER BY registrations.id`,
		).map(({ body, action, next }) => ({ purpose: body, action, nextAt: new Date(next).toISOString() }));
	}

	/** What was done in the world outside with this tool, as its arguments. */
	readonly done = (tool: string): Record<string, unknown>[] =>
		this.world.deeds.filter((deed) => deed.tool === tool).map((deed) => JSON.parse(deed.arguments));

	get pins(): string[] {
		return this.rows<{ body: string }>(
			`SELECT body FROM pins JOIN contents ON contents.id = pins.content_id WHERE removed_at IS NULL ORDER BY pins.id`,
		).map(({ body }) => body);
	}

	/** The paths that were asked of the web. */
	get opened(): string[] {
		return this.#web.requests.map(({ path }) => path);
	}

	/** The web as the daemon reaches it, for addresses in words. */
	get site(): string {
		return `http://news.example.org:${this.#web.port}`;
	}

	get requests(): readonly string[] {
		return this.#server.requests.map(({ rawBody }) => rawBody);
	}

	get bodies(): ChatRequest[] {
		return this.#server.requests.flatMap(({ body }) => body ?? []);
	}

	rows<Row>(sql: string): Row[] {
		return this.#database.prepare<[], Row>(sql).all();
	}

	async untilRest(): Promise<void> {
		const atWork = this.#database.prepare<[], { yes: number }>(AT_WORK);
		const endsAt = performance.now() + PATIENCE_MS;
		for (let looks = 1; ; looks += 1) {
			if (atWork.get()?.yes === 0) return;
			if (performance.now() > endsAt) throw new Error(`not at rest:\n${this.#lines.join("").slice(-3_000)}`);
			await pause(1);
			// A patience or a wait before another attempt may have to pass.
			if (looks % 200 === 0) await this.clock.advance(1_000);
		}
	}

	async close(): Promise<void> {
		this.#database.close();
		await this.#steward.stop();
		await Promise.all([this.#server.close(), this.#web.stop()]);
	}
}
