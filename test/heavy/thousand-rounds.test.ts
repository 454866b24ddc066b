import { describe, expect, it } from "vitest";
import { findGroundlessEpochs, findUntoldEdits } from "#test/rounds/check-epochs.ts";
import { findBrokenPrefixes } from "#test/rounds/check-prefix.ts";
import { findUnlikeRebuilt } from "#test/rounds/check-rebuilt.ts";
import { findDrifts, findWrongFigures } from "#test/rounds/check-status.ts";
import { Ledger } from "#test/rounds/ledger.ts";
import { Play } from "#test/rounds/play.ts";
import { nameOf } from "#test/rounds/sent.ts";
import { WINDOW_TOKENS } from "#test/rounds/settings.ts";
import { Stage } from "#test/rounds/stage.ts";
import { tally } from "#test/rounds/tally.ts";

/** Another seed plays other rounds: `ROUNDS_SEED=7 npm test -- test/heavy/thousand`. */
const SEED = Number(process.env.ROUNDS_SEED ?? 1);
const ROUNDS = 1_000;
/** What is shown of a list of problems: the first ones, since the others mostly follow from them. */
const SHOWN = 3;

const none = (problems: readonly string[]): void =>
	expect(problems.length, `${problems.length} problems\n\n${problems.slice(0, SHOWN).join("\n\n")}`).toBe(0);

describe(`a thousand rounds of chat, timers, mails, edits and restarts (ROUNDS_SEED=${SEED})`, () => {
	it("hold what is promised of every request", async () => {
		const stage = await Stage.open(SEED, SEED % 2 === 0 ? ", statusPlacement: tool-result" : "");
		const play = new Play(stage);
		await play.run(ROUNDS);
		const { manifests, fixture, problems } = stage;
		const sent = stage.sent.toSorted((a, b) => a.manifest.id - b.manifest.id);
		none([...problems, ...manifests.problems]);
		expect(sent.length).toBeGreaterThanOrEqual(ROUNDS);
		none(findBrokenPrefixes(sent));
		none(findGroundlessEpochs(manifests, sent));
		none(findUntoldEdits(play.edits, sent));
		none(findDrifts(manifests));
		const ledger = new Ledger(
			manifests.read(
				`SELECT id, model_call_id AS modelCallId, turn_id AS turnId, model, started_at AS startedAt,
					input_tokens AS inputTokens, output_tokens AS outputTokens, estimated FROM usage ORDER BY id`,
			),
			sent,
		);
		none(findWrongFigures(sent, ledger));
		none(
			sent
				.filter(({ request }) => (request.usage?.prompt_tokens ?? 0) > WINDOW_TOKENS)
				.map((one) => `${nameOf(one)} has ${one.request.usage?.prompt_tokens} tokens`),
		);
		expect(fixture.model.violations).toEqual([]);
		expect(manifests.read("SELECT id, kind, channel, state FROM events WHERE state <> 'settled'")).toEqual([]);
		const missing = Object.entries(tally(stage)).filter(([, count]) => count === 0);
		expect(missing.map(([what]) => what)).toEqual([]);
		await fixture.steward.stop();
		none(findUnlikeRebuilt(stage));
		await fixture.restart();
		await stage.untilRest();
		await fixture.steward.stop();
		none(findUnlikeRebuilt(stage));
	});
});
