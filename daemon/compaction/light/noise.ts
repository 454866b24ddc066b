import { truncate } from "#core/truncate.ts";
import type { Replacement } from "#daemon/records/replacements.ts";
import type { CallFacts, LightEntry } from "./light-entry.ts";
import { partsOf, replacementFor } from "./replace.ts";

/** What these say is over with their turn: what was written stands in the call, what is open in the status block. */
const OF_ITS_TURN: Readonly<Record<string, string>> = {
	reply: "[queued]",
	no_reply: "[settled]",
	todo: "[an older list]",
};

const MAX_PROBLEM_CHARACTERS = 200;

/** What the rules look at beside the entry itself. */
interface Scene {
	currentTurnIds: ReadonlySet<number>;
	/** Calls whose result came later, as an event that is in view. */
	broughtCallIds: ReadonlySet<number>;
	/** Of calls with the same arguments and the same result the last one in view. */
	lastAlike: ReadonlyMap<string, number>;
	/** Of calls with the same arguments the last one that succeeded, and its place in view. */
	lastSuccess: ReadonlyMap<string, { callId: number; index: number }>;
}

/**
 * What in view says nothing any more, or nothing that is not said elsewhere in view, and what stands in its place: the head
 * (stamp and count are facts) and a few words about what stood there. Pure, and without a summary: noise is not worth one.
 * Events, the owner's words among them, and the assistant's own messages are never touched; no entry goes away, so that a
 * call keeps its result.
 * @param entries in the order of the wire
 * @param currentTurnIds the newest turn, and all that are not ended
 */
export function removeNoise(entries: readonly LightEntry[], currentTurnIds: ReadonlySet<number>): Replacement[] {
	const scene = sceneOf(entries, currentTurnIds);
	return entries.flatMap((entry, index) => {
		if (entry.replaced !== undefined) return [];
		const words = entry.kind === "notice" ? noticeWords(entry, scene) : resultWords(entry, index, scene);
		const replacement = words === undefined ? undefined : replacementFor(entry, "noise", words);
		return replacement ? [replacement] : [];
	});
}

/** Whether the turn is over that a notice wanted something of. What a notice told of a changed prompt is told again if it still holds. */
const noticeWords = ({ turnId }: LightEntry, { currentTurnIds }: Scene): string | undefined =>
	currentTurnIds.has(turnId) ? undefined : "[a notice of that time]";

function resultWords(entry: LightEntry, index: number, scene: Scene): string | undefined {
	const { call } = entry;
	if (entry.kind !== "result" || !call) return undefined;
	if (scene.broughtCallIds.has(call.id)) return "[its result came later, as an event]";
	if (call.state === "done" && !scene.currentTurnIds.has(entry.turnId) && Object.hasOwn(OF_ITS_TURN, call.tool))
		return OF_ITS_TURN[call.tool];
	const success = scene.lastSuccess.get(kindOf(call));
	if (call.state === "failed" && success && success.index > index)
		return `${problemOf(entry)}[the same call succeeded below: C-${success.callId}]`;
	const alike = isComparable(entry, scene.broughtCallIds) ? scene.lastAlike.get(likenessOf(call)) : undefined;
	return alike === undefined || alike === call.id ? undefined : `[the same as C-${alike} below]`;
}

function sceneOf(entries: readonly LightEntry[], currentTurnIds: ReadonlySet<number>): Scene {
	const broughtCallIds = new Set(entries.flatMap(({ event }) => event?.bringsCallId ?? []));
	const lastAlike = new Map<string, number>();
	const lastSuccess = new Map<string, { callId: number; index: number }>();
	for (const [index, entry] of entries.entries()) {
		const { call } = entry;
		if (entry.kind !== "result" || !call) continue;
		if (isComparable(entry, broughtCallIds)) lastAlike.set(likenessOf(call), call.id);
		if (call.state === "done") lastSuccess.set(kindOf(call), { callId: call.id, index });
	}
	return { currentTurnIds, broughtCallIds, lastAlike, lastSuccess };
}

/** Whether the whole result stands in view, and is the last word on its call. */
const isComparable = ({ replaced, call }: LightEntry, broughtCallIds: ReadonlySet<number>): boolean =>
	replaced === undefined &&
	call?.resultDigest !== undefined &&
	(call.state === "done" || call.state === "failed") &&
	!broughtCallIds.has(call.id);

const kindOf = ({ tool, argumentsDigest }: CallFacts): string => `${tool} ${argumentsDigest}`;
const likenessOf = (call: CallFacts): string => `${kindOf(call)} ${call.state} ${call.resultDigest}`;

/** The first line of a failure in the program's words: that it failed is worth knowing, how it looked no longer is. */
function problemOf(entry: LightEntry): string {
	if (entry.outside) return "";
	const [line = ""] = partsOf(entry).body.split("\n", 1);
	return `${truncate(line, MAX_PROBLEM_CHARACTERS)}\n`;
}
