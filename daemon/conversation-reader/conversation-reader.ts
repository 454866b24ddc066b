import { parseEventId } from "#core/event.ts";
import type { Trajectories } from "#daemon/records/trajectories.ts";
import type { ConversationPort, ConversationStretch } from "#tools/ports.ts";
import { ToolError } from "#tools/tool.ts";
import type { ConversationEntries, ConversationEntry, EntryPlace, Reach } from "./conversation-entries.ts";
import { nameOf, renderEntry } from "./render-entry.ts";

/** How many entries more are looked at than are shown: results are appended as they come, and shown in call order. */
const SLACK = 128;

/** When what follows has no name, the last that has one is read again with as many more. */
const FURTHER = 5;
const MAX_ENTRIES = 20;

export interface ConversationReaderParts {
	entries: ConversationEntries;
	trajectories: Pick<Trajectories, "find">;
}

/** Shows a trajectory what it has seen before, by its number: nothing of it is lost when the view lets go of it. */
export class ConversationReader {
	readonly #parts: ConversationReaderParts;

	constructor(parts: ConversationReaderParts) {
		this.#parts = parts;
	}

	portFor(trajectoryId: number): ConversationPort {
		return { read: (from, entries) => this.#read(trajectoryId, from, entries) };
	}

	#read(trajectoryId: number, from: string, count: number): ConversationStretch {
		const { entries } = this.#parts;
		const { first, reach } = this.#find(trajectoryId, from);
		// No entry that comes later on the wire was appended before the message that begins this one's group.
		const after = entries
			.from(first.groupId, reach, count + SLACK)
			.filter((place) => inOrder(place, first) > 0)
			.sort(inOrder);
		const shown = [first, ...after.slice(0, count - 1)].map((place) => entries.read(place));
		const following = after[count - 1];
		return {
			text: shown.map(renderEntry).join("\n"),
			shown: shown.length,
			outside: shown.some(({ outside }) => outside),
			next: following && whatFollows(shown, entries.read(following)),
		};
	}

	#find(trajectoryId: number, from: string): { first: EntryPlace; reach: Reach } {
		for (const reach of this.#reachesOf(trajectoryId)) {
			const first = this.#locate(from, reach);
			if (first) return { first, reach };
		}
		throw new ToolError(
			`This conversation has nothing of the name ${from.trim().slice(0, 20)}. Give the number of an event or of a call ` +
				"with a result as it stood in view: E-12, C-45.",
		);
	}

	#locate(from: string, reach: Reach): EntryPlace | undefined {
		const { entries } = this.#parts;
		const event = parseEventId(from);
		if (event !== undefined) return entries.ofEvent(event, reach);
		const call = /^\s*C-([1-9]\d{0,14})\s*$/i.exec(from);
		return call ? entries.ofCall(Number(call[1]), reach) : undefined;
	}

	/** A fork's own entries, and of its parent's those that it began with. */
	#reachesOf(trajectoryId: number): Reach[] {
		const own = { trajectoryId, lastId: Number.MAX_SAFE_INTEGER };
		const { kind, parentId, forkedAfter } = this.#parts.trajectories.find(trajectoryId) ?? {};
		if (kind !== "fork" || parentId === undefined || forkedAfter === undefined) return [own];
		return [own, { trajectoryId: parentId, lastId: forkedAfter }];
	}
}

const inOrder = (one: EntryPlace, other: EntryPlace): number =>
	one.groupId - other.groupId || one.position - other.position || one.id - other.id;

function whatFollows(shown: readonly ConversationEntry[], following: ConversationEntry): ConversationStretch["next"] {
	const name = nameOf(following);
	if (name !== undefined) return { from: name, entries: shown.length };
	const last = shown.findLastIndex((entry) => nameOf(entry) !== undefined);
	const from = shown[last] && nameOf(shown[last]);
	return from === undefined ? undefined : { from, entries: Math.min(MAX_ENTRIES, shown.length - last + FURTHER) };
}
