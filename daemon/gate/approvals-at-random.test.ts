import { describe, expect, it } from "vitest";
import * as z from "zod";
import { settingsSchema } from "#config/schema.ts";
import { openWorkbench, type Workbench } from "#daemon/loop/workbench-fixture.ts";
import { arrive, beginTurn, propose, settle } from "#daemon/loop/workbench-rows-fixture.ts";
import type { CallRecord } from "#daemon/records/calls.ts";
import { createRandom } from "#test/schedules/random.ts";
import type { Tool } from "#tools/tool.ts";
import { APPROVAL_LASTS_MS } from "./approval-desk.ts";

/** What a test knows of one question, beside the rows. */
interface Known {
	call: CallRecord;
	code: string;
	/** What the owner was shown: who gets what, and the version of the file that goes with it. */
	shown: string;
	askedAt: number;
	yesAt?: number;
	isRefused: boolean;
	done: number;
}

const live = () => new AbortController().signal;

/** A desk, a committer, a file that changes, a policy that changes, and a process that dies. */
class Scene {
	readonly questions: Known[] = [];
	readonly violations: string[] = [];
	/** The file that goes with each mail: what changes is another version of it. */
	version = 0;
	/** Who a name stands for. */
	bob = "bob@example.org";
	/** The process dies in the midst of the next action. */
	diesInside = false;
	readonly settings = settingsSchema.parse({ owner: { timezone: "UTC" } });
	bench: Workbench;
	#serial = 0;

	constructor() {
		this.bench = openWorkbench({ tools: [this.#tool()], settings: this.settings });
	}

	#tool(): Tool {
		const parameters = z.strictObject({ number: z.number() });
		const tool: Tool<z.infer<typeof parameters>> = {
			name: "send_file",
			...{ tier: "direct", description: "Use to send. Returns nothing.", parameters, examples: [{ number: 1 }] },
			...{ parallel: false, mode: "sync", timeoutMs: 60_000, recovery: "unknown" },
			effects: () => ({
				...{ effect: "tell-others", target: this.bob, destinations: [this.bob], discloses: [] },
				resourceVersion: `v${this.version}`,
			}),
			activity: () => "sending",
			run: async ({ number }) => {
				const known = this.questions[number];
				if (!known) throw new Error("nobody was asked for this");
				this.#judge(known);
				known.done += 1;
				if (this.diesInside) await new Promise(() => undefined);
				return { text: "sent" };
			},
		};
		return tool as Tool;
	}

	/** What must hold at the very moment of the effect. Kept for the test: what a tool throws would only be a tool that failed. */
	#judge(known: Known): void {
		const now = this.bench.clock.now();
		const yesAt = known.yesAt ?? Number.NaN;
		const mustHold = {
			"what is done is what was shown": `${this.bob} v${this.version}` === known.shown,
			"nothing is done twice": known.done === 0,
			"nothing is done after a no": !known.isRefused,
			"no yes came too late": yesAt - known.askedAt < APPROVAL_LASTS_MS,
			"no yes is old": now - yesAt < APPROVAL_LASTS_MS,
			"the policy allows it": this.settings.policy["tell-others"]?.owner !== "deny",
		};
		for (const [rule, holds] of Object.entries(mustHold)) if (!holds) this.violations.push(`${known.code}: ${rule}`);
	}

	ask(): void {
		const number = this.questions.length;
		this.#serial += 1;
		arrive(this.bench, `send it, ${this.#serial}`);
		const turn = beginTurn(this.bench);
		const [call] = propose(this.bench, turn, ["send_file", { number }]);
		const ready = call && this.bench.gatekeeper.prepare(call);
		if (!call || ready?.kind !== "ready") throw new Error("the call is not ready");
		const decision = this.bench.gatekeeper.decide(turn, call, ready.call);
		if (decision.kind !== "ask") {
			this.#end(turn.id);
			return;
		}
		this.bench.database.write(() => this.bench.gatekeeper.ask(turn, call, ready.call, decision));
		const { code } = this.bench.approvals.waitingOfTurn(turn.id)[0] ?? { code: "" };
		const shown = `${this.bob} v${this.version}`;
		this.questions.push({ call, code, shown, askedAt: this.bench.clock.now(), isRefused: false, done: 0 });
		this.#end(turn.id);
	}

	#end(turnId: number): void {
		this.bench.database.write(() => this.bench.turns.end(turnId, "done", "asked"));
	}

	async answer(known: Known, yes: boolean): Promise<void> {
		const { desk, clock } = this.bench;
		const result = desk.decide(known.code, { kind: yes ? "approve" : "deny" }, "owner on web");
		if (result.kind === "rejected") return;
		if (!yes) known.isRefused = true;
		else known.yesAt = clock.now();
	}

	/** Carries out what was allowed, as far as this process comes with it. */
	async carryOut(): Promise<void> {
		for (const approval of this.bench.approvals.inState("approved")) {
			void this.bench.committer.commit(approval, live());
			// The same order once more, as a replay would bring it: it must find nothing to do.
			void this.bench.committer.commit(approval, live());
			await settle();
			await settle();
		}
	}

	async restart(): Promise<void> {
		this.diesInside = false;
		const { database, clock } = this.bench;
		this.bench = openWorkbench({ tools: [this.#tool()], settings: this.settings, after: { database, clock } });
		for (const approval of this.bench.committer.recover()) await this.bench.committer.commit(approval, live());
	}
}

const OPERATIONS = 12;

async function step(scene: Scene, pick: (below: number) => number): Promise<void> {
	const known = scene.questions[pick(Math.max(1, scene.questions.length))];
	switch (pick(OPERATIONS)) {
		case 0:
		case 1:
			return scene.ask();
		case 2:
		case 3:
			return known && scene.answer(known, true);
		case 4:
			return known && scene.answer(known, false);
		case 5:
		case 6:
			return scene.carryOut();
		case 7:
			scene.version = pick(2);
			return;
		case 8:
			scene.settings.policy = pick(2) === 0 ? {} : { "tell-others": { owner: "deny" } };
			return;
		case 9:
			scene.bob = pick(3) === 0 ? "mallory@evil.example" : "bob@example.org";
			return;
		case 10:
			await scene.bench.clock.advance(pick(3) * (APPROVAL_LASTS_MS / 2));
			return void scene.bench.desk.expireOverdue();
		default:
			scene.diesInside = pick(2) === 0;
			await scene.carryOut();
			return scene.restart();
	}
}

/** What must hold once everything has come to its end. */
function judgeEnd(scene: Scene): void {
	expect(scene.violations).toEqual([]);
	const { approvals, events } = scene.bench;
	for (const [index, { code, done, call }] of scene.questions.entries()) {
		const approval = approvals.findByCode(code);
		const state = approval?.state ?? "none";
		expect(["done", "failed", "denied", "expired"], `question ${index} has an end`).toContain(state);
		if (state === "done") expect(done, `question ${index} was done`).toBe(1);
		if (state === "denied" || state === "expired") expect(done, `question ${index} was not done`).toBe(0);
		const told = Array.from({ length: 400 }, (_, id) => events.find(id + 1)).filter(
			(event) => event?.kind === "approval-outcome" && event.text.includes(`C-${call.id} `),
		);
		expect(told, `the model is told of question ${index} once`).toHaveLength(1);
		if (done === 1 && state !== "done") expect(told[0]?.text).toContain("may or may not have happened");
	}
}

describe("questions in whatever order they are asked, answered, and forgotten", () => {
	it.each([1, 2, 3, 4, 5])(
		"do nothing else than was shown, nothing twice, nothing after a no (orders of set %i)",
		async (set) => {
			const ends = new Set<string | undefined>();
			for (let order = 0; order < 6; order++) {
				const scene = new Scene();
				const random = createRandom(set, order);
				const pick = (below: number) => random.between(0, below - 1);
				for (let count = 0; count < 50; count++) await step(scene, pick);
				await scene.restart();
				await scene.bench.clock.advance(APPROVAL_LASTS_MS);
				scene.bench.desk.expireOverdue();
				judgeEnd(scene);
				for (const { code } of scene.questions) ends.add(scene.bench.approvals.findByCode(code)?.state);
			}
			// It has seen them all, or it shows nothing.
			expect([...ends].sort()).toEqual(["denied", "done", "expired", "failed"]);
		},
		30_000,
	);
});
