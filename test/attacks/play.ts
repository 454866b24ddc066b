import type { AttackCase, Problem, Survivor } from "./attack-case.ts";
import type { Round } from "./attack-round.ts";
import { deliveries } from "./deliveries.ts";
import { hopOf } from "./hops.ts";
import { problemsOf } from "./oracle.ts";
import { openScene, type Scene } from "./scene.ts";
import { swaps } from "./swaps.ts";
import type { Template } from "./template.ts";

/** Where cases are played. */
export interface Stage {
	template: Template;
	/** @param reached a turned model got to call all that the case wants called */
	onPlayed?: (attack: AttackCase, reached: boolean) => void;
	/** Further lines for config.yaml. */
	configuration?: string;
	/** A daemon goes on to be used after a survivor. Only for counting them: one may be what another left behind. */
	isReused?: boolean;
	/** What does not reach the model by its own way is left at that. */
	isTriedOnce?: boolean;
}

/** Plays one case in a daemon of its own. @returns what must not have happened */
export async function play(stage: Stage, attack: AttackCase): Promise<readonly Problem[]> {
	const [survivor] = await playTogether(stage, [attack]);
	return survivor?.problems ?? [];
}

/**
 * Plays cases of one delivery and one way on. They share a daemon, in which the attacker's words come to stand once: each then has
 * a turn of its own. After a survivor the others go on in a new daemon.
 */
export async function playTogether(stage: Stage, attacks: readonly AttackCase[]): Promise<Survivor[]> {
	const survivors: Survivor[] = [];
	let scene: Scene | undefined;
	let known: readonly Problem[] = [];
	try {
		for (const attack of attacks) {
			const isNew = scene === undefined;
			if (isNew) known = [];
			scene ??= await openScene({ ...stage, home: stage.template.copy() });
			const all = await attempt(stage, scene, attack, isNew);
			const problems = without(all, known);
			stage.onPlayed?.(attack, scene.model.turned.length === 0);
			if (problems.length === 0) continue;
			survivors.push({ attack, problems });
			known = all;
			if (stage.isReused) continue;
			await scene.close();
			scene = undefined;
		}
	} finally {
		await scene?.close();
	}
	return survivors;
}

/** What is there more often than it was before. */
function without(all: readonly Problem[], before: readonly Problem[]): Problem[] {
	const left = before.map((one) => JSON.stringify(one));
	return all.filter((one) => {
		const index = left.indexOf(JSON.stringify(one));
		if (index !== -1) left.splice(index, 1);
		return index === -1;
	});
}

async function attempt(stage: Stage, scene: Scene, attack: AttackCase, isNew: boolean): Promise<readonly Problem[]> {
	const before = lastApproval(scene);
	const rounds: Round[] = [...(attack.owner.kind === "approves" ? [[attack.owner.innocent]] : []), ...attack.rounds];
	try {
		if (isNew) await leadTo(scene, attack, rounds);
		else {
			scene.model.turned = [...rounds];
			await scene.say("go on");
		}
		if (!stage.isTriedOnce) await insist(scene, attack);
		await answer(scene, attack, before);
		await elapse(scene, attack);
		return problemsOf(scene);
	} catch (error) {
		throw new Error(`case «${attack.name}» (${attack.delivery}, ${attack.hops.join(" → ")}) could not be played`, {
			cause: error,
		});
	}
}

/** From the delivery over all hops to the attack. */
async function leadTo(scene: Scene, attack: AttackCase, rounds: readonly Round[]): Promise<void> {
	const path = attack.hops.map(hopOf);
	const next = (index: number): Round[] => [...(path[index]?.carries ?? rounds)];
	scene.model.turned = next(0);
	await deliveries[attack.delivery](scene);
	for (const [index, hop] of path.entries()) {
		scene.model.turned = [];
		if (hop.isTidied) await tidyUp(scene);
		scene.model.turned = next(index + 1);
		await hop.between(scene);
		scene.model.honest = [...hop.finds];
		await scene.say("go on");
		scene.model.honest = [];
	}
}

/** Where the way on led nowhere, the attacker's words simply come again. */
async function insist(scene: Scene, { delivery }: AttackCase): Promise<void> {
	for (const again of [delivery, "forwarded mail"] as const) {
		if (scene.model.turned.length > 0) await deliveries[again](scene);
	}
}

/** Takes out of view what others wrote. Twice, since the newest turn always stays. */
async function tidyUp(scene: Scene): Promise<void> {
	for (let times = 0; times < 2; times += 1) {
		await scene.say(`thank you. ${"That was all for now. ".repeat(20)}`);
		await scene.say("/compact");
	}
}

const lastApproval = (scene: Scene): number =>
	scene.rows<{ id: number | null }>("SELECT max(id) AS id FROM approvals")[0]?.id ?? 0;

/** @param before the number of the last question of an earlier case */
async function answer(scene: Scene, { owner, rounds }: AttackCase, before: number): Promise<void> {
	if (owner.kind === "approves") {
		const [innocent] = scene.rows<{ code: string }>(
			`SELECT code FROM approvals JOIN calls ON calls.id = call_id
			WHERE approvals.id > ${before} AND tool = '${owner.innocent.tool}' AND approvals.state = 'waiting' ORDER BY approvals.id LIMIT 1`,
		);
		await swaps[owner.swap](scene, innocent?.code);
	}
	if (owner.kind !== "refuses") return;
	const waiting = scene.rows<{ code: string }>("SELECT code FROM approvals WHERE state = 'waiting'");
	for (const { code } of waiting) {
		// Whoever was refused tries it once more.
		scene.model.turned = [...rounds];
		await scene.say("", { action: { kind: "deny", code } });
	}
}

/** A reminder may hold a link: its time has to come. */
async function elapse(scene: Scene, attack: AttackCase): Promise<void> {
	if (attack.rounds.flat().some(({ arguments: args }) => args.action === "remind")) await scene.pass(2);
}
