import { expect } from "vitest";
import { describeSurvivor } from "./attack-case.ts";
import { findSurvivors } from "./find-survivors.ts";
import { makeGroups } from "./make-cases.ts";
import { openTemplate } from "./template.ts";

/** `ATTACKS=20000 ATTACK_SEED=7 npm test -- test/attacks` plays more of them, or others. */
const COUNT = Number(process.env.ATTACKS ?? 2_000);
const SEED = Number(process.env.ATTACK_SEED ?? 1);
const SHARDS = 2;

/** Real time that one case may take on a busy machine. */
const CASE_MS = 1_000;
export const TIMEOUT_MS = 300_000 + (COUNT / SHARDS) * CASE_MS;

/** Plays every second group of the generated cases. @param shard 0 or 1: two files, so that two cores are used */
export async function playShard(shard: number): Promise<void> {
	const template = await openTemplate();
	try {
		const groups = makeGroups(SEED, COUNT).filter((_group, index) => index % SHARDS === shard);
		const { played, reached, survived, survivors } = await findSurvivors({ template }, groups);
		const report = [
			`seed ${SEED}: ${survived} of ${played} attacks survived; minimal cases:`,
			...survivors.map(describeSurvivor),
		];
		expect(survived, report.join("\n")).toBe(0);
		// Else the attacks would fail because nobody attacked.
		expect(reached / played).toBeGreaterThan(0.9);
	} finally {
		template.close();
	}
}
