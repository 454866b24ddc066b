import type { Manifests } from "./manifests.ts";
import type { Edit } from "./play.ts";
import { nameOf, type Sent } from "./sent.ts";

/** Why an epoch may begin, beside a trajectory's first, and the step of compaction that goes with it. */
const REASONS: Readonly<Record<string, string>> = {
	"the window was full: old results left it": "clear",
	"the window was full, and earlier turns left it": "shrink",
	"the window was full: what a turn that goes on has read left it": "clear",
	"a handover note would not have fitted": "clear",
	"outside content leaves the view before a handover note is written": "clear",
	"a handover note took the place of what came before": "handover",
	"old results gave way when a burst had ended": "clear",
};

interface EpochRow {
	id: number;
	trajectoryId: number;
	reason: string;
	/** Of the compaction that began it. */
	step: string | null;
	compactions: number;
}

/** An epoch begins for a reason that is on record, with the compaction that made room. @returns what is not so, in words */
export function findGroundlessEpochs(manifests: Manifests, all: readonly Sent[]): string[] {
	const epochs = manifests.read<EpochRow>(
		`SELECT epochs.id, epochs.trajectory_id AS trajectoryId, reason, max(step) AS step, count(compactions.id) AS compactions
		FROM epochs LEFT JOIN compactions ON compactions.epoch_id = epochs.id AND compactions.state = 'done'
		GROUP BY epochs.id ORDER BY epochs.id`,
	);
	const known = new Set(epochs.map(({ id }) => id));
	const begun = new Set<number>();
	const groundless = epochs.flatMap(({ id, trajectoryId, reason, step, compactions }) => {
		const isFirst = !begun.has(trajectoryId);
		begun.add(trajectoryId);
		const isRight = isFirst
			? reason === "the first request" && compactions === 0
			: compactions === 1 && step !== null && REASONS[reason] === step;
		return isRight
			? []
			: [`epoch ${id} of trajectory ${trajectoryId} began with ${compactions} compactions: «${reason}»`];
	});
	const unknown = all
		.filter(({ manifest }) => !known.has(manifest.epochId))
		.map((sent) => `${nameOf(sent)} is of no epoch`);
	return [...groundless, ...unknown];
}

/**
 * An edit of the owner's files is told by what is appended: a request of a turn has the newest words, and an epoch is told them once.
 * @returns what is not so, in words
 */
export function findUntoldEdits(edits: readonly Edit[], all: readonly Sent[]): string[] {
	const problems: string[] = [];
	const before = new Map<number, Sent>();
	for (const sent of all) {
		const { trajectoryKind, trajectoryId, purpose, epochId } = sent.manifest;
		// A fork goes on with what its parent knew, and the program's own requests with what the last turn's did.
		if (trajectoryKind === "fork" || purpose !== "turn") continue;
		const latest = before.get(trajectoryId);
		const known = latest?.manifest.epochId === epochId ? latest.conversation : undefined;
		before.set(trajectoryId, sent);
		for (const file of ["SOUL.md", "AGENTS.md"] as const) {
			const words = edits.findLast((edit) => edit.file === file && edit.after < sent.manifest.id)?.words;
			const problem = words === undefined ? undefined : judge(sent.conversation, known, words);
			if (problem !== undefined) problems.push(`${nameOf(sent)} ${problem}`);
		}
	}
	return problems;
}

function judge(conversation: string, known: string | undefined, words: string): string | undefined {
	if (!conversation.includes(words)) return `does not have the newest words, ${words}`;
	const told = conversation.slice(known?.length ?? conversation.indexOf('{"role":"user"')).split(words).length - 1;
	if (known?.includes(words) && told > 0) return `is told ${words} once more`;
	return told > 1 ? `is told ${words} ${told} times` : undefined;
}
