import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { FakeClock } from "#test/fake-clock.ts";
import type { HandTool } from "#test/hand-tool.ts";
import { createRandom, type Random } from "#test/schedules/random.ts";
import type { ChatRequest } from "#test/stand-ins/model/body.ts";
import type { ModelStep, RecordedRequest } from "#test/stand-ins/model/types.ts";
import { type Fixture, startFixture } from "#test/steward-fixture.ts";
import { EVIL_FILE, evilText } from "./attack.ts";
import { Manifests } from "./manifests.ts";
import { roundsStep } from "./model.ts";
import { conversationOf, type Sent } from "./sent.ts";
import { CONFIGURATION, MODEL_SETTINGS } from "./settings.ts";
import { roundsTools } from "./tools.ts";

const MINUTE_MS = 60_000;
/** The owner may take their time with what they were asked. */
const REST: readonly string[] = ["idle", "waiting-for-approval"];
/** Real time, far more than anything takes. */
const PATIENCE_MS = 20_000;

/** How many of the latest requests one may be that arrives. */
const LOOKED_AT = 12;

/** A daemon whose every request is taken note of. */
export class Stage {
	readonly fixture: Fixture;
	readonly clock: FakeClock;
	readonly random: Random;
	readonly manifests: Manifests;
	readonly work: HandTool;
	/** In the order of arrival. */
	readonly sent: Sent[] = [];
	/** What is not as it should be, as it was noticed. */
	readonly problems: string[] = [];
	/** What the next answers wait for. */
	hold: Promise<unknown> | undefined;
	/** What the light model says of a message in between. */
	light: "parallel" | "queue" | "cancel" = "queue";
	readonly #used = new Set<number>();
	readonly #seed: number;

	private constructor(seed: number, parts: Pick<Stage, "fixture" | "clock" | "manifests" | "work">) {
		this.#seed = seed;
		this.random = createRandom(seed);
		this.fixture = parts.fixture;
		this.clock = parts.clock;
		this.manifests = parts.manifests;
		this.work = parts.work;
		this.fixture.model.script = (request) => this.#answer(request);
	}

	/** @param model what the model's entry in the configuration says beside the usual */
	static async open(seed: number, model: string): Promise<Stage> {
		const clock = new FakeClock("2026-03-02T07:30:00Z");
		const manifests = new Manifests(() => clock.now());
		const { tools, work } = roundsTools();
		const fixture = await startFixture({
			...{ clock, tools, light: true, telegram: true, maxPollMs: 1_000 },
			...{ configuration: CONFIGURATION, databaseHooks: manifests.hooks },
		});
		const file = join(fixture.home, "config.yaml");
		writeFileSync(
			file,
			readFileSync(file, "utf8").replace("model: scripted,", `model: scripted, ${MODEL_SETTINGS}${model},`),
		);
		furnish(fixture);
		await fixture.restart();
		manifests.open(fixture.home);
		onTestFinished(() => manifests.close());
		return new Stage(seed, { fixture, clock, manifests, work });
	}

	#answer(request: RecordedRequest & { body: ChatRequest }): ModelStep {
		if (request.body.model === "light") return { kind: "say", text: this.light };
		const sent = this.#link(request);
		if (!sent) return { kind: "say", text: "There is no record of this request." };
		this.sent.push(sent);
		const { trajectoryId } = sent.manifest;
		const earlier = this.sent.filter(({ manifest }) => manifest.trajectoryId === trajectoryId).length;
		// Of its own, so that what goes on side by side gets the same answers whichever comes first.
		const random = createRandom(this.#seed, trajectoryId, earlier);
		return { ...roundsStep(sent, random), ...(this.hold && { hold: this.hold, holdAfterChunks: 1 }) };
	}

	/** Finds what is on record of a request. One that was broken off may arrive after its successor was made. */
	#link(request: RecordedRequest & { body: ChatRequest }): Sent | undefined {
		this.manifests.look();
		const trajectoryId = Number(/-(\d+)$/.exec(String(request.body.prompt_cache_key))?.[1]);
		for (const manifest of this.manifests.all.slice(-LOOKED_AT).toReversed()) {
			const isOf = manifest.trajectoryId === trajectoryId || manifest.parentId === trajectoryId;
			const conversation = conversationOf(request.rawBody, manifest.statusBlock);
			if (!isOf || conversation === undefined || this.#used.has(manifest.id)) continue;
			this.#used.add(manifest.id);
			return { request, manifest, conversation };
		}
		const end = request.rawBody.slice(-400);
		this.problems.push(
			`request ${request.number}, of trajectory ${trajectoryId}, is not on record. It ends so: ${end}`,
		);
		return undefined;
	}

	/** Waits until something is so. */
	async until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
		const endsAt = performance.now() + PATIENCE_MS;
		while (!(await isSo())) {
			if (performance.now() > endsAt) throw new Error(`not ${what} after ${PATIENCE_MS} ms: ${this.#describe()}`);
			await pause(3);
		}
	}

	#describe(): string {
		const { loop, waitingEvents, trajectories, tasks } = this.fixture.steward.status();
		const problems = [...this.problems, ...this.manifests.problems];
		return `${JSON.stringify({ loop, waitingEvents, trajectories, tasks, problems })}\n${this.fixture.log().slice(-2_000)}`;
	}

	/** Nothing is left to do, in no trajectory, and no room is being made. What works by hand may go on. */
	async untilRest(): Promise<void> {
		let looks = 0;
		await this.until(async () => {
			looks += 1;
			// A patience or the light model's time limit may have to pass.
			if (looks % 100 === 0) await this.clock.advance(1_000);
			const { loop, waitingEvents, trajectories } = this.fixture.steward.status();
			if (!REST.includes(loop.state) || waitingEvents + trajectories.running + trajectories.waiting > 0) return false;
			return this.count("SELECT count(*) AS count FROM compactions WHERE state IN ('asked', 'running')") === 0;
		}, "at rest");
	}

	count(sql: string, ...values: (number | string)[]): number {
		return this.manifests.read<{ count: number }>(sql, ...values)[0]?.count ?? 0;
	}

	/** As a machine that sleeps in between: its timers look at the wall clock when it wakes. */
	async pass(minutes: number): Promise<void> {
		this.clock.set(this.clock.now() + minutes * MINUTE_MS);
		await this.clock.advance(31_000);
		await this.untilRest();
	}
}

/** Notes of all lengths, a long one among them, and what others sent. */
function furnish(fixture: Fixture): void {
	for (let number = 1; number <= 9; number += 1) {
		const lines = Array.from(
			{ length: number * 14 },
			(_, line) => `line ${line} of note ${number}: what was said of it`,
		);
		fixture.put(`notes/${number}.md`, `${lines.join("\n")}\n`);
	}
	fixture.put("inbox/letter.txt", evilText(0));
	fixture.put(EVIL_FILE, "Nothing of note.\n");
}
