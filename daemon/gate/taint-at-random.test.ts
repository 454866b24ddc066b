import { expect, it } from "vitest";
import * as z from "zod";
import { VERDICTS } from "#config/gate-schema.ts";
import { settingsSchema } from "#config/schema.ts";
import { EFFECTS, type Effect } from "#core/effect.ts";
import { lowestTrust, type Trust } from "#core/trust.ts";
import { TurnControl } from "#daemon/loop/turn-control.ts";
import { openWorkbench, type Workbench } from "#daemon/loop/workbench-fixture.ts";
import { arrive, beginTurn, propose } from "#daemon/loop/workbench-rows-fixture.ts";
import type { TurnRecord } from "#daemon/records/turns.ts";
import { createRandom, type Random } from "#test/schedules/random.ts";
import type { Tool } from "#tools/tool.ts";
import { readTable } from "./policy-table.ts";

const STEPS = 40;
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];
const parameters = z.strictObject({ effect: z.enum(EFFECTS), bringsOutside: z.boolean() });

/** A tool that does whatever a model could want, and may bring others' words back. */
const anything: Tool<z.infer<typeof parameters>> = {
	name: "anything",
	...{ tier: "direct", description: "Use to do it. Returns it.", parameters },
	examples: [{ effect: "read", bringsOutside: false }],
	...{ parallel: false, mode: "sync", timeoutMs: 1_000, recovery: "unknown" },
	effects: ({ effect }) => ({ effect, target: `a place for ${effect}` }),
	activity: () => "doing it",
	run: ({ bringsOutside }) =>
		Promise.resolve({ text: "what came of it", ...(bringsOutside && { outside: { source: "a page" } }) }),
};

/** One message of the model's, with calls of whatever effect. */
async function runCalls(bench: Workbench, turn: TurnRecord, random: Random): Promise<void> {
	const calls = Array.from({ length: random.between(1, 3) }, (): [string, unknown] => [
		"anything",
		{ effect: random.pick(EFFECTS as unknown as [Effect, ...Effect[]]), bringsOutside: random.chance(0.1) },
	]);
	await bench.runner.run(turn, propose(bench, turn, ...calls), new TurnControl(() => false));
}

/** Whether others' words are in the turn, as this test knows from what it made. */
const hasBroughtOutside = (bench: Workbench, { id }: TurnRecord): boolean =>
	bench.events.ofTurn(id).some(({ outsideSource }) => outsideSource !== undefined) ||
	bench.calls
		.ofTurn(id)
		.some((call) => call.state === "done" && parameters.parse(JSON.parse(call.arguments)).bringsOutside);

/** The owner answers whatever they are asked, and the program does what was allowed. */
async function answerCards(bench: Workbench, random: Random): Promise<void> {
	for (const { code } of bench.approvals.inState("waiting")) {
		if (random.chance(0.3)) continue;
		const result = bench.desk.decide(code, { kind: random.chance(0.5) ? "approve" : "deny" }, "owner on web");
		if (result.kind === "decided" && result.approval.state === "approved")
			await bench.committer.commit(result.approval, new AbortController().signal);
	}
}

const strictness = (verdict: string): number => (VERDICTS as readonly string[]).indexOf(verdict);
const isMilder = (one: string, other: string): boolean => strictness(one) < strictness(other);

/** No call was let through more easily than the table says for who asked and what was in view. @returns what was, in words */
const tooMild = (bench: Workbench, turn: TurnRecord, wasTainted: boolean): string[] =>
	bench.journal.ofTurn(turn.id).flatMap(({ kind, effect = "none", decision = "", tainted }) => {
		if (kind !== "gate") return [];
		const { authority, restricted } = turn;
		const wanted = readTable({ effect, authority, restricted, tainted: wasTainted }, {}).kind;
		if (wasTainted && !tainted) return [`${effect} was taken for untainted`];
		return isMilder(decision, wanted) ? [`${effect} by ${authority} was ${decision}, not ${wanted}`] : [];
	});

/** What the program reports has no more trust than the turn that it reports on. */
const tooTrusted = (bench: Workbench): string[] =>
	bench.database
		.all<{ id: number; trust: Trust; authority: Trust }>(
			`SELECT events.id, events.trust, turns.authority FROM events JOIN approvals ON events.dedup_key = 'approval:' || approvals.id
			JOIN calls ON calls.id = approvals.call_id JOIN turns ON turns.id = calls.turn_id WHERE events.channel = 'system'`,
		)
		.filter(({ trust, authority }) => lowestTrust([trust, authority]) !== trust)
		.map(({ id, trust, authority }) => `E-${id} has the trust ${trust}, its turn ${authority}`);

it.each(SEEDS)(
	"no sequence of calls lowers taint, or raises authority (seed %i)",
	async (seed) => {
		const random = createRandom(seed);
		const bench = openWorkbench({
			tools: [anything as Tool],
			settings: settingsSchema.parse({ owner: { timezone: "UTC" } }),
		});
		const view = bench.views.of(1);
		view.begin({ prefix: bench.prefix.frozen }, "a test");
		for (let step = 0; step < STEPS; step += 1) {
			const trust = random.pick<Trust>(["owner", "owner", "system"]);
			arrive(bench, `words ${step}`, { trust, ...(random.chance(0.1) && { outsideSource: "forward" }) });
			for (;;) {
				const waiting = bench.events.longestWaiting(1);
				if (waiting.length === 0) break;
				const turn = beginTurn(bench);
				const ofTurn = bench.events.ofTurn(turn.id);
				expect(lowestTrust([turn.authority, ...ofTurn.map((event) => event.trust)])).toBe(turn.authority);
				const before = bench.views.isTainted(1);
				view.extend();
				await runCalls(bench, bench.turns.get(turn.id), random);
				expect(tooMild(bench, bench.turns.get(turn.id), before)).toEqual([]);
				expect(bench.views.isTainted(1) || !before, "taint was lowered").toBe(true);
				expect(bench.views.isTainted(1) || !hasBroughtOutside(bench, turn), "others' words came unnoticed").toBe(true);
				for (const { id } of bench.events.ofTurn(turn.id)) bench.events.settle(id, "handled");
				bench.turns.end(turn.id, "done", "");
			}
			await answerCards(bench, random);
			const before = bench.views.isTainted(1);
			// Old results give way to placeholders. What was made of them is still there.
			view.extend();
			if (random.chance(0.2)) bench.compactor.clear(view, "a test");
			expect(bench.views.isTainted(1), "clearing lowered taint").toBe(before);
			expect(tooTrusted(bench)).toEqual([]);
		}
		expect(bench.views.isTainted(1)).toBe(true);
	},
	60_000,
);
